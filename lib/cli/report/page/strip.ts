/** What a strip shows: which calls of a run are equal, and which were loops. */
import type { ScanDetection, StripCall } from "../../scan-types.ts";

/** How many colours page.css has; with more sets of equal calls they come again, the letters do not. */
export const HUES = 12;

/** Calls that are equal, where there are at least two. */
export interface EqualCalls {
  /** "A", "B", ..., "Z", "AA", ...: in the order of their first calls. */
  letter: string;
  hue: number;
  /** Their indices, ascending. */
  calls: number[];
}

export interface Strip {
  calls: readonly StripCall[];
  /** By call; `undefined` for one that was made once. */
  equal: (EqualCalls | undefined)[];
  /** By call: the loops that a verdict on it named. */
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

/** As the columns of a spreadsheet are named, from 0. */
function letters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letters(Math.floor(index / 26) - 1) + last;
}

/** Columns of a strip that is drawn small: neighbours share one where there are too many. */
export interface Column {
  /** The colour of its first call; `undefined` for one that was made once. */
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
