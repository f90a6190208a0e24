/** What of an explained run is worth a look: its verdicts, its end, and the calls around them. */
import type { VerdictAction } from "../../base/types.ts";
import type { ExplainedCall, SaidOfCall, Sighting } from "./explained-run.ts";

/** Verdicts of one detector about one loop. */
export interface Verdicts {
  detector: string;
  name: string;
  /** Indices of the first and the last call with a verdict. */
  first: number;
  last: number;
  calls: number;
  /** The highest count. */
  repeats: number;
  /** The call that first got each action, in the order in which they came. */
  actions: { action: VerdictAction; index: number }[];
}

/** Where a guard would have ended the run. */
export interface RunEnd {
  /** Index of the call that was refused for good, or after which the run would have ended. */
  index: number;
  said: SaidOfCall;
}

/** Calls that are shown before one that matters. */
const LEAD = 3;
/** Fewer calls than these are not worth being folded. */
const FOLD_MIN = 4;

/** Whether a sighting is worth a line: something was counted, or the call came before and this detector says why it does not count. */
export function isNear({ fired, count, like }: Sighting, { sameAs }: ExplainedCall): boolean {
  return fired || count > 1 || (like !== undefined && sameAs !== null);
}

export function runEnd(calls: readonly ExplainedCall[]): RunEnd | undefined {
  for (const { index, said } of calls) {
    const end = said.find(({ action }) => action === "abort");
    if (end !== undefined) return { index, said: end };
  }
  return undefined;
}

/** The loops of a run, in the order in which they were seen. A loop ends where its detector begins to count strikes anew. */
export function verdictsOf(calls: readonly ExplainedCall[]): Verdicts[] {
  const found: Verdicts[] = [];
  const newest = new Map<string, Verdicts>();
  for (const { index, name, said } of calls)
    for (const { detector, action, strikes, repeats, cycleLength } of said) {
      const key = cycleLength > 1 ? detector : `${detector} ${name}`;
      let verdicts = newest.get(key);
      if (verdicts === undefined || (strikes <= 1 && verdicts.last < index - 1)) {
        verdicts = { detector, name, first: index, last: index, calls: 0, repeats: 0, actions: [] };
        found.push(verdicts);
        newest.set(key, verdicts);
      }
      if (verdicts.calls === 0 || verdicts.last !== index) verdicts.calls++;
      verdicts.last = index;
      verdicts.repeats = Math.max(verdicts.repeats, repeats);
      if (!verdicts.actions.some((known) => known.action === action)) verdicts.actions.push({ action, index });
    }
  return found;
}

/** The stretches of calls that are shown, in order; what lies between them is folded. */
export function shownStretches(calls: readonly ExplainedCall[]): { from: number; to: number }[] {
  const loops = verdictsOf(calls);
  const points = loops.flatMap(({ actions }) => actions.map(({ index }) => index));
  const end = runEnd(calls);
  if (end !== undefined) points.push(end.index);
  if (points.length === 0) points.push(...nearest(calls));
  const wanted = [
    ...points.map((point) => ({ from: point - LEAD, to: point })),
    ...loops.map(({ last }) => ({ from: last, to: last })),
  ];
  const stretches: { from: number; to: number }[] = [];
  for (const { from, to } of wanted.sort((a, b) => a.from - b.from)) {
    const before = stretches.at(-1);
    if (before !== undefined && from - before.to <= FOLD_MIN) before.to = Math.max(before.to, to);
    else stretches.push({ from: from < FOLD_MIN ? 0 : from, to });
  }
  const last = stretches.at(-1);
  if (last !== undefined && calls.length - 1 - last.to < FOLD_MIN) last.to = calls.length - 1;
  return stretches;
}

/** Without any verdict: the first call at which a detector came nearest to one. */
function nearest(calls: readonly ExplainedCall[]): number[] {
  let most = 0;
  let found: number[] = [];
  for (const call of calls)
    for (const seen of call.sightings) {
      const share = seen.count / seen.needed;
      if (!isNear(seen, call) || share <= most) continue;
      most = share;
      found = [call.index];
    }
  return found;
}
