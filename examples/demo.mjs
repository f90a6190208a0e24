/**
 * `npm run demo`: what loop detection does to real agents. Recorded runs go through a `ToolExecutor`; each refused call
 * is shown as it happens, with what it would have cost; then come the sums, and the same runs under single detectors.
 *
 *   node examples/demo.mjs            ../shared/corpus beside the project, else examples/runs
 *   node examples/demo.mjs <folder>   runs of your own (examples/README.md has the format)
 */
import { existsSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { backend } from "loopguard";
import { costsOf, readRuns, replay, resultOf } from "./replay.mjs";
import { firstCases } from "./single-detectors.mjs";

/** Refused calls shown one by one; past them only counts. */
const SHOWN_MAX = 40;
const PROGRESS_EVERY_CALLS = 5000;

const COLUMNS = ["runs", "calls", "warned", "refused", "stopped", "unreached", "tokens"];
const TITLES = ["runs", "calls", "warned", "refused", "runs stopped", "not reached", "tokens saved"];

const terminal = process.stdout.isTTY === true;
const sources = new Map();
const byTool = new Map();
const byDetector = new Map();
let shown = 0;

function chooseFolder() {
  const here = (path) => fileURLToPath(new URL(path, import.meta.url));
  const beside = here("../../shared/corpus");
  return process.argv[2] ?? (existsSync(beside) ? beside : here("runs"));
}

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
  const onRefused = (index, detection) => {
    sums.refused++;
    sums.tokens += costs[index].result;
    show("refused", run, index, detection, `~${number(costs[index].result)} tokens`);
  };
  const onStopped = (index, detection, unreached) => {
    const tokens = unreached.reduce((sum, at) => sum + costs[at].all, 0);
    sums.stopped++;
    sums.unreached += unreached.length;
    sums.tokens += tokens;
    show("stopped", run, index, detection, `~${number(tokens)} tokens in ${calls(unreached.length)}`);
  };
  const { warned, loops } = await replay(run, onRefused, onStopped);
  sums.runs++;
  sums.calls += run.calls.length;
  sums.warned += warned;
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

function number(value) {
  return Math.round(value).toLocaleString("en");
}

function calls(count) {
  return `${number(count)} ${count === 1 ? "call" : "calls"}`;
}

/** `text` in a column; of a long one the end, where ids differ. */
function cell(text, width) {
  return text.length > width ? `…${text.slice(1 - width)}` : text.padEnd(width);
}

function show(what, run, index, detection, cost) {
  shown++;
  if (shown > SHOWN_MAX) return;
  const place = `${cell(run.id, 40)} #${String(index + 1).padEnd(3)} ${cell(run.calls[index].name, 18)}`;
  clearProgress();
  console.log(`${what}  ${place} ${`${detection.detector} x${detection.repeats}`.padEnd(17)} ${cost}`);
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
    return [name, ...COLUMNS.map((column) => number(sums[column])), share];
  };
  const head = ["source", ...TITLES, "of all"];
  const rows = [...[...sources].map(([name, sums]) => row(name, sums)), row("all", total())];
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map((cells) => cells[i].length)));
  const text = (cells) =>
    cells.map((value, i) => (i === 0 ? value.padEnd(widths[i]) : value.padStart(widths[i]))).join("  ");
  const ruler = widths.map((width) => "-".repeat(width)).join("  ");
  return [text(head), ruler, ...rows.slice(0, -1).map(text), ruler, text(rows.at(-1))].join("\n");
}

function ranking(title, counts, most) {
  const sorted = [...counts].sort((a, b) => b[1] - a[1]);
  const listed = sorted.slice(0, most).map(([name, count]) => `${name} ${number(count)}`);
  const rest = sorted.slice(most).reduce((sum, [, count]) => sum + count, 0);
  if (rest > 0) listed.push(`${sorted.length - most} others ${number(rest)}`);
  return `${title}: ${listed.join(", ") || "none"}`;
}

/** One detector, and the first clear case of it in the runs. */
function showCase({ title, run, calls: involved, detection }) {
  if (run === undefined) return `${title}\n  no clear case in these runs`;
  const lines = involved.map((call) => {
    const args = oneLine(JSON.stringify(call.args), 72);
    const result = oneLine(resultOf(call), 32) || "(nothing)";
    return `  #${String(run.calls.indexOf(call) + 1).padEnd(3)} ${call.name} ${args} -> ${result}`;
  });
  return [`${title}\n  in ${run.id}:`, ...lines, `  ${detection.detector}: ${detection.message}`].join("\n");
}

function oneLine(text, width) {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > width ? `${line.slice(0, width - 1)}…` : line;
}

// ---- the demo -------------------------------------------------------------------------------------------------------

// The reader of a pipe (`head`, say) may leave early.
process.stdout.on("error", (error) => process.exit(error.code === "EPIPE" ? 0 : 1));
const folder = chooseFolder();
if (!existsSync(folder)) {
  console.error(`${folder}: no such folder`);
  process.exit(1);
}
console.log(
  `Replaying ${relative(process.cwd(), folder) || "."} with { loopDetection: true } on the ${backend} backend\n`,
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

A token is four characters. A refused call saves its result; a stopped run saves the rest of its calls, and what the
model would have read again before each of them. The hints, some 60 tokens each, are not subtracted. After a refusal the
recorded run goes on as it did; a live model would have read the hint.
${calls(total().calls)} in ${seconds} s

The same runs under single detectors, the first clear case of each:

${firstCases(readRuns(folder)).map(showCase).join("\n\n")}`);
