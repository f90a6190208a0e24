/** The last part of the demo: the runs of a folder, with a table of what a guard does to them, and what single detectors see. */
import { existsSync } from "node:fs";
import { relative } from "node:path";
import { backend } from "loopguard";
import { costsOf, isUnmade, readRuns, replay, resultOf } from "./replay.mjs";
import { firstCases } from "./single-detectors.mjs";
import { WIDTH, wrapped } from "./strips.mjs";
import { cell, number, oneLine } from "./text.mjs";

/** Refused calls shown one by one; past them only counts. */
const SHOWN_MAX = 20;
const PROGRESS_EVERY_CALLS = 5000;

const COLUMNS = ["runs", "calls", "warned", "refused", "stopped", "unreached", "tokens"];
const TITLES = ["runs", "calls", "warned", "refused", "stopped", "not made", "tokens"];
/** Of the names of sources; with it the table fits a terminal. */
const SOURCE = 18;

const terminal = process.stdout.isTTY === true;
const sources = new Map();
const byTool = new Map();
const byDetector = new Map();
let shown = 0;

// ---- counting -------------------------------------------------------------------------------------------------------

function sumsOf(source) {
  if (!sources.has(source))
    sources.set(source, { ...Object.fromEntries(COLUMNS.map((column) => [column, 0])), spent: 0 });
  return sources.get(source);
}

function total() {
  const add = (key) => [...sources.values()].reduce((sum, sums) => sum + sums[key], 0);
  return Object.fromEntries([...COLUMNS, "spent"].map((key) => [key, add(key)]));
}

function addTo(counts, more) {
  for (const [name, count] of Object.entries(more)) counts.set(name, (counts.get(name) ?? 0) + count);
}

async function replayOne(run) {
  const sums = sumsOf(run.source);
  const costs = costsOf(run);
  const { fates, loops } = await replay(run);
  const last = fates.findIndex(({ fate }) => isUnmade(fate));
  const unmade = last === -1 ? [] : costs.filter((_, i) => isUnmade(fates[i].fate));
  const tokens = unmade.reduce((sum, { all }) => sum + all, 0);
  for (const [i, { fate, detection }] of fates.entries()) {
    if (fate === "warned") sums.warned++;
    if (fate === "refused") {
      sums.refused++;
      sums.tokens += costs[i].result;
      show("refused", run, i, detection, `~${number(costs[i].result)} tokens`);
    }
    if (fate === "stopped") show("stopped", run, i, detection, `~${number(tokens)} tokens`);
  }
  if (unmade.length > 0) sums.stopped++;
  sums.unreached += unmade.length;
  sums.tokens += tokens;
  sums.runs++;
  sums.calls += run.calls.length;
  sums.spent += costs.reduce((sum, { all }) => sum + all, 0);
  addTo(byTool, loops.byTool);
  addTo(byDetector, loops.byDetector);
}

async function replayAll(folder) {
  let told = 0;
  for (const run of readRuns(folder)) {
    await replayOne(run);
    const due = Math.floor(total().calls / (terminal ? 100 : PROGRESS_EVERY_CALLS));
    if (due > told && (terminal || shown >= SHOWN_MAX)) progress();
    told = due;
  }
}

// ---- showing --------------------------------------------------------------------------------------------------------

function calls(count) {
  return `${number(count)} ${count === 1 ? "call" : "calls"}`;
}

function show(what, run, index, detection, cost) {
  shown++;
  if (shown > SHOWN_MAX) return;
  const place = `${cell(run.id, 24)} #${String(index + 1).padEnd(3)} ${cell(run.calls[index].name, 12)}`;
  clearProgress();
  console.log(`${what}  ${place} ${cell(detection.detector, 11)} ${cost}`);
  if (shown === SHOWN_MAX) console.log("... and so on; from here on only counts");
}

/** On a terminal one line that is written over; in a pipe a line now and then. */
function progress() {
  const sums = total();
  const counts = `${number(sums.runs)} runs, ${calls(sums.calls)}, ${number(sums.refused + sums.unreached)} not made`;
  clearProgress();
  process.stdout.write(terminal ? counts : `... ${counts}\n`);
}

function clearProgress() {
  if (terminal) process.stdout.write("\r\x1b[K");
}

function table() {
  const row = (name, sums) => {
    const share = `${((100 * sums.tokens) / Math.max(1, sums.spent)).toFixed(1)} %`;
    return [cell(name, SOURCE), ...COLUMNS.map((column) => number(sums[column])), share];
  };
  const head = ["source", ...TITLES, "saved"];
  const rows = [...[...sources].map(([name, sums]) => row(name, sums)), row("all", total())];
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map((cells) => cells[i].length)));
  const text = (cells) =>
    cells.map((value, i) => (i === 0 ? value.padEnd(widths[i]) : value.padStart(widths[i]))).join(" ");
  const ruler = widths.map((width) => "-".repeat(width)).join(" ");
  return [text(head), ruler, ...rows.slice(0, -1).map(text), ruler, text(rows.at(-1))].join("\n");
}

function ranking(title, counts, most) {
  const sorted = [...counts].sort((a, b) => b[1] - a[1]);
  const listed = sorted.slice(0, most).map(([name, count]) => `${name} ${number(count)}`);
  const rest = sorted.slice(most).reduce((sum, [, count]) => sum + count, 0);
  if (rest > 0) listed.push(`${sorted.length - most} others ${number(rest)}`);
  return wrapped(`${title}: ${listed.join(", ") || "none"}`);
}

/** One detector, and the first clear case of it in the runs. */
function showCase({ title, run, calls: involved, detection }) {
  if (run === undefined) return `${wrapped(title)}\n  no clear case in these runs`;
  const lines = involved.map((call) => {
    const asked = oneLine(`${call.name} ${JSON.stringify(call.args)}`, 46);
    const result = oneLine(resultOf(call), 22) || "(nothing)";
    return `  #${String(run.calls.indexOf(call) + 1).padEnd(3)} ${asked} -> ${result}`;
  });
  return [
    `${wrapped(title)}\n  in ${run.id}:`,
    ...lines,
    wrapped(`${detection.detector}: ${detection.message}`, "  "),
  ].join("\n");
}

// ---- the part -------------------------------------------------------------------------------------------------------

export async function showFolder(folder) {
  if (!existsSync(folder)) {
    console.error(`${folder}: no such folder`);
    process.exit(1);
  }
  console.log(
    `\nThe runs in ${relative(process.cwd(), folder) || "."}, on the ${backend} backend\n${"-".repeat(WIDTH)}`,
  );
  const begin = performance.now();
  await replayAll(folder);
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  clearProgress();
  if (sources.size === 0) {
    console.error(`${folder}: no runs in it; expected .jsonl or .jsonl.gz files`);
    process.exit(1);
  }
  console.log(`
${table()}

${ranking("Loops by detector", byDetector, 8)}
${ranking("Loops by tool", byTool, 8)}
${calls(total().calls)} in ${seconds} s

The same runs under single detectors, the first clear case of each:

${firstCases(readRuns(folder)).map(showCase).join("\n\n")}`);
}
