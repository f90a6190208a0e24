/** What pi's tools add to their results. */

/** The file with all of a command's output, which has another name each time. */
const OUTPUT_FILE = /(\[Showing [^\]\n]*\. Full output: )[^\]\n]+\]/g;

/** The text of a result that is text only, without that name; any other result as it is. */
export function piText(content: unknown): unknown {
  if (!Array.isArray(content)) return content;
  const texts: string[] = [];
  for (const part of content) {
    if (part?.type !== "text" || typeof part.text !== "string") return content;
    texts.push(part.text);
  }
  return texts.join("").replace(OUTPUT_FILE, "$1]");
}
