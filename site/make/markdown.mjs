/** Markdown -> HTML. Headings have anchors, links to documents lead to their pages, wide tables scroll; HTML in the text stays text. */
import { posix } from "node:path";
import { Marked } from "marked";
import { headingAnchor } from "../../scripts/heading-anchor.mjs";

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
export const escaped = (text) => text.replace(/[&<>"']/g, (character) => ENTITIES[character]);

/** The page of a document: `docs/README.md` -> `docs/index.html`. */
export function pageOf(path) {
  if (path === "README.md") return "readme.html";
  return path.replace(/(^|\/)README\.md$/, "$1index.html").replace(/\.md$/, ".html");
}

/**
 * `path`: of the document in the project. `page`: of the page that shows it. `known`: paths that the site has; a link to any
 * other file is text. `deeper`: by how many levels its headings are lowered.
 */
export function htmlOf(text, { path, page = pageOf(path), known, deeper = 0 }) {
  const target = (href) => {
    if (/^(?:[a-z]+:|#)/i.test(href)) return href;
    const [file, anchor] = href.split("#");
    const found = posix.join(posix.dirname(path), file).replace(/\/$/, "/README.md");
    const document = known.has(found) ? found : `${found}/README.md`;
    if (!known.has(document)) return undefined;
    const relative = posix.relative(posix.dirname(page), pageOf(document));
    return anchor === undefined ? relative : `${relative}#${anchor}`;
  };
  const marked = new Marked({
    renderer: {
      html: ({ text }) => (text.startsWith("<!--") ? "" : escaped(text)),
      heading({ tokens, depth, text }) {
        const level = Math.min(6, depth + deeper);
        return `<h${level} id="${headingAnchor(text)}">${this.parser.parseInline(tokens)}</h${level}>\n`;
      },
      link({ href, tokens }) {
        const to = target(href);
        const inside = this.parser.parseInline(tokens);
        return to === undefined ? inside : `<a href="${escaped(to)}">${inside}</a>`;
      },
      image({ href, text }) {
        return `<img src="${escaped(target(href) ?? href)}" alt="${escaped(text)}" loading="lazy">`;
      },
      code({ text, lang = "" }) {
        return `<pre tabindex="0" role="group" aria-label="${lang === "" ? "Example" : `Example, ${escaped(lang)}`}"><code>${escaped(text)}</code></pre>\n`;
      },
      table(token) {
        const cell = ({ tokens }, tag) => `<${tag}>${this.parser.parseInline(tokens)}</${tag.split(" ")[0]}>`;
        // A heading without a text is none.
        const head = token.header.map((one) => cell(one, one.text === "" ? "td" : 'th scope="col"')).join("");
        const body = token.rows.map((cells) => `<tr>${cells.map((one) => cell(one, "td")).join("")}</tr>`).join("");
        return `<div class="scrolls" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
  return marked.parse(text);
}

/** The part of a document under this heading, without the heading and without its subsections if `alone`. */
export function sectionOf(text, heading, alone = false) {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, "") === heading);
  if (start < 0) throw new Error(`no heading "${heading}"`);
  const depth = lines[start].indexOf(" ");
  let inCode = false;
  let end = start + 1;
  for (; end < lines.length; end++) {
    if (lines[end].startsWith("```")) inCode = !inCode;
    const found = inCode ? null : /^(#+) /.exec(lines[end]);
    if (found && (alone || found[1].length <= depth)) break;
  }
  return lines
    .slice(start + 1, end)
    .join("\n")
    .trim();
}

/** The first block of code of a document. */
export function firstCode(text) {
  const [, lang, code] = /^```(\w+)\n([\s\S]*?)^```/m.exec(text) ?? [];
  return code === undefined ? undefined : { lang, code: code.trimEnd() };
}
