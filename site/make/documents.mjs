/** The documents as pages, and the index for their search. */
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import MiniSearch from "minisearch";
import { filesIn, read } from "../../scripts/findings.mjs";
import { headingAnchor } from "../../scripts/heading-anchor.mjs";
import { root } from "./bundle.mjs";
import { htmlOf, pageOf } from "./markdown.mjs";

const OTHERS = [
  "README.md",
  "SECURITY.md",
  "CONTRIBUTING.md",
  "bench/README.md",
  "examples/README.md",
  "examples/runs/README.md",
];

/** Paths of the documents, and of the other files that they show. */
export const DOCUMENTS = [...OTHERS, ...filesIn("docs", ".md")];
export const FILES = [...filesIn("docs", ".png"), ...filesIn("docs", ".json"), "LICENSE"];
export const KNOWN = new Set([...DOCUMENTS, ...FILES]);

export function titleOf(text) {
  return (/^# (.+)$/m.exec(text)?.[1] ?? "").replaceAll("`", "");
}

/** The pages: `{ path, text }`. `frame`: makes a page of `{ title, body, base }`. */
export function documentPages(frame) {
  return DOCUMENTS.map((path) => {
    const text = read(path);
    const page = pageOf(path);
    const up = posix.relative(posix.dirname(page), ".");
    const body = htmlOf(text, { path, known: KNOWN });
    return { path: page, text: frame({ title: titleOf(text), body, base: up === "" ? "" : `${up}/` }) };
  });
}

export function copiedFiles() {
  return FILES.map((path) => ({ path, bytes: readFileSync(join(root, path)) }));
}

/** What is looked for, and how; the page makes the same. */
export const SEARCH = { fields: ["title", "heading", "text"], storeFields: ["title", "heading", "page"] };

/** The index as JSON: each section of each document is found by itself. */
export function searchIndex() {
  const search = new MiniSearch(SEARCH);
  let id = 0;
  for (const path of DOCUMENTS) {
    const text = read(path);
    const title = titleOf(text);
    for (const section of sections(text)) {
      const anchor = section.heading === "" ? "" : `#${headingAnchor(section.heading)}`;
      search.add({
        id: id++,
        title,
        heading: section.heading.replaceAll("`", ""),
        text: section.text,
        page: `${pageOf(path)}${anchor}`,
      });
    }
  }
  return JSON.stringify(search);
}

function sections(text) {
  const found = [{ heading: "", text: "" }];
  let inCode = false;
  for (const line of text.split("\n")) {
    if (line.startsWith("```")) inCode = !inCode;
    const heading = inCode ? null : /^#{2,6} (.+)$/.exec(line);
    if (heading) found.push({ heading: heading[1], text: "" });
    else if (!line.startsWith("# ")) found.at(-1).text += `${line}\n`;
  }
  return found;
}
