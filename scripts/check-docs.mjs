/** Checks the documents: links resolve, named files exist, and docs/api.md has every export and every option. */
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

const api = read("docs/api.md");
const mentioned = (name) => new RegExp(`\`[^\`\\n]*\\b${name}\\b`).test(api);

const exported = [...read("lib/index.ts").matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap((match) =>
  match[1].split(",").map((name) => name.trim().replace(/^type /, "")),
);
for (const name of exported)
  if (name !== "" && !mentioned(name)) findings.push(`docs/api.md: does not mention the export \`${name}\``);

/** Interfaces whose members are options. */
const OPTIONS = /^(\w+Options|\w+Config|ToolPolicy|DetectorActions|PollResultArguments|ArtifactInput)$/;
for (const path of filesIn("lib", ".ts"))
  for (const [, name, body] of read(path).matchAll(/^export interface (\w+)[^{]*\{\n([\s\S]*?)^\}/gm))
    if (OPTIONS.test(name) && exported.includes(name))
      for (const [, option] of body.matchAll(/^ {2}(?:readonly )?(\w+)[?]?[:(]/gm))
        if (!mentioned(option)) findings.push(`docs/api.md: does not mention \`${option}\` of ${name}`);
conclude("documents", findings);
