/** The data of a strip: which calls of a run are equal, and which belong to loops. */
import type { ScanDetection, StripCall } from "../../scan-types.ts";

/** The number of colours in page.css. With more sets of equal calls, colours are reused, but letters are not. */
export const HUES = 12;

/** A set of at least two equal calls. */
export interface EqualCalls {
  /** "A", "B", ..., "Z", "AA", ..., in the order of the sets' first calls. */
  letter: string;
  hue: number;
  /** Their indices, in ascending order. */
  calls: number[];
}

export interface Strip {
  calls: readonly StripCall[];
  /** For each call the set that it belongs to; `undefined` if no other call is equal. */
  equal: (EqualCalls | undefined)[];
  /** For each call the loops that it got a verdict for. */
  loops: ScanDetection[][];
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
    const set = { letter: letters(sets), hue: sets % HUES, calls: indices };
    for (const index of indices) equal[index] = set;
    sets++;
  }
  const loops: ScanDetection[][] = calls.map(() => []);
  for (const detection of detections) for (const index of detection.calls) loops[index]?.push(detection);
  return { calls, equal, loops };
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
