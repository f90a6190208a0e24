/** The measured parts of docs/accuracy.md: what is between two marks, written anew by `npm run accuracy -- … --write`. */
import { readFileSync, writeFileSync } from "node:fs";
import { wilson } from "./score.mjs";
import { percentOf } from "./text.mjs";

const begins = (part) => `<!-- npm run ${part}: begin -->`;
const ends = (part) => `<!-- npm run ${part}: end -->`;

/** Throws where the file has no marks. */
export function writeSection(path, part, section) {
  const text = readFileSync(path, "utf8");
  const begin = text.indexOf(begins(part));
  const end = text.indexOf(ends(part));
  if (begin < 0 || end < begin) throw new Error(`${path} has no lines "${begins(part)}" and "${ends(part)}"`);
  writeFileSync(path, `${text.slice(0, begin + begins(part).length)}\n\n${section}\n\n${text.slice(end)}`);
}

/** `others`: of the other presets the rows for all runs, one for each clock. */
export function sectionOf({ preset, clocks, others }) {
  const [all] = clocks[0].table;
  const rows = clocks.map(({ table }) => table[0]);
  return [
    `Preset \`${preset}\`, ${number(all.runs)} runs, ${number(all.calls)} calls, ${all.labelled} runs labelled.`,
    "### Refusals, by what the refused calls gave",
    regretTable(clocks),
    ...(all.labelled === 0 ? [] : ["### Detections and refusals, by labels", ...alike(clocks).map(labelTable)]),
    "### The other presets, on all runs",
    presetTable([{ preset, rows }, ...others]),
  ].join("\n\n");
}

/** A row of each table, side by side. */
const sideBySide = (clocks) => clocks[0].table.map((_, place) => clocks.map(({ table }) => table[place]));

/** Once where it is the same by each clock, else all, in the order of the clocks. */
export const once = (rows, show) => [...new Set(rows.map(show))].join(" / ");

/** Clocks by which the labels say the same, as one. */
function alike(clocks) {
  const groups = new Map();
  for (const clock of clocks) {
    const said = labelTable({ ...clock, clock: "" });
    groups.set(said, [...(groups.get(said) ?? []), clock]);
  }
  return [...groups.values()].map((group) => ({ ...group[0], clock: group.map(({ clock }) => clock).join(" and ") }));
}

function regretTable(clocks) {
  const all = sideBySide(clocks);
  const silent = all.filter((rows) => rows.every(({ regret: r }) => r.first === 0 && r.redundant === 0));
  const table = withoutSample(
    ["runs", "sample", "first refusals that were news", "redundant calls saved", "runs wronged"],
    all
      .filter((rows) => !silent.includes(rows))
      .map((rows) => [
        `${rows[0].name} (${number(rows[0].regret.runs)})`,
        rows[0].sample,
        once(rows, ({ regret: r }) => rate(r.firstNews, r.first)),
        once(rows, ({ regret: r }) => rate(r.saved, r.redundant)),
        once(rows, ({ regret: r }) => `${percentOf(r.wrongedRuns, r.runs)} (${r.wrongedRuns})`),
      ]),
  );
  const head = `Where two figures stand, they are ${clocks.map(({ clock }) => clock).join(" / ")}.`;
  const names = silent.map(([{ name, regret }]) => `${name} (${number(regret.runs)})`);
  return [
    head,
    table,
    ...(names.length === 0 ? [] : [`Nothing redundant, nothing refused: ${names.join(", ")}.`]),
  ].join("\n\n");
}

function labelTable({ clock, table }) {
  const labelled = table.filter((row) => row.labelled > 0);
  const heads = [
    `runs, ${clock}`,
    "sample",
    "any: recall",
    "precision",
    "blocking: recall",
    "precision",
    "median delay",
  ];
  const cells = ({ name, sample, any, blocking }, show) => [
    name,
    sample,
    ...[any, blocking].flatMap(({ right, stuck, fired }) => [show(right, stuck), show(right, fired)]),
    `${any.delay ?? "-"}, ${blocking.delay ?? "-"}`,
  ];
  const groups = labelled.filter(({ kind }) => kind !== "file");
  return withoutSample(
    heads,
    groups.map((row) => cells(row, withInterval)),
  );
}

function presetTable(presets) {
  const both = (rows, kind) =>
    once(rows, ({ [kind]: r }) => `${percentOf(r.right, r.stuck)}, ${percentOf(r.right, r.fired)}`);
  return markdown(
    [
      "preset",
      ...["first refusals that were news", "redundant calls saved"],
      ...["any: recall, precision", "blocking: recall, precision"],
    ],
    presets.map(({ preset, rows }) => [
      `\`${preset}\``,
      once(rows, ({ regret }) => rate(regret.firstNews, regret.first)),
      once(rows, ({ regret }) => rate(regret.saved, regret.redundant)),
      both(rows, "any"),
      both(rows, "blocking"),
    ]),
  );
}

export function rate(part, whole) {
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

/** `sample`: which column says whether the presets were tuned on the runs; left out where it says the same in each row. */
const withoutSample = (head, rows, sample = 1) => {
  if (new Set(rows.map((row) => row[sample])).size !== 1 || rows.length === 1) return markdown(head, rows);
  const rest = (cells) => cells.filter((_, column) => column !== sample);
  return `All ${rows[0][sample]}:\n\n${markdown(rest(head), rows.map(rest))}`;
};

export function markdown(head, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [line(head), `|${head.map(() => "---|").join("")}`, ...rows.map(line)].join("\n");
}
