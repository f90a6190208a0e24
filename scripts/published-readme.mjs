/** The README with links that lead somewhere: to the repository that package.json names, else no links to what does not travel. */
export function publishedReadme(text, { repository, version }, packed) {
  const base = (repository?.url ?? repository)?.replace(/^git\+|\.git$/g, "");
  return text.replaceAll(/!?\[((?:[^\]`]|`[^`]*`)*)\]\(([\w./-]+)(#[\w-]*)?\)/g, (whole, words, path, anchor = "") => {
    if (packed.includes(path)) return whole;
    const isImage = whole.startsWith("!");
    if (base === undefined) return isImage ? "" : words;
    return `${isImage ? "!" : ""}[${words}](${base}/${isImage ? "raw" : "blob"}/v${version}/${path}${anchor})`;
  });
}
