/** The loops of a scan as a table, the most wasteful first. */

import { Table, textWidth } from "../../traces/libraries.ts";
import type { ScanDetection, ScannedRun } from "../scan-types.ts";
import { type Colors, plainText } from "../terminal.ts";
import { count, meaningOf, money, type Pricing, WOULD_HAVE, wastedCost, wastedTokens } from "./totals-text.ts";

export interface FoundLoop {
  run: Pick<ScannedRun, "id" | "file" | "line">;
  loop: Omit<ScanDetection, "calls">;
}

/** Loops that are shown without `--all`. */
export const SHOWN_MAX = 50;
/** Characters after which a cell is cut. */
const CELL_MAX = 40;
const STEPS_MAX = 3;
/** What the guard would have done: nothing of it has happened. */
const WOULD = "would have";
/** The columns, in the order in which they are left out: while runs stand in the rows, and then. */
const LEFT_OUT = ["evidence", "first", "repeats"];
const LEFT_OUT_THEN = ["evidence", "repeats", "first", "pattern", "calls", WOULD, "tokens"];

/** Keeps the most wasteful loops of a scan, and counts all. */
export class LoopList {
  readonly #max: number;
  #loops: FoundLoop[] = [];
  total = 0;

  constructor(max: number) {
    this.#max = max;
  }

  add({ id, file, line, detections }: ScannedRun): void {
    for (const { calls: _, ...loop } of detections) this.#loops.push({ run: { id, file, line }, loop });
    this.total += detections.length;
    if (this.#loops.length > 10 * this.#max) this.#loops = this.mostWasteful();
  }

  /** The most wasteful first; among equals in the order of the input. */
  mostWasteful(): FoundLoop[] {
    const more = ({ loop: a }: FoundLoop, { loop: b }: FoundLoop) =>
      wastedTokens(b) - wastedTokens(a) || b.wastedCalls - a.wastedCalls;
    const sorted = this.#loops.sort(more);
    return sorted.length > this.#max ? sorted.slice(0, this.#max) : sorted;
  }
}

interface TableStyle {
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
  const fits = (layout: Layout) => drawnWidth(columnsOf(loops, layout, style), colors) <= width;
  const layout = LAYOUTS.find(fits) ?? (LAYOUTS.at(-1) as Layout);
  const table = drawn(columnsOf(loops, layout, style), colors);
  if (!layout.isNumbered) return table;
  const names = fileNames(loops, Number.POSITIVE_INFINITY);
  const lines = loops.map(({ run }, at) => {
    return `#${at + 1}  ${plainText(run.id)}${style.files > 1 ? `  ${names[at]}` : ""}`;
  });
  return [table, ...lines].join("\n");
}

interface Layout {
  /** Longer names of tools, patterns and files are cut. */
  cut: number;
  without: readonly string[];
  /** Whether runs and files are listed below the table. */
  isNumbered: boolean;
}

/** The most that is shown first. */
const LAYOUTS: readonly Layout[] = [
  ...layouts(false, [CELL_MAX, 0], [24, 0], [24, 2], [16, 2], [16, 3]),
  ...layouts(true, [24, 0], [24, 1], [16, 2], [16, 3], [16, 4], [12, 5], [8, 6], [8, 7]),
];

/** Of each: where cells are cut, and how many columns are left out. */
function layouts(isNumbered: boolean, ...all: readonly [cut: number, without: number][]): Layout[] {
  const order = isNumbered ? LEFT_OUT_THEN : LEFT_OUT;
  return all.map(([cut, without]) => ({ cut, without: order.slice(0, without), isNumbered }));
}

function columnsOf(loops: readonly FoundLoop[], { cut, without, isNumbered }: Layout, style: TableStyle): Column[] {
  const { pricing, colors, files } = style;
  const column = (name: string, cell: (found: FoundLoop, at: number) => string, more: Partial<Column> = {}): Column => {
    return { name, cells: loops.map(cell), ...more };
  };
  const right = (name: string, cell: (found: FoundLoop) => string) => column(name, cell, { isRight: true });
  const columns = [
    isNumbered ? column("#", (_, at) => String(at + 1)) : column("run", ({ run }) => plainText(run.id)),
    ...(!isNumbered && files > 1 ? [{ name: "file", cells: fileNames(loops, cut) }] : []),
    column("tool", ({ loop }) => cell(loop.toolName, cut)),
    column("pattern", ({ loop }) => cell(patternText(loop), cut)),
    right("first", ({ loop }) => (loop.text === undefined ? `#${loop.callIndex + 1}` : "")),
    right("repeats", ({ loop }) => String(loop.repeats)),
    column("evidence", ({ loop }) => loop.evidence, {
      paint: (text) => (text === "strong" ? colors.bold(text) : text),
    }),
    column(WOULD, ({ loop }) => WOULD_HAVE[loop.action], { paint: (text) => painted(text, colors) }),
    right("calls", ({ loop }) => count(loop.wastedCalls)),
    right("tokens", ({ loop }) => count(wastedTokens(loop))),
  ];
  if (pricing !== undefined)
    columns.push(right("cost", ({ loop }) => money(wastedCost(loop, pricing), pricing.currency)));
  return columns.filter(({ name }) => !without.includes(name));
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

/** "no_progress: same call, same result", or the steps of a cycle. */
function patternText({ detector, cycleLength, pattern, text }: FoundLoop["loop"]): string {
  if (text !== undefined) return `${detector}: ${pattern.join()} "${text.passage}"`;
  const meaning = meaningOf(detector);
  if (cycleLength < 2) return meaning === "" ? detector : `${detector}: ${meaning}`;
  const steps = pattern.length > STEPS_MAX ? [...pattern.slice(0, STEPS_MAX), `… ${cycleLength} calls`] : pattern;
  return `${detector}: ${steps.join(" > ")}`;
}

function painted(word: string, colors: Colors): string {
  if (word === WOULD_HAVE.abort) return colors.red(word);
  return word === WOULD_HAVE.hint || word === WOULD_HAVE.ask ? colors.yellow(word) : word;
}

/** In so many columns of a terminal. */
function cell(text: string, max: number): string {
  const whole = plainText(text);
  if (textWidth(whole) <= max) return whole;
  let head = "";
  for (const character of whole) {
    if (textWidth(head + character) >= max) break;
    head += character;
  }
  return `${head}…`;
}

export interface Column {
  name: string;
  /** Plain text: its width is that of the column. */
  cells: readonly string[];
  isRight?: boolean;
  paint?: (cell: string) => string;
}

/** Without colours, there are no frames either: columns with blanks between them. */
export function drawn(columns: readonly Column[], colors: Colors): string {
  const table = new Table({
    head: columns.map(({ name }) => name),
    style: { head: [], border: [], compact: true },
    colAligns: columns.map(({ isRight }) => (isRight === true ? "right" : "left")),
    ...(colors.isColorSupported ? {} : { chars: ASCII }),
  });
  for (const row of (columns[0]?.cells ?? []).keys())
    table.push(columns.map(({ cells, paint }) => (paint ?? plain)(cells[row] ?? "")));
  return table.toString();
}

/** The characters of a line of the table. */
function drawnWidth(columns: readonly Column[], colors: Colors): number {
  const inner = columns.reduce((sum, { name, cells }) => sum + widest([name, ...cells]) + 2, 0);
  return inner + columns.length + (colors.isColorSupported ? 1 : -1);
}

const plain = (cell: string): string => cell;

function widest(cells: readonly string[]): number {
  return cells.reduce((most, cell) => Math.max(most, textWidth(cell)), 0);
}

const PLACES = ["top", "bottom", "left", "mid", "right"];
/** No frames: every character of them is empty, but for a blank between two columns. */
const ASCII = {
  ...Object.fromEntries(PLACES.flatMap((at) => [at, `${at}-mid`, `${at}-left`, `${at}-right`]).map((at) => [at, ""])),
  "mid-mid": "",
  middle: " ",
};
