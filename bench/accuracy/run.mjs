/**
 * How well a guard tells stuck runs from healthy ones: `npm run accuracy -- <corpus> [--preset name] [--html page.html]
 * [--json] [--list]`. Prints recall, precision and delay for any detection and for blocking verdicts, by source, with
 * 95 % intervals, and the misses and false alarms.
 */
import { existsSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { LoopGuard } from "../../dist/index.js";
import { readCorpus } from "./corpus.mjs";
import { accuracyPage } from "./html.mjs";
import { replay } from "./replay.mjs";
import { firedUnlabelled, score } from "./score.mjs";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    preset: { type: "string", default: "recommended" },
    html: { type: "string" },
    json: { type: "boolean", default: false },
    list: { type: "boolean", default: true },
  },
  allowNegative: true,
});
const folder = positionals[0] ?? "../shared/corpus";
if (!existsSync(folder)) {
  console.error(`No corpus at "${folder}": give a folder with *.jsonl(.gz) runs and a labels.jsonl.`);
  process.exit(2);
}

const { runs, labels } = readCorpus(folder);
const guard = new LoopGuard({ preset: flags.preset });
const replays = new Map([...runs.values()].map((run) => [run.id, replay(run, guard)]));
const sources = [...new Set([...runs.values()].map((run) => run.file))].sort();
const groups = [
  ["all", () => true],
  ["modern models", (run) => run.modern],
  ["2023-24 models", (run) => !run.modern],
  ...sources.map((source) => [source, (run) => run.file === source]),
  ...sources.map((source) => [`all but ${source}`, (run) => run.file !== source]),
];
const table = groups.map(([name, wanted]) => ({
  name,
  any: score(
    labels.filter((label) => wanted(runs.get(label.id))),
    runs,
    replays,
    "any",
  ),
  blocking: score(
    labels.filter((label) => wanted(runs.get(label.id))),
    runs,
    replays,
    "blocking",
  ),
  unlabelled: firedUnlabelled(labels, runs, replays, "blocking", wanted),
}));

if (flags.json) console.log(JSON.stringify(table, (key, value) => (key === "delays" ? undefined : value)));
else print();
if (flags.html !== undefined) writeFileSync(flags.html, accuracyPage({ preset: flags.preset, table, runs, replays }));

function print() {
  console.log(`preset "${flags.preset}": ${runs.size} runs, ${labels.length} labelled`);
  for (const kind of ["any", "blocking"]) {
    console.log(`\n${kind === "any" ? "any detection" : "blocking verdicts (hint, ask, abort)"}`);
    console.log(row("", "recall", "", "precision", "", "disturbed", "early", "delay", "calls saved", "tokens saved"));
    for (const { name, [kind]: s } of table) {
      const recall = [
        s.recall === undefined ? "-" : percent(s.recall),
        `${s.right}/${s.stuck} ${interval(s.recallInterval)}`,
      ];
      const precision = [
        s.precision === undefined ? "-" : percent(s.precision),
        `${s.right}/${s.fired} ${interval(s.precisionInterval)}`,
      ];
      console.log(
        row(
          name,
          ...recall,
          ...precision,
          `${s.disturbed}/${s.healthy}`,
          s.early,
          s.delay ?? "-",
          s.callsSaved,
          s.tokensSaved,
        ),
      );
    }
  }
  const modern = table[1].unlabelled;
  console.log(
    `\nunlabelled modern runs with a blocking verdict: ${modern.fired.length} of ${modern.total} (${percent(modern.fired.length / modern.total, 2)})`,
  );
  if (!flags.list) return;
  for (const run of modern.fired) console.log(`  ${run.id}: ${describe(replays.get(run.id).blocking)}`);
  for (const kind of ["any", "blocking"]) {
    const { missed, wrong } = table[0][kind];
    console.log(`\n${kind}: missed`);
    for (const { label } of missed) console.log(`  ${label.id} (stuck from ${label.first_stuck_call}): ${label.why}`);
    console.log(`${kind}: false alarms`);
    for (const { label, firing } of wrong) console.log(`  ${label.id}: ${describe(firing)}; ${label.why}`);
  }
}

function describe({ index, action, detection }) {
  return `call ${index}, ${action} by ${detection.detector} (${detection.toolName}, ${detection.repeats} times, ${detection.evidence})`;
}

function percent(share, digits = 1) {
  return `${(share * 100).toFixed(digits)} %`;
}

function interval([low, high]) {
  return `(${(low * 100).toFixed(0)}-${(high * 100).toFixed(0)})`;
}

function row(name, ...cells) {
  const widths = [8, 14, 8, 14, 10, 6, 6, 12, 12];
  return name.padEnd(32) + cells.map((cell, i) => String(cell).padStart(widths[i] ?? 8)).join(" ");
}
