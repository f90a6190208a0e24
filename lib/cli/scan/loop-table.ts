/** The text output of a scan: the loops, the most wasteful first, and the totals. */
import { Table } from "../../bundled/libraries.ts";
import { costOf, money, type Pricing } from "../money.ts";
import { plainText } from "../plain-text.ts";
import type { ScanDetection, ScannedRun, ScanTotals } from "../scan-types.ts";
import type { Colors } from "../terminal.ts";

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

export function loopTable(loops: readonly FoundLoop[], pricing: Pricing | undefined, colors: Colors): string {
  const head = ["run", "tool", "pattern", "repeats", "evidence", "action", "calls", "tokens"];
  if (pricing !== undefined) head.push("cost");
  const right = new Set(["repeats", "calls", "tokens", "cost"]);
  const table = new Table({
    head,
    style: { head: [], border: [], compact: true },
    colAligns: head.map((name) => (right.has(name) ? "right" : "left")),
    ...(colors.isColorSupported ? {} : { chars: ASCII }),
  });
  for (const { run, loop } of loops) {
    const row = [
      cell(run.id),
      cell(loop.toolName),
      cell(patternText(loop)),
      String(loop.repeats),
      loop.evidence === "strong" ? colors.bold("strong") : "weak",
      actionText(loop.action, colors),
      count(loop.wastedCalls),
      count(loop.wastedTokens),
    ];
    if (pricing !== undefined)
      row.push(money(costOf(loop.wastedTokens, loop.wastedCachedTokens ?? 0, pricing), pricing.currency));
    table.push(row);
  }
  return table.toString();
}

/** A table without frames, for pipes: columns with two blanks between them. */
const ASCII = {
  top: "",
  "top-mid": "",
  "top-left": "",
  "top-right": "",
  bottom: "",
  "bottom-mid": "",
  "bottom-left": "",
  "bottom-right": "",
  left: "",
  "left-mid": "",
  mid: "",
  "mid-mid": "",
  right: "",
  "right-mid": "",
  middle: " ",
};

/** "no_progress", or the steps of a cycle. */
function patternText({
  detector,
  cycleLength,
  pattern,
  text,
}: Pick<ScanDetection, "detector" | "cycleLength" | "pattern" | "text">) {
  if (text !== undefined) return `${detector}: ${pattern.join()}`;
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
  const { files, runs, runsWithLoops, calls, tokens, wastedCalls, wastedTokens, wastedCost, currency } = totals;
  const lines = [
    `${count(runs)} ${runs === 1 ? "run" : "runs"} with ${count(calls)} calls in ${count(files)} ${files === 1 ? "file" : "files"}`,
    `${count(runsWithLoops)} with loops (${share(runsWithLoops, runs)})`,
    `wasted: ${count(wastedCalls)} calls (${share(wastedCalls, calls)}), about ${count(wastedTokens)} tokens (${share(wastedTokens, tokens)})` +
      (wastedCost === undefined ? "" : `, ${money(wastedCost, currency)}`),
  ];
  return lines.join("\n");
}

export function share(part: number, whole: number): string {
  return whole === 0 ? "0 %" : `${((100 * part) / whole).toFixed(1)} %`;
}

/** A whole number with commas. The first `toLocaleString` of a process takes 13 ms. */
export function count(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

function cell(text: string): string {
  const plain = plainText(text);
  return plain.length > CELL_MAX ? `${plain.slice(0, CELL_MAX - 1)}…` : plain;
}
