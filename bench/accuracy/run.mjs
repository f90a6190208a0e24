/**
 * How right a preset is on recorded runs: `npm run accuracy -- <folder or file>...`. For all runs how many refused calls gave
 * something new, and how many redundant ones were saved; where a folder has labels, recall, precision and delay too; by
 * source, each with whether the presets were tuned on it. All of it without a clock, and with one: at 8 seconds a round, or
 * at the times that a run has. docs/accuracy.md has the words.
 */
import { existsSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { fingerprint, LoopGuard } from "../../dist/node/index.cjs";
import { gaveOf, newsKey, noteRefusal, regretOf, summedRegret } from "../../out/cli/tune/regret.js";
import { check, DEFAULT_SET, THRESHOLDS } from "./check.mjs";
import { clockName, LIVE, NO_CLOCK } from "./clocks.mjs";
import { readCorpus } from "./corpus.mjs";
import { accuracyPage } from "./html.mjs";
import { sectionOf, writeSection } from "./markdown.mjs";
import { replayAll, tableOf } from "./measure.mjs";
import { textOf } from "./text.mjs";

const USAGE = `npm run accuracy -- <folder or file>...
  --preset <name>   which one; default recommended
  --pace <seconds>  a further clock, beside none and 8 seconds a round; may be repeated
  --no-turns        gaps in \`batch\` are no user's turns
  --json            the tables as JSON
  --html <file>     a page with each miss and false alarm of the labelled runs, at 8 seconds a round
  --write <file>    the tables into the marked part of a Markdown file
  --no-list         without the misses and false alarms
  --check           fails if a figure is worse than in ${THRESHOLDS}; default of the runs: ${DEFAULT_SET}
  --update          with --check: writes the figures there instead
  --rivals          other detectors on the same runs, as a table in Markdown, which --write writes too
  --readme <file>   with --rivals: its rows for the README, into the marked part of this file
A folder has runs in *.jsonl or *.jsonl.gz, and may have a labels.jsonl.`;
const PRESETS = ["strict", "recommended", "lenient"];

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    preset: { type: "string", default: "recommended" },
    pace: { type: "string", multiple: true, default: [] },
    turns: { type: "boolean", default: true },
    html: { type: "string" },
    json: { type: "boolean", default: false },
    list: { type: "boolean", default: true },
    write: { type: "string" },
    check: { type: "boolean", default: false },
    update: { type: "boolean", default: false },
    rivals: { type: "boolean", default: false },
    readme: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
const paths = positionals.length > 0 ? positionals : [flags.check ? DEFAULT_SET : "../shared/corpus"];
const missing = paths.find((path) => !existsSync(path));
const wrongPace = flags.pace.find((pace) => !(Number(pace) >= 0));
if (flags.help || missing !== undefined || wrongPace !== undefined) {
  if (missing !== undefined) console.error(`No runs at "${missing}".\n`);
  if (wrongPace !== undefined) console.error(`--pace takes seconds, 0 or more, and not "${wrongPace}".\n`);
  console.error(USAGE);
  process.exit(flags.help ? 0 : 2);
}

const core = { LoopGuard, fingerprint, gaveOf, newsKey, noteRefusal, regretOf, summedRegret };
const { preset } = flags;
if (flags.check) process.exit(check(paths, core, flags.update) ? 0 : 1);
const corpus = readCorpus(...paths);
if (corpus.runs.size === 0) {
  console.error(`No runs in ${paths.join(", ")}`);
  process.exit(2);
}
if (flags.rivals) {
  const { RIVALS, IN_README } = await import("./rivals/list.mjs");
  const { measureRivals } = await import("./rivals/measure.mjs");
  const { readmeSection, rivalsSection } = await import("./rivals/table.mjs");
  const measured = measureRivals(corpus.runs, RIVALS, core);
  const calls = [...corpus.runs.values()].reduce((sum, run) => sum + run.calls.length, 0);
  const section = rivalsSection(measured, { runs: corpus.runs.size, calls });
  console.log(section);
  if (flags.write !== undefined) writeSection(flags.write, "accuracy -- --rivals", section);
  if (flags.readme !== undefined)
    writeSection(flags.readme, "accuracy -- --rivals", readmeSection(measured, IN_README));
  process.exit();
}

/** The preset at each clock. */
const measure = (name) =>
  [NO_CLOCK, LIVE, ...flags.pace.map(Number)].map((pace) => {
    const replays = replayAll(corpus.runs, { preset: name }, core, { turns: flags.turns, pace });
    return { clock: clockName(pace), replays, table: tableOf(corpus, replays, core) };
  });
const clocks = measure(preset);

if (flags.json) console.log(JSON.stringify(clocks, short));
else console.log(textOf({ preset, clocks, list: flags.list }));
if (flags.html !== undefined) {
  const { table, replays, clock } = clocks[1];
  writeFileSync(flags.html, accuracyPage({ preset: `${preset}, ${clock}`, table, runs: corpus.runs, replays }));
}
if (flags.write !== undefined) {
  const others = PRESETS.filter((name) => name !== preset).map((name) => ({
    preset: name,
    rows: measure(name).map(({ table }) => table[0]),
  }));
  writeSection(flags.write, "accuracy", sectionOf({ preset, clocks, others }));
}

/** Runs by their ids. */
function short(key, value) {
  if (key === "delays" || key === "replays") return undefined;
  return key === "fired" && Array.isArray(value) ? value.map(({ id }) => id) : value;
}
