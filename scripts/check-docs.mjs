/** Checks the documents: links resolve, named files exist, docs/api.md has every value that the package exports, and every option has a comment. */
import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { conclude, filesIn, lineOf, read, root } from "./findings.mjs";
import { headingAnchor } from "./heading-anchor.mjs";

const findings = [];

/** The anchors of a document, as GitHub makes them from headings. */
function anchorsOf(path) {
  const headings = withoutCode(read(path)).matchAll(/^#{1,6} (.+)$/gm);
  return new Set([...headings].map(([, text]) => headingAnchor(text)));
}

function withoutCode(text) {
  return text.replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, " "));
}

function checkLinks(path) {
  const text = withoutCode(read(path));
  for (const match of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    const place = `${path}:${lineOf(text, match.index)}`;
    const [file, anchor] = match[1].split("#");
    if (/^[a-z]+:/.test(match[1])) continue;
    const target = file === "" ? path : join(dirname(path), file);
    if (!existsSync(join(root, target))) findings.push(`${place}: ${match[1]} leads nowhere`);
    else if (anchor && statSync(join(root, target)).isFile() && !anchorsOf(target).has(anchor))
      findings.push(`${place}: ${target} has no heading #${anchor}`);
  }
}

/** Files that are named in the text, as `folder/file.ext`. */
function checkNames(path) {
  const text = read(path);
  for (const match of text.matchAll(/`((?:lib|native|test|scripts|examples|docs|bench)\/[\w./-]+\.\w+)`/g))
    if (!existsSync(join(root, match[1])))
      findings.push(`${path}:${lineOf(text, match.index)}: there is no ${match[1]}`);
}

const documents = [
  ...filesIn("docs", ".md"),
  "README.md",
  "CONTRIBUTING.md",
  "AGENTS.md",
  "SECURITY.md",
  "CHANGELOG.md",
  "examples/README.md",
  "examples/runs/README.md",
  "bench/README.md",
];
for (const path of documents) {
  checkLinks(path);
  checkNames(path);
}

/** The reference is the types: each member of what has options says what it is. */
const OPTIONS = /^(\w+Options|\w+Config|ToolPolicy|DetectorActions|PollResultArguments|ArtifactInput)$/;
const exported = ["index", "executor"].flatMap((entry) =>
  [...read(`lib/${entry}.ts`).matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(([, names]) =>
    names.split(",").map((name) => name.trim().replace(/^type /, "")),
  ),
);
for (const path of filesIn("lib", ".ts"))
  for (const [, name, body] of read(path).matchAll(/^export interface (\w+)[^{]*\{\n([\s\S]*?)^\}/gm))
    if (OPTIONS.test(name) && exported.includes(name))
      for (const [, before, option] of `\n${body}`.matchAll(/(.*)\n {2}(?:readonly )?(\w+)[?]?[:(]/g))
        if (!before.trimEnd().endsWith("*/")) findings.push(`${path}: \`${option}\` of ${name} has no comment`);

/** The page has every value of the main entry. */
const api = read("docs/api.md");
const values = [...read("lib/index.ts").matchAll(/export \{([^}]*)\}/g)].flatMap(([, names]) => names.split(","));
for (const name of values.map((one) => one.trim()).filter((one) => one !== "" && !one.startsWith("type ")))
  if (!new RegExp(`\`[^\`\\n]*\\b${name.split(" ").at(-1)}\\b`).test(api))
    findings.push(`docs/api.md: does not mention the export \`${name}\``);

conclude("documents", findings);
