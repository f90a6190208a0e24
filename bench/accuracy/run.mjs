/**
 * How right a preset is on recorded runs: `npm run accuracy -- <folder or file>...`. For all runs how many refused calls gave
 * something new, and how many redundant ones were saved; where a folder has labels, recall, precision and delay too; by
 * source, each with whether the presets were tuned on it. docs/accuracy.md has the words.
 */
import { existsSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { fingerprint, LoopGuard } from "../../dist/node/index.cjs";
import { NewsLedger, newsKey } from "../../out/cli/tune/news.js";
import { RefusalNotes, regretOf, summedRegret } from "../../out/cli/tune/regret.js";
import { readCorpus } from "./corpus.mjs";
import { accuracyPage } from "./html.mjs";
import { sectionOf, writeSection } from "./markdown.mjs";
import { replayAll, tableOf } from "./measure.mjs";
import { textOf } from "./text.mjs";

const USAGE = `npm run accuracy -- <folder or file>...
  --preset <name>   which one; default recommended
  --no-turns        gaps in \`batch\` are no user's turns
  --json            the table as JSON
  --html <file>     a page with each miss and false alarm of the labelled runs
  --write <file>    the tables into the marked part of a Markdown file
  --no-list         without the misses and false alarms
A folder has runs in *.jsonl or *.jsonl.gz, and may have a labels.jsonl.`;
const PRESETS = ["strict", "recommended", "lenient"];

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    preset: { type: "string", default: "recommended" },
    turns: { type: "boolean", default: true },
    html: { type: "string" },
    json: { type: "boolean", default: false },
    list: { type: "boolean", default: true },
    write: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
const paths = positionals.length > 0 ? positionals : ["../shared/corpus"];
const missing = paths.find((path) => !existsSync(path));
if (flags.help || missing !== undefined) {
  if (missing !== undefined) console.error(`No runs at "${missing}".\n`);
  console.error(USAGE);
  process.exit(missing === undefined ? 0 : 2);
}

const core = { LoopGuard, fingerprint, NewsLedger, newsKey, RefusalNotes, regretOf, summedRegret };
const { preset } = flags;
const corpus = readCorpus(...paths);
if (corpus.runs.size === 0) {
  console.error(`No runs in ${paths.join(", ")}`);
  process.exit(2);
}
const measure = (name) => {
  const replays = replayAll(corpus.runs, { preset: name }, core, flags);
  return { replays, table: tableOf(corpus, replays, core) };
};
const { replays, table } = measure(preset);
const { runs } = corpus;

if (flags.json) console.log(JSON.stringify(table, short));
else console.log(textOf({ preset, table, replays, list: flags.list }));
if (flags.html !== undefined) writeFileSync(flags.html, accuracyPage({ preset, table, runs, replays }));
if (flags.write !== undefined) {
  const others = PRESETS.filter((name) => name !== preset).map((name) => ({
    preset: name,
    row: measure(name).table[0],
  }));
  writeSection(flags.write, sectionOf({ preset, table, others }));
}

/** Runs by their ids. */
function short(key, value) {
  if (key === "delays") return undefined;
  return key === "fired" && Array.isArray(value) ? value.map(({ id }) => id) : value;
}
