/** An explained run for people to read. */

import type { VerdictAction } from "../../base/types.ts";
import { counted, untimedText } from "../scan/totals-text.ts";
import type { Saved, ScanDetection } from "../scan-types.ts";
import { type Colors, plainText } from "../terminal.ts";
import { type CallVerdict, type ExplainedCall, numbered, type Sighting } from "./explained-run.ts";

/** Where a guard would have ended the run. */
interface RunEnd {
  /** Index of the call that was refused for good, or after which the run would have ended. */
  index: number;
  verdict: CallVerdict;
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
  const ends = calls.flatMap(({ index, said }) => said.map((verdict) => ({ index, verdict })));
  return ends.find(({ verdict }) => verdict.action === "abort");
}

/** The call that first got each action because of the loop, in the order in which they came. */
function actionsOf({ detector, calls: those }: ScanDetection, calls: readonly ExplainedCall[]) {
  const first = new Map<VerdictAction, number>();
  for (const index of those)
    for (const { detector: by, action } of calls[index]?.said ?? [])
      if (by === detector && !first.has(action)) first.set(action, index);
  if (first.size > 1) first.delete("allow"); // nothing to tell yet, as of a warning that waits for the result
  return first;
}

/** The stretches of calls that are shown, in order; what lies between them is folded. `loops`: as `scan` found them. */
export function shownStretches(
  calls: readonly ExplainedCall[],
  loops: readonly ScanDetection[],
): { from: number; to: number }[] {
  const points = loops.flatMap((loop) => [...actionsOf(loop, calls).values()]);
  const end = runEnd(calls);
  if (end !== undefined) points.push(end.index);
  if (points.length === 0) points.push(...nearest(calls));
  const wanted = [
    ...points.map((point) => ({ from: point - LEAD, to: point })),
    ...loops.map((loop) => lastOf(loop)).map((last) => ({ from: last, to: last })),
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
  let most = { share: 0, at: [] as number[] };
  for (const call of calls)
    for (const seen of call.sightings) {
      const share = seen.count / seen.needed;
      if (isNear(seen, call) && share > most.share) most = { share, at: [call.index] };
    }
  return most.at;
}

/** What makes a part of a text stand out. */
export type Paints = Pick<Colors, "bold" | "dim" | "cyan" | "red" | "yellow">;

/** The output of `loopguard explain --json`. */
export interface ExplainReport {
  /** The version of this schema; a change that breaks readers makes it 2. */
  version: 1;
  /** `timed: false`: no call has a recorded time; absent otherwise. */
  run: { id: string; file: string; line: number; calls: number; timed?: false };
  /** Which preset or configuration judged. */
  settings: string;
  /** Why this run was chosen; empty if no other has the id that was named. */
  why: string;
  /** Index of the call at which a guard would have ended the run; `null`: it would not. */
  endsAt: number | null;
  /** As `scan` finds and counts them. */
  loops: ScanDetection[];
  /** As `scan` counts it; `null`: every call would have run. */
  saved: Saved | null;
  calls: ExplainedCall[];
}

/**
 * In pieces, since the whole may be longer than the longest string. `all`: every call and every detector; else what matters
 * first, and the calls around it.
 */
export function* explainText(report: ExplainReport, paints: Paints, all: boolean): Generator<string, void, undefined> {
  const { run, settings, why, loops, calls } = report;
  const end = runEnd(calls);
  const several = doubleNames(calls);
  yield joined([
    paints.bold(`${plainText(run.id)}: ${counted(run.calls, "call")}`),
    `${plainText(run.file)}:${run.line}, judged by ${plainText(settings)}${why === "" ? "" : `; ${why}`}`,
    ...(run.timed === false ? [untimedText(1, 1)] : []),
    ...summary(report, end, paints),
    "",
  ]);
  let next = 0;
  for (const { from, to } of all ? [{ from: 0, to: calls.length - 1 }] : shownStretches(calls, loops)) {
    if (from > next) yield `${paints.dim(folded(calls.slice(next, from)))}\n`;
    for (const call of calls.slice(from, to + 1)) {
      const lines = callLines(call, paints, all, several);
      if (end?.index !== call.index) yield joined(lines);
      else if (end.verdict.when === "before") yield joined([endLine(end, paints), ...lines]);
      else yield joined([...lines, endLine(end, paints)]);
    }
    next = to + 1;
  }
  if (next < calls.length) yield `${paints.dim(folded(calls.slice(next)))}\n`;
}

export function* explainJson({ calls, ...facts }: ExplainReport): Generator<string, void, undefined> {
  yield `${JSON.stringify(facts).slice(0, -1)},"calls":[`;
  for (const [index, call] of calls.entries()) yield `${index === 0 ? "" : ","}${JSON.stringify(call)}`;
  yield "]}\n";
}

function joined(lines: readonly string[]): string {
  return `${lines.join("\n")}\n`;
}

/** Loops that are named at the top. */
const LOOPS_MAX = 8;

/** The loops that waste most, in the order in which they were seen, where the run would have ended, and what was saved. */
function summary({ loops, saved, calls }: ExplainReport, end: RunEnd | undefined, paints: Paints): string[] {
  const most = new Set([...loops].sort((a, b) => b.wastedCalls - a.wastedCalls).slice(0, LOOPS_MAX));
  const lines = loops.filter((loop) => most.has(loop)).map((loop) => loopLine(loop, calls));
  if (loops.length > LOOPS_MAX) lines.push(`  and ${counted(loops.length - LOOPS_MAX, "smaller loop")}`);
  if (end !== undefined) lines.push(paints.red(`  the run would have ended ${whereEnded(end)}`));
  if (saved !== null && saved.calls > 0)
    lines.push(
      `  ${saved.calls} of its ${counted(calls.length, "call")} would not have run, from ${numbered(saved.from)} on`,
    );
  return lines.length === 0 ? [] : ["", ...lines];
}

function loopLine(loop: ScanDetection, calls: readonly ExplainedCall[]): string {
  const { detector, toolName, callIndex, wastedCalls, repeats, action, text } = loop;
  const name = `  ${plainText(detector)}, ${plainText(toolName)}`;
  if (text !== undefined)
    return `${name}: ${counted(text.saved, "character")} wasted in message ${text.message + 1}, counted ${repeats} times; ${action}: "${plainText(text.passage)}"`;
  const last = lastOf(loop);
  const which = callIndex === last ? numbered(last) : `${numbered(callIndex)} to ${numbered(last)}`;
  const acts = Array.from(actionsOf(loop, calls), ([action, index]) => `${action} from ${numbered(index)}`).join(", ");
  return `${name}: ${counted(wastedCalls, "call")} wasted, ${which}, counted ${repeats} times; ${acts}`;
}

function lastOf({ callIndex, calls }: ScanDetection): number {
  return calls.at(-1) ?? callIndex;
}

/** "before #13: abort by no_news, strike 5". */
function whereEnded({ index, verdict: { when, detector, strikes } }: RunEnd): string {
  return `${when} ${numbered(index)}: abort by ${plainText(detector)}, strike ${strikes}`;
}

function endLine(end: RunEnd, paints: Paints): string {
  return paints.red(`════ here the run would have ended, ${whereEnded(end)} ════`);
}

/** Calls that are not shown. */
export function folded(calls: readonly ExplainedCall[]): string {
  const [first, last] = [calls[0] as ExplainedCall, calls.at(-1) as ExplainedCall];
  const which = calls.length === 1 ? numbered(first.index) : `${numbered(first.index)} to ${numbered(last.index)}`;
  const verdicts = calls.flatMap(({ said }) => said.map(({ action, detector }) => `${action} by ${detector}`));
  const noticed = calls.some((call) => call.sightings.some((seen) => isNear(seen, call)));
  const silence = noticed ? "no verdict" : "no detector noticed any";
  const words = [...new Set(verdicts)].map((one) => `${plainText(one)} ${verdicts.filter((it) => it === one).length}×`);
  return `… ${counted(calls.length, "call")}, ${which}: ${words.length === 0 ? silence : words.join(", ")} (--all)`;
}

/** Names of detectors that are there more than once. */
export function doubleNames(calls: readonly ExplainedCall[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { sightings } of calls)
    for (const { detector, place } of sightings)
      if (sightings.some((other) => other.detector === detector && other.place !== place)) names.add(detector);
  return names;
}

/** What is said of a call, a line each. `all`: also by detectors that noticed nothing. `several`: as of `doubleNames`. */
export function callLines(call: ExplainedCall, paints: Paints, all: boolean, several: ReadonlySet<string>): string[] {
  const { index, round, turn, name, args, outcome, failed, sameAs, note, sightings, said } = call;
  const came = outcome === null ? "" : ` → ${failed ? paints.red(outcome || "failed") : outcome || '""'}`;
  const same = sameAs === null ? "" : `, = ${numbered(sameAs)}`;
  const where = paints.dim(`round ${round}${turn > 1 ? `, turn ${turn}` : ""}${same}`);
  const shown = all ? sightings : sightings.filter((seen) => isNear(seen, call));
  return [
    `${paints.bold(numbered(index))} ${where}  ${paints.cyan(plainText(name))} ${args}${came}`,
    ...(note === "" ? [] : [`    ${paints.dim(plainText(note))}`]),
    ...said.filter(({ when }) => when === "before").map((one) => verdictLine(one, paints)),
    ...shown.map((seen) => sightingLine(seen, paints, several)),
    ...said.filter(({ when }) => when === "after").map((one) => verdictLine(one, paints)),
  ];
}

/** `no_progress 2 of 3: same call and result as #4`. If a guard has two detectors of that name, its index follows. */
function sightingLine(seen: Sighting, paints: Paints, several: ReadonlySet<string>): string {
  const { detector, place, fired, count, needed, why } = seen;
  const name = several.has(detector) ? `${detector}[${place}]` : detector;
  const line = `    ${plainText(name)} ${count} of ${needed}: ${plainText(why)}`;
  return fired ? paints.yellow(`${line}: fires`) : line;
}

function verdictLine({ when, action, detector, strikes, repeats, evidence }: CallVerdict, paints: Paints): string {
  const paint = action === "allow" ? paints.dim : action === "warn" ? paints.yellow : paints.red;
  const what = `${action} by ${plainText(detector)}, strike ${strikes} (${repeats} times, ${evidence} evidence)`;
  return paint(`  ${when === "before" ? "⇒ before it runs" : "⇒ when it is back"}: ${what}`);
}
