/** What `npm run accuracy` prints. */

/** `clocks`: for each clock its name, the table and the replays. */
export function textOf({ preset, clocks, list }) {
  const [all] = clocks[0].table;
  const lines = [
    `preset "${preset}": ${all.runs} runs, ${all.calls} calls, ${all.labelled} runs labelled`,
    "",
    "in-sample: the preset was tuned on runs of this source, so its numbers say how well it fits, not how it does elsewhere;",
    "not known: the source is not among those of bench/accuracy/tuned-on.mjs",
    ...clocks.flatMap((one) => clockLines(one)),
  ];
  if (list && all.labelled > 0) for (const one of clocks) lines.push("", ...cases(one));
  return lines.join("\n");
}

function clockLines({ clock, table }) {
  const lines = [
    "",
    `${clock}: refusals, judged by what the refused calls gave as recorded (no labels needed)`,
    ...regretRows(table),
  ];
  const labelled = table.filter((row) => row.labelled > 0);
  if (labelled.length > 0) lines.push(...["any", "blocking"].flatMap((kind) => labelRows(labelled, kind, clock)));
  const modern = table.find(({ name }) => name === "modern models");
  if (modern !== undefined && modern.unlabelled.total > 0)
    lines.push(
      "",
      `${clock}: unlabelled modern runs with a blocking verdict: ${percentOf(modern.unlabelled.fired.length, modern.unlabelled.total, 2)} of ${modern.unlabelled.total} (${modern.sample})`,
    );
  return lines;
}

function regretRows(table) {
  const head = [
    "",
    "sample",
    "runs",
    "first refusals",
    "that were news",
    "refused calls",
    "news",
    "redundant",
    "saved",
  ];
  const rows = table.map(({ name, sample, regret: r }) => [
    name,
    sample,
    r.runs,
    r.first,
    percentOf(r.firstNews, r.first),
    r.refused,
    percentOf(r.news, r.refused),
    r.redundant,
    percentOf(r.saved, r.redundant),
    percentOf(r.wrongedRuns, r.runs),
  ]);
  return aligned([[...head, "runs wronged"], ...rows]);
}

function labelRows(table, kind, clock) {
  const title = kind === "any" ? "any detection" : "blocking verdicts (hint, ask, abort)";
  const head = [
    "",
    "sample",
    "recall",
    "",
    "precision",
    "",
    "disturbed",
    "early",
    "delay",
    "calls saved",
    "tokens saved",
  ];
  const rows = table.map(({ name, sample, [kind]: s }) => [
    name,
    sample,
    percentOf(s.right, s.stuck),
    `${s.right}/${s.stuck} ${interval(s.recallInterval)}`,
    percentOf(s.right, s.fired),
    `${s.right}/${s.fired} ${interval(s.precisionInterval)}`,
    `${s.disturbed}/${s.healthy}`,
    s.early,
    s.delay ?? "-",
    s.callsSaved,
    s.tokensSaved,
  ]);
  return ["", `${clock}: ${title}, on labelled runs`, ...aligned([head, ...rows])];
}

function cases({ clock, table, replays }) {
  const [all] = table;
  const modern = table.find(({ name }) => name === "modern models");
  const lines = (modern?.unlabelled.fired ?? []).map(({ id }) => `  ${id}: ${describe(replays.get(id).blocking)}`);
  for (const kind of ["any", "blocking"]) {
    const { missed, wrong } = all[kind];
    lines.push("", `${clock}: ${kind}: missed`);
    for (const { label } of missed) lines.push(`  ${label.id} (stuck from ${label.first_stuck_call}): ${label.why}`);
    lines.push(`${clock}: ${kind}: false alarms`);
    for (const { label, firing } of wrong) lines.push(`  ${label.id}: ${describe(firing)}; ${label.why}`);
  }
  return lines;
}

function describe({ index, action, detection }) {
  return `call ${index}, ${action} by ${detection.detector} (${detection.toolName}, ${detection.repeats} times, ${detection.evidence})`;
}

export function percentOf(part, whole, digits = 1) {
  return whole === 0 ? "-" : `${((part / whole) * 100).toFixed(digits)} %`;
}

function interval([low, high]) {
  return `(${(low * 100).toFixed(0)}-${(high * 100).toFixed(0)})`;
}

/** Columns as wide as their widest cell; the first two to the left. */
function aligned(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column < 2 ? String(cell).padEnd(widths[column]) : String(cell).padStart(widths[column])))
      .join("  ")
      .trimEnd(),
  );
}
