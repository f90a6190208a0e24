/** The data of a strip: which calls of a run are equal, and which belong to loops. */
import type { ScanDetection, StripCall } from "../../scan-types.ts";

/** The number of colours in page.css. With more sets of equal calls, colours are used again. */
export const HUES = 12;

/** A set of at least two equal calls. */
export interface EqualCalls {
  hue: number;
  /** Their indices, in ascending order. */
  calls: number[];
}

export interface StripLoop {
  /** "A", "B", ..., "Z", "AA", ...; "" for the only loop of a run. */
  letter: string;
  loop: ScanDetection;
}

export interface Strip {
  calls: readonly StripCall[];
  /** For each call the set that it belongs to; `undefined` if no other call is equal. */
  equal: (EqualCalls | undefined)[];
  /** For each call the loops that it got a verdict for. */
  loops: StripLoop[][];
  /** All of them, as the run has them. */
  all: StripLoop[];
}

export function stripOf(calls: readonly StripCall[], detections: readonly ScanDetection[]): Strip {
  const bySame = new Map<number, number[]>();
  for (const [index, { same }] of calls.entries()) {
    const indices = bySame.get(same);
    if (indices === undefined) bySame.set(same, [index]);
    else indices.push(index);
  }
  const equal: (EqualCalls | undefined)[] = calls.map(() => undefined);
  let sets = 0;
  for (const indices of bySame.values()) {
    if (indices.length < 2) continue;
    const set = { hue: sets % HUES, calls: indices };
    for (const index of indices) equal[index] = set;
    sets++;
  }
  const loops: StripLoop[][] = calls.map(() => []);
  const all = lettered(detections);
  for (const one of all) for (const index of one.loop.calls) loops[index]?.push(one);
  return { calls, equal, loops, all };
}

/** The loops of a run, which a letter tells apart if there are several. */
export function lettered(detections: readonly ScanDetection[]): StripLoop[] {
  return detections.map((loop, index) => ({ letter: detections.length > 1 ? letters(index) : "", loop }));
}

/** The letters for an index, from 0, as for the columns of a spreadsheet. */
function letters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letters(Math.floor(index / 26) - 1) + last;
}

/** A column of the small drawing: if there are too many calls, neighbours share a column. */
export interface Column {
  /** The colour of its first call; `undefined` if no other call is equal to that. */
  hue: number | undefined;
  loop: boolean;
}

export function columnsOf({ calls, equal, loops }: Strip, most: number): Column[] {
  const step = Math.max(1, Math.ceil(calls.length / most));
  const columns: Column[] = [];
  for (let from = 0; from < calls.length; from += step)
    columns.push({ hue: equal[from]?.hue, loop: loops.slice(from, from + step).some((found) => found.length > 0) });
  return columns;
}
