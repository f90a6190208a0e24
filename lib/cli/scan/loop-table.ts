/** The text output of a scan: the loops, the most wasteful first, and the totals. */
import { cost, costOf, money, type Pricing } from "../money.ts";
import { plainText } from "../plain-text.ts";
import type { ScanDetection, ScannedRun, ScanTotals } from "../scan-types.ts";
import type { Colors } from "../terminal.ts";
import { type Column, drawn, drawnWidth } from "./drawn-table.ts";

export interface FoundLoop {
  run: Pick<ScannedRun, "id" | "file" | "line">;
  loop: Omit<ScanDetection, "calls">;
}

/** Loops that are shown without `--all`. */
export const SHOWN_MAX = 50;
/** Characters after which a cell is cut. */
const CELL_MAX = 40;
const STEPS_MAX = 3;

/** Keeps the most wasteful loops of a scan, and counts all. */
export class LoopList {
  readonly #max: number;
  #loops: FoundLoop[] = [];
  #total = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get total(): number {
    return this.#total;
  }

  add({ id, file, line, detections }: ScannedRun): void {
    for (const { calls: _, ...loop } of detections) this.#loops.push({ run: { id, file, line }, loop });
    this.#total += detections.length;
    if (this.#loops.length > 10 * this.#max) this.#loops = this.mostWasteful();
  }

  /** The most wasteful first; among equals in the order of the input. */
  mostWasteful(): FoundLoop[] {
    const sorted = this.#loops.sort(
      (a, b) => b.loop.wastedTokens - a.loop.wastedTokens || b.loop.wastedCalls - a.loop.wastedCalls,
    );
    return sorted.length > this.#max ? sorted.slice(0, this.#max) : sorted;
  }
}

export interface TableStyle {
  pricing: Pricing | undefined;
  colors: Colors;
  /** Columns of the terminal. */
  width: number;
  /** How many files were scanned; of one, the name is not repeated in each row. */
  files: number;
}

/**
 * As many columns as fit: cells are cut and columns left out, but never the id of a run, which `explain` needs. If ids take
 * too much of the line, the rows are numbered, and the ids follow below.
 */
export function loopTable(loops: readonly FoundLoop[], style: TableStyle): string {
  const { colors, width } = style;
  let columns: Column[] = [];
  for (const layout of LAYOUTS) {
    columns = columnsOf(loops, layout, style);
    if (drawnWidth(columns, colors) <= width) return joined(columns, loops, layout, style);
  }
  return joined(columns, loops, LAYOUTS.at(-1) as Layout, style);
}

interface Layout {
  /** Longer names of tools, patterns and files are cut. */
  cut: number;
  without: readonly string[];
  /** Whether runs and files are listed below the table. */
  isNumbered?: boolean;
}

/** The most that is shown first. */
const LAYOUTS: readonly Layout[] = [
  { cut: CELL_MAX, without: [] },
  { cut: 24, without: [] },
  { cut: 24, without: ["evidence", "first"] },
  { cut: 16, without: ["evidence", "first"] },
  { cut: 16, without: ["evidence", "first", "repeats"] },
  { cut: 24, without: [], isNumbered: true },
  { cut: 24, without: ["evidence"], isNumbered: true },
  { cut: 16, without: ["evidence", "repeats"], isNumbered: true },
  { cut: 16, without: ["evidence", "first", "repeats"], isNumbered: true },
  { cut: 16, without: ["evidence", "first", "repeats", "pattern"], isNumbered: true },
  { cut: 12, without: ["evidence", "first", "repeats", "pattern", "calls"], isNumbered: true },
  { cut: 8, without: ["evidence", "first", "repeats", "pattern", "calls", "action"], isNumbered: true },
  { cut: 8, without: ["evidence", "first", "repeats", "pattern", "calls", "action", "tokens"], isNumbered: true },
];

function columnsOf(loops: readonly FoundLoop[], { cut, without, isNumbered }: Layout, style: TableStyle): Column[] {
  const { pricing, colors, files } = style;
  const column = (name: string, cell: (found: FoundLoop, at: number) => string): Column => ({
    name,
    cells: loops.map(cell),
  });
  const right = (name: string, cell: (found: FoundLoop) => string): Column => ({
    ...column(name, cell),
    isRight: true,
  });
  const columns: Column[] = [];
  if (isNumbered) columns.push(column("#", (_, at) => String(at + 1)));
  else columns.push(column("run", ({ run }) => plainText(run.id)));
  if (!isNumbered && files > 1) columns.push({ name: "file", cells: fileNames(loops, cut) });
  columns.push(
    column("tool", ({ loop }) => cell(loop.toolName, cut)),
    column("pattern", ({ loop }) => cell(patternText(loop), cut)),
    right("first", ({ loop }) => (loop.text === undefined ? `#${loop.callIndex + 1}` : "")),
    right("repeats", ({ loop }) => String(loop.repeats)),
    {
      ...column("evidence", ({ loop }) => loop.evidence),
      paint: (text) => (text === "strong" ? colors.bold(text) : text),
    },
    { ...column("action", ({ loop }) => loop.action), paint: (text) => actionText(text, colors) },
    right("calls", ({ loop }) => count(loop.wastedCalls)),
    right("tokens", ({ loop }) => count(loop.wastedTokens)),
  );
  if (pricing !== undefined)
    columns.push(
      right("cost", ({ loop: { wastedTokens, wastedCachedTokens = 0 } }) =>
        money(costOf(wastedTokens, wastedCachedTokens, pricing), pricing.currency),
      ),
    );
  return columns.filter(({ name }) => !without.includes(name));
}

function joined(columns: readonly Column[], loops: readonly FoundLoop[], layout: Layout, style: TableStyle): string {
  const table = drawn(columns, style.colors);
  if (!layout.isNumbered) return table;
  const names = fileNames(loops, Number.POSITIVE_INFINITY);
  const lines = loops.map(({ run }, at) => {
    const file = style.files > 1 ? `  ${names[at]}` : "";
    return `#${at + 1}  ${plainText(run.id)}${file}`;
  });
  return [table, ...lines].join("\n");
}

/** The files, without the folder that all are in, and of a name that is too long the end. */
function fileNames(loops: readonly FoundLoop[], max: number): string[] {
  const files = loops.map(({ run }) => run.file);
  const [first = ""] = files;
  let folder = first.lastIndexOf("/") + 1;
  while (folder > 0 && !files.every((file) => file.startsWith(first.slice(0, folder))))
    folder = folder === 1 ? 0 : first.lastIndexOf("/", folder - 2) + 1;
  return files.map((file) => {
    const characters = [...plainText(file.slice(folder))];
    return characters.length > max ? `…${characters.slice(1 - max).join("")}` : characters.join("");
  });
}

/** "no_progress", or the steps of a cycle. */
function patternText({
  detector,
  cycleLength,
  pattern,
  text,
}: Pick<ScanDetection, "detector" | "cycleLength" | "pattern" | "text">) {
  if (text !== undefined) return `${detector}: ${pattern.join()} "${text.passage}"`;
  if (cycleLength < 2) return detector;
  const steps = pattern.length > STEPS_MAX ? [...pattern.slice(0, STEPS_MAX), `… ${pattern.length} calls`] : pattern;
  return `${detector}: ${steps.join(" > ")}`;
}

function actionText(action: string, colors: Colors): string {
  if (action === "abort") return colors.red(action);
  return action === "allow" || action === "warn" ? action : colors.yellow(action);
}

/** The totals, a line each. */
export function totalsText(totals: ScanTotals): string {
  const {
    files,
    runs,
    runsWithLoops,
    calls,
    tokens,
    untimedRuns = 0,
    wastedCalls,
    wastedTokens,
    wastedCachedTokens = 0,
    wastedCost,
    currency,
  } = totals;
  const lines = [
    `${count(runs)} ${runs === 1 ? "run" : "runs"} with ${count(calls)} calls in ${count(files)} ${files === 1 ? "file" : "files"}`,
    `${count(runsWithLoops)} with loops (${share(runsWithLoops, runs)})`,
    `wasted: ${count(wastedCalls)} calls (${share(wastedCalls, calls)}), about ${count(wastedTokens)} tokens (${share(wastedTokens, tokens)})` +
      (wastedCachedTokens === 0 ? "" : `, ${count(wastedCachedTokens)} of them from a cache`) +
      (wastedCost === undefined ? "" : `, ${cost(wastedCost, currency)}`),
  ];
  if (untimedRuns > 0) lines.push(untimedText(untimedRuns, runs));
  return lines.join("\n");
}

/** What `scan` and `tune` say of runs whose calls have no recorded times. */
export function untimedText(untimed: number, all: number): string {
  const which = untimed === all ? "No times are recorded" : `No times are recorded in ${count(untimed)} of the runs`;
  return `${which}: waiting was judged by words and counts, not by a clock.`;
}

export function share(part: number, whole: number): string {
  return whole === 0 ? "0 %" : `${((100 * part) / whole).toFixed(1)} %`;
}

/** A whole number with commas. The first `toLocaleString` of a process takes 13 ms. */
export function count(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

function cell(text: string, max: number): string {
  const characters = [...plainText(text)];
  return characters.length > max ? `${characters.slice(0, max - 1).join("")}…` : characters.join("");
}
