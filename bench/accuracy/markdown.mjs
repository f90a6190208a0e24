/** The measured part of docs/accuracy.md: everything between two marks, written anew by `npm run accuracy -- … --write`. */
import { readFileSync, writeFileSync } from "node:fs";
import { wilson } from "./score.mjs";
import { percentOf } from "./text.mjs";

const BEGIN = "<!-- npm run accuracy: begin -->";
const END = "<!-- npm run accuracy: end -->";

/** Throws where the file has no marks. */
export function writeSection(path, section) {
  const text = readFileSync(path, "utf8");
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`${path} has no lines "${BEGIN}" and "${END}"`);
  writeFileSync(path, `${text.slice(0, begin + BEGIN.length)}\n\n${section}\n\n${text.slice(end)}`);
}

/** `others`: rows for all runs, of the other presets. */
export function sectionOf({ preset, table, others }) {
  const [all] = table;
  const labelled = table.filter((row) => row.labelled > 0);
  return [
    `Preset \`${preset}\`, ${number(all.runs)} runs, ${number(all.calls)} calls, ${all.labelled} runs labelled.`,
    "### Refusals, by what the refused calls gave",
    regretTable(table),
    ...(labelled.length === 0 ? [] : ["### Detections and refusals, by labels", ...labelTables(labelled)]),
    "### The other presets, on all runs",
    presetTable([{ preset, row: all }, ...others]),
  ].join("\n\n");
}

function regretTable(table) {
  return markdown(
    [
      "runs",
      "sample",
      "first refusals that were news",
      "refused calls that were news",
      "redundant calls saved",
      "runs wronged",
    ],
    table.map(({ name, sample, regret: r }) => [
      `${name} (${number(r.runs)})`,
      sample,
      rate(r.firstNews, r.first),
      rate(r.news, r.refused),
      rate(r.saved, r.redundant),
      `${percentOf(r.wrongedRuns, r.runs)} (${r.wrongedRuns})`,
    ]),
  );
}

function labelTables(table) {
  const heads = ["runs", "sample", "any: recall", "precision", "blocking: recall", "precision", "median delay"];
  const cells = ({ name, sample, any, blocking }, show) => [
    name,
    sample,
    ...[any, blocking].flatMap(({ right, stuck, fired }) => [show(right, stuck), show(right, fired)]),
    `${any.delay ?? "-"}, ${blocking.delay ?? "-"}`,
  ];
  const files = table.filter(({ kind }) => kind === "file");
  return [
    markdown(
      heads,
      table.filter(({ kind }) => kind !== "file").map((row) => cells(row, withInterval)),
    ),
    markdown(
      [...heads, "healthy runs disturbed"],
      files.map((row) => [...cells(row, rate), disturbed(row)]),
    ),
  ];
}

const disturbed = ({ any: { disturbed, healthy } }) => `${disturbed} of ${healthy}`;

function presetTable(rows) {
  return markdown(
    [
      "preset",
      "first refusals that were news",
      "redundant calls saved",
      "any: recall, precision",
      "blocking: recall, precision",
    ],
    rows.map(({ preset, row: { regret, any, blocking } }) => [
      `\`${preset}\``,
      rate(regret.firstNews, regret.first),
      rate(regret.saved, regret.redundant),
      ...[any, blocking].map(({ right, stuck, fired }) => `${percentOf(right, stuck)}, ${percentOf(right, fired)}`),
    ]),
  );
}

function rate(part, whole) {
  return whole === 0 ? "-" : `${percentOf(part, whole)} (${part} of ${whole})`;
}

function withInterval(part, whole) {
  if (whole === 0) return "-";
  const [low, high] = wilson(part, whole).map((bound) => (bound * 100).toFixed(0));
  return `${percentOf(part, whole)} (${part} of ${whole}; ${low}-${high})`;
}

function number(value) {
  return value.toLocaleString("en-US");
}

function markdown(head, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [line(head), `|${head.map(() => "---|").join("")}`, ...rows.map(line)].join("\n");
}
