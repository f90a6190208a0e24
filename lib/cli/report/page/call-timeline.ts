/** The timeline of a run: which of its calls are equal, and which belong to loops; as a small drawing, and as cells. */

import { getOrAdd } from "../../../base/property.ts";
import type { ScanDetection, TimelineCall } from "../../scan-types.ts";
import { button, byId, clipped, count, el, SHORT_NAME, svg } from "./dom.ts";

/** The number of colours in page.css. With more sets of equal calls, colours are used again. */
export const HUES = 12;

/** A set of at least two equal calls. */
interface EqualCalls {
  hue: number;
  /** Their indices, in ascending order. */
  calls: number[];
}

export interface TimelineLoop {
  /** "A", "B", ..., "Z", "AA", ...; "" for the only loop of a run. */
  letter: string;
  loop: ScanDetection;
}

export interface CallTimeline {
  calls: readonly TimelineCall[];
  /** For each call the set that it belongs to; `undefined` if no other call is equal. */
  equal: (EqualCalls | undefined)[];
  /** For each call the loops that it got a verdict for. */
  loops: TimelineLoop[][];
  /** All of them, as the run has them. */
  all: TimelineLoop[];
}

export function timelineOfCalls(calls: readonly TimelineCall[], detections: readonly ScanDetection[]): CallTimeline {
  const bySame = new Map<number, number[]>();
  for (const [index, { same }] of calls.entries()) getOrAdd(bySame, same, (): number[] => []).push(index);
  const equal: (EqualCalls | undefined)[] = calls.map(() => undefined);
  const sets = [...bySame.values()].filter(({ length }) => length > 1);
  for (const [at, indices] of sets.entries()) {
    const set = { hue: at % HUES, calls: indices };
    for (const index of indices) equal[index] = set;
  }
  const loops: TimelineLoop[][] = calls.map(() => []);
  const all = lettered(detections);
  for (const one of all) for (const index of one.loop.calls) loops[index]?.push(one);
  return { calls, equal, loops, all };
}

/** The loops of a run, which a letter tells apart if there are several. */
export function lettered(detections: readonly ScanDetection[]): TimelineLoop[] {
  return detections.map((loop, index) => ({ letter: detections.length > 1 ? letters(index) : "", loop }));
}

/** The letters for an index, from 0, as for the columns of a spreadsheet. */
function letters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letters(Math.floor(index / 26) - 1) + last;
}

/** A column of the small drawing: if there are too many calls, neighbours share a column. */
interface Column {
  /** The colour of its first call; `undefined` if no other call is equal to that. */
  hue: number | undefined;
  loop: boolean;
}

export function columnsOf({ calls, equal, loops }: CallTimeline, most: number): Column[] {
  const step = Math.max(1, Math.ceil(calls.length / most));
  const columns: Column[] = [];
  for (let from = 0; from < calls.length; from += step)
    columns.push({ hue: equal[from]?.hue, loop: loops.slice(from, from + step).some((found) => found.length > 0) });
  return columns;
}

/** What the cells mean; of a run with several loops, those have letters. */
export function cellLegend(severalLoops: boolean): Node {
  const legend = byId<HTMLTemplateElement>("cell-legend").content.cloneNode(true) as DocumentFragment;
  legend.querySelector(severalLoops ? ".one-loop" : ".several-loops")?.remove();
  return legend;
}

/** The letter of a loop, as in the timeline; nothing for the only loop of a run. */
export function letterOf(letter: string): Node | string {
  return letter === "" ? "" : el("b.letter", el("span.unseen", "Loop "), letter);
}

const MOST_COLUMNS = 480;
/** Heights in the drawing's units; a column is 1 wide. */
const CALL = 7;
const GAP = 1;
const LOOP = 3;

/** Loops that begin closer to each other than this part of the timeline, or this many columns, have one mark. */
const CLOSE = 0.07;
const CLOSE_COLUMNS = 3;
const MOST_LETTERS = 3;

/** Hidden from screen readers: the same information is next to it as text. */
export function miniTimeline(timeline: CallTimeline): HTMLElement {
  const columns = columnsOf(timeline, MOST_COLUMNS);
  const paths = [...new Set(columns.map((column) => column.hue))].map((hue) => {
    const d = bars(columns, 0, CALL, (column) => column.hue === hue);
    return svg("path", { class: hue === undefined ? "once" : `hue-${hue}`, d });
  });
  paths.push(svg("path", { class: "loop", d: bars(columns, CALL + GAP, LOOP, (column) => column.loop) }));
  const viewBox = `0 0 ${Math.max(1, columns.length)} ${CALL + GAP + LOOP}`;
  const drawing = svg("svg", { class: "mini", viewBox, preserveAspectRatio: "none" }, ...paths);
  const place = el("div", { class: timeline.all.length > 1 ? "drawn lettered" : "drawn", "aria-hidden": "true" });
  place.style.maxWidth = `${columns.length * 8}px`; // a short run stays short
  place.append(drawing, ...lettersOf(timeline));
  return place;
}

/** The letter of each loop, below where its line begins; one mark for those that begin close to each other. */
function lettersOf({ all, calls }: CallTimeline): HTMLElement[] {
  const marks: { at: number; text: string }[] = [];
  const close = Math.max(CLOSE, CLOSE_COLUMNS / calls.length);
  const began = all.filter(({ loop }) => loop.calls.length > 0);
  if (all.length < 2) return [];
  for (const { letter, loop } of began.sort((a, b) => (a.loop.calls[0] as number) - (b.loop.calls[0] as number))) {
    const at = (loop.calls[0] as number) / calls.length;
    const before = marks.at(-1);
    if (before === undefined || at > before.at + close) marks.push({ at, text: letter });
    else if (before.text.length < MOST_LETTERS) before.text += letter;
    else before.text = `${before.text.slice(0, MOST_LETTERS)}…`;
  }
  return marks.map(({ at, text }) => {
    const mark = el("b", { class: at > 0.9 ? "under last" : "under" }, text);
    if (at <= 0.9) mark.style.left = `${at * 100}%`;
    return mark;
  });
}

function bars(columns: readonly Column[], top: number, height: number, drawn: (column: Column) => boolean): string {
  // With few columns, a gap separates equal neighbours.
  const width = columns.length <= 120 ? 0.86 : 1;
  return columns.map((column, at) => (drawn(column) ? `M${at} ${top}h${width}v${height}h-${width}z` : "")).join("");
}

/** Cells shown at once; a longer run is shown in parts. */
const PART = 1000;

interface TimelineView {
  element: HTMLElement;
  /** Selects a call, and shows its part of the run. */
  select: (call: number, focus: boolean) => void;
}

/** `onSelect` is called with the index of the selected call. */
export function timelineView(timeline: CallTimeline, onSelect: (call: number) => void): TimelineView {
  const total = timeline.calls.length;
  const cells = el("div.cells", { role: "listbox", "aria-label": "Calls of this run, in order" });
  const parts = el("div.pager");
  let part = -1;
  let selected = -1;

  const showPart = (next: number) => {
    part = next;
    const from = part * PART;
    const calls = timeline.calls.slice(from, from + PART);
    cells.replaceChildren(...calls.map((_, at) => cell(timeline, from + at)));
    cellOf(Math.max(from, selected))?.setAttribute("tabindex", "0");
    if (total <= PART) return;
    const step = (label: string, to: number, off: boolean) =>
      button(label, () => select(to * PART, true), { "aria-disabled": off || undefined, class: "small" });
    const last = Math.ceil(total / PART) - 1;
    parts.replaceChildren(
      step("Earlier calls", Math.max(0, part - 1), part === 0),
      el("span", `Calls ${count(from + 1)} to ${count(from + calls.length)} of ${count(total)}`),
      step("Later calls", Math.min(last, part + 1), part === last),
    );
  };

  const cellOf = (call: number) => cells.children[call - part * PART] as HTMLElement | undefined;

  const select = (call: number, focus: boolean) => {
    const before = cellOf(selected) ?? cells.querySelector<HTMLElement>("[tabindex='0']");
    before?.setAttribute("tabindex", "-1");
    cellOf(selected)?.setAttribute("aria-selected", "false");
    selected = call;
    const wanted = Math.floor(call / PART);
    if (wanted !== part) showPart(wanted);
    const now = cellOf(call);
    now?.setAttribute("tabindex", "0");
    now?.setAttribute("aria-selected", "true");
    if (focus) now?.focus();
    onSelect(call);
  };

  cells.addEventListener("click", (event) => {
    const call = callAt(event.target);
    if (call !== undefined) select(call, true);
  });
  cells.addEventListener("keydown", (event) => {
    const call = callAt(event.target);
    if (call === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    const to = callByKey(event.key, call, cellsInRow(cells), total);
    if (to === undefined) return;
    event.preventDefault();
    select(to, true);
  });

  showPart(0);
  return { element: el("div", parts, cells), select };
}

function cell(timeline: CallTimeline, call: number): HTMLElement {
  const { equal, loops, calls } = timeline;
  const { error, round } = calls[call]!;
  const letters = loops[call]!.map(({ letter }) => letter).join("");
  const kinds = [
    equal[call] === undefined ? "once" : `hue-${equal[call].hue}`,
    ...(loops[call]!.length > 0 ? ["loop"] : []),
    ...(letters === "" ? [] : ["lettered"]),
    ...(error ? ["failed"] : []),
    ...(calls[call - 1]?.round === round ? ["joined"] : []),
  ];
  const set = { "aria-setsize": calls.length, "aria-posinset": call + 1, "aria-label": labelOf(timeline, call) };
  return el(
    `div.cell.${kinds.join(".")}`,
    { role: "option", tabindex: -1, "aria-selected": "false", ...set, "data-call": call },
    equal[call] === undefined ? "" : String(equal[call].calls[0]! + 1),
    letters === "" ? "" : el("span.band", { "data-letters": letters }),
  );
}

function labelOf({ calls, equal, loops }: CallTimeline, call: number): string {
  const { name, error } = calls[call]!;
  const set = equal[call];
  const parts = [`Call ${call + 1}: ${clipped(name, SHORT_NAME)}`];
  if (set !== undefined)
    parts.push(`equal to call ${set.calls[0]! + 1}, ${set.calls.indexOf(call) + 1} of ${set.calls.length}`);
  if (error) parts.push("failed");
  for (const { letter, loop } of loops[call]!)
    parts.push(`loop${letter && ` ${letter}`}, ${clipped(loop.detector, SHORT_NAME)}`);
  return parts.join("; ");
}

function callAt(target: EventTarget | null): number | undefined {
  const found = target instanceof Element ? target.closest<HTMLElement>("[data-call]") : null;
  return found === null ? undefined : Number(found.dataset["call"]);
}

function cellsInRow(cells: HTMLElement): number {
  const all = [...cells.children] as HTMLElement[];
  const below = all.findIndex((other) => other.offsetTop !== all[0]?.offsetTop);
  return below < 0 ? all.length : below;
}

/** The call that a key leads to; `undefined` for other keys. */
function callByKey(key: string, call: number, width: number, total: number): number | undefined {
  const arrows = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: width, ArrowUp: -width };
  const steps: Record<string, number> = { ...arrows, Home: -call, End: total - 1 - call, Enter: 0, " ": 0 };
  const to = call + (steps[key] ?? Number.NaN);
  if (Number.isNaN(to)) return undefined;
  return to >= 0 && to < total ? to : call;
}
