/** What the page shows of the documents and of examples/: the same texts, from the same files. */
import { read } from "../../scripts/findings.mjs";
import { KNOWN } from "./documents.mjs";
import { firstCode, htmlOf, sectionOf } from "./markdown.mjs";

/** The first sentence of the README that says what this is. */
export function summary() {
  const [, , sentence] = read("README.md").split("\n");
  return `loopguard ${sentence[0].toLowerCase()}${sentence.slice(1)}`;
}

/** Runs of examples/runs that the page offers: different tools, models and sources; one of them has no loop. */
const EXAMPLES = [
  ["edits", "moatless-django__django-12284", "A coding agent whose edit fails"],
  ["booking", "tau-airline-gpt4o-t9-r2", "A booking agent"],
  [
    "telecom",
    "tau2-ft-gpt-4.1-2025-04-14-sierra-tau2-full-sft-BzrYdMNm-telecom-018",
    "A support agent that looks up again",
  ],
  ["sql", "intercode-sql_multiturn_vicuna_10_turns-832", "A small model at a database"],
  ["healthy", "tau2-gpt-4.1-telecom-no-user-gpt-4.1-1trials-033", "A run without a loop"],
];

/** The one that has times, of our own making: record-run.mjs. */
function timed() {
  const text = read("site/examples/waiting.jsonl");
  const { model, license, calls } = JSON.parse(text);
  const note = `${calls.length} calls, with their times; recorded by us, ${model}, ${license}`;
  return { name: "waiting", title: "A wait for a job, then an edit that fails", note, file: "waiting.jsonl", text };
}

/** `{ name, title, note, file, text }` of each example. */
export function examples() {
  const lines = read("examples/runs/real.jsonl").trim().split("\n");
  const sources = sourceRows();
  const runs = EXAMPLES.map(([name, id, title]) => {
    const text = lines.find((line) => JSON.parse(line).id === id);
    if (text === undefined) throw new Error(`examples/runs/real.jsonl has no run ${id}`);
    const { source, model, license, calls } = JSON.parse(text);
    const by = sources.get(source);
    if (by === undefined) throw new Error(`examples/runs/README.md does not name ${source}`);
    const who = `${calls.length} calls${model ? ` of ${model.replace(/(sft):\w+$/, "$1")}` : ""}; ${source}, ${by}, ${license}`;
    return { name, title, note: who, file: `${name}.jsonl`, text: `${text}\n` };
  });
  return [...runs, timed()];
}

/** Who published each source, from the table of the runs. */
function sourceRows() {
  const rows = [...read("examples/runs/README.md").matchAll(/^\| ([\w-]+) \| (.+?) \| (?:MIT|Apache-2\.0) \|/gm)];
  return new Map(rows.map(([, source, by]) => [source, by.replace(/\[[^\]]*\]\([^)]*\),? ?/g, "")]));
}

/** Where settings go in the lines of a framework: `guard` is the last argument of this function, or the options stand in it. */
const INSERTED = /\b(withLoopGuard|toolLoopMiddleware|ToolLoopPlugin|guardTools|guardClient)\(/;

/** For each framework of the table in README.md its page and its lines; then each agent of the command line. */
export async function frameworks() {
  const rows = sectionOf(read("README.md"), "In your framework").matchAll(
    /^\| \[([^\]]+)\]\(docs\/frameworks\/([\w-]+)\.md\)/gm,
  );
  const titles = new Map();
  for (const [, title, name] of rows) titles.set(name, [...(titles.get(name) ?? []), title]);
  if (titles.size < 15) throw new Error("README.md: the table of frameworks is not where it was");
  const found = [...titles].map(([name, all]) => linesOf(name, all.join(", "), `docs/frameworks/${name}.md`));
  found.push(linesOf("own-loop", "Your own loop", "docs/guides/own-loop.md"));
  const { AGENTS } = await import("../../out/cli/init-agents.js");
  const init = Object.entries(AGENTS).filter(([, { uses }]) => uses !== "package" && "hook" in uses);
  const agents = init.map(([name, { title }]) => ({
    name: `init-${name}`,
    title: `${title} (the command line agent)`,
    page: "docs/cli/init.html",
    kind: "init",
    code: `npx loopguard init ${name}`,
  }));
  return [...found, ...agents];
}

function linesOf(name, title, path) {
  const found = firstCode(read(path));
  if (found === undefined) throw new Error(`${path} has no lines to paste`);
  const { lang, code } = found;
  const kind = lang === "sh" ? "shell" : /new LoopGuard\(\)|judgeRound\(round\)/.test(code) ? "options" : "guard";
  if (kind === "guard" && !INSERTED.test(code))
    throw new Error(`${path}: its first lines call nothing that takes a guard`);
  return { name, title, page: path.replace(/\.md$/, ".html"), kind, code };
}

/** "The numbers", as HTML: sections of the documents, each with the command that makes it. */
export function numbers() {
  const part = (title, path, text) =>
    `<section><h3>${title}</h3>${htmlOf(text, { path, page: "index.html", known: KNOWN, deeper: 2 })}<p class="quiet">From <a href="${path.replace(/README\.md$/, "index.html").replace(/\.md$/, ".html")}">${path}</a>.</p></section>`;
  const accuracy = read("docs/accuracy.md");
  const [measured] = sectionOf(accuracy, "Measured", true).split(/(?<=\.)\s/);
  const limits = accuracy
    .slice(accuracy.indexOf("**The figures are in-sample**"), accuracy.indexOf("## The runs"))
    .trim();
  if (!limits.startsWith("**")) throw new Error("docs/accuracy.md does not say that its figures are in-sample");
  const presets = sectionOf(accuracy, "The other presets, on all runs").split("<!--")[0];
  const refusals = toRow(sectionOf(accuracy, "Refusals, by what the refused calls gave"), "| 2023-24 models");
  const words = sectionOf(accuracy, "Method").split("\n\n")[1];
  const rivals = sectionOf(accuracy, "Other detectors on the same runs");
  const [command] = rivals.split("\n\n");
  const table = rivals.slice(rivals.indexOf("<!--"), rivals.lastIndexOf("<!--"));
  const bench = read("bench/README.md");
  const cost = `${sectionOf(bench, "In short")}\n\n${firstBlock(sectionOf(bench, "Run it"))}`;
  return [
    part(
      "Accuracy, without a clock and with one",
      "docs/accuracy.md",
      `${limits}\n\n${words}\n\n${refusals}\n\n${presets}\n\n${measured}`,
    ),
    part("Beside other rules", "docs/accuracy.md", `${table}\n\n${command}`),
    part("What it costs", "bench/README.md", cost),
  ].join("\n");
}

/** The text up to its row that starts so. */
function toRow(text, start) {
  const lines = text.split("\n");
  const last = lines.findIndex((line) => line.startsWith(start));
  if (last < 0) throw new Error(`no row "${start}"`);
  return lines.slice(0, last + 1).join("\n");
}

function firstBlock(text) {
  return /^```[\s\S]*?^```/m.exec(text)?.[0] ?? "";
}
