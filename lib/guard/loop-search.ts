/** All the loops of a recorded run, and a drawing of one. */

import type { LoopDetection, Verdict } from "../base/types.ts";
import type { LoopGuardOptions } from "../config/guard-options.ts";
import { readTranscript, type TranscriptCall } from "../history/transcripts.ts";
import { fingerprint } from "../text/identity.ts";
import { LoopGuard } from "./loop-guard.ts";

/** A loop of a recorded run. */
export interface FoundLoop {
  /** The newest detection of it. */
  readonly detection: LoopDetection;
  /** The most that was counted. */
  readonly repeats: number;
  /** Index of the call at which it was found. */
  readonly foundAt: number;
  /** Index of the last call that went on with it. */
  readonly lastAt: number;
}

export interface LoopSearch {
  readonly calls: readonly TranscriptCall[];
  readonly loops: readonly FoundLoop[];
}

/** Runs a guard over a recorded run in which nothing is refused, and collects what it finds. */
export function findLoops(transcript: Iterable<unknown>, options: LoopGuardOptions = {}): LoopSearch {
  const calls = readTranscript(transcript);
  const loops = new Map<string, FoundLoop>();
  let time: number | undefined;
  const guard = new LoopGuard({ now: () => time ?? Number.NaN, ...options, shadow: true });
  const before = ({ call, at }: TranscriptCall) => {
    time = at;
    return guard.before(call);
  };
  try {
    let turn = 0;
    for (let start = 0; start < calls.length; ) {
      const { round, turn: own } = calls[start] as TranscriptCall;
      if (own !== turn) guard.beginTurn();
      turn = own;
      guard.beginRound();
      let end = start;
      // All calls of a round are asked for before any of them is answered.
      for (; calls[end]?.round === round; end++) note(loops, end, before(calls[end] as TranscriptCall));
      for (let at = start; at < end; at++) {
        const { call, outcome } = calls[at] as TranscriptCall;
        if (outcome !== undefined) note(loops, at, guard.after(call, outcome));
      }
      start = end;
    }
  } finally {
    guard.close();
  }
  return { calls, loops: [...loops.values()] };
}

function note(loops: Map<string, FoundLoop>, at: number, { detection }: Verdict): void {
  if (detection === null) return;
  const { detector, toolName, cycleLength, pattern, repeats } = detection;
  // A cycle is the same wherever one enters it.
  const key = JSON.stringify([detector, cycleLength === 1 ? toolName : [...pattern].sort()]);
  const known = loops.get(key);
  loops.set(key, {
    detection,
    repeats: Math.max(repeats, known?.repeats ?? 0),
    foundAt: known?.foundAt ?? at,
    lastAt: at,
  });
}

/** Calls shown before the loop begins. */
const CONTEXT = 3;
const LINES_MAX = 40;
const ARGUMENTS_MAX = 72;

/** `cycle of 2 calls, 3 times: read, edit` */
export function describeFound(loop: FoundLoop): string {
  const { detector, cycleLength, toolName, pattern } = loop.detection;
  const times = `${loop.repeats} ${loop.repeats === 1 ? "time" : "times"}`;
  if (cycleLength === 1) return `${detector}: ${toolName}, ${times}`;
  return `${detector}: period ${cycleLength}, ${times}: ${pattern.join(", ")}`;
}

/**
 * The calls of a run, one a line, those of the loop marked: the blocks of a cycle with brackets, the repetitions of one
 * call with dots.
 */
export function drawLoop(search: LoopSearch, loop: FoundLoop): string {
  const marks = marksOf(search.calls, loop);
  const first = marks.findIndex((mark) => mark !== " ");
  const from = Math.max(0, first - CONTEXT, loop.lastAt - LINES_MAX + 1);
  const lines = from > 0 ? [elision(from, "earlier")] : [];
  for (let i = from; i <= loop.lastAt; i++) {
    const { call } = search.calls[i] as TranscriptCall;
    lines.push(`  ${marks[i]} ${String(i).padStart(3)}  ${call.name} ${shortArguments(call.arguments)}`);
  }
  const after = search.calls.length - loop.lastAt - 1;
  if (after > 0) lines.push(elision(after, "later"));
  return lines.join("\n");
}

function elision(count: number, which: string): string {
  return `        ... ${count} ${which} ${count === 1 ? "call" : "calls"}`;
}

function marksOf(calls: readonly TranscriptCall[], loop: FoundLoop): string[] {
  const marks = calls.map(() => " ");
  const { cycleLength } = loop.detection;
  if (cycleLength === 1) {
    const identities = calls.map(({ call }) => identity(call.name, call.arguments));
    // Without the arguments where those differ from call to call.
    const exact = identities.filter((id, i) => i <= loop.lastAt && id === identities[loop.lastAt]).length > 1;
    calls.forEach(({ call }, i) => {
      const same = exact ? identities[i] === identities[loop.lastAt] : call.name === loop.detection.toolName;
      if (same && i <= loop.lastAt) marks[i] = "●";
    });
    return marks;
  }
  const start = Math.max(0, loop.lastAt + 1 - cycleLength * loop.repeats);
  for (let i = start; i <= loop.lastAt; i++) {
    const place = (i - start) % cycleLength;
    marks[i] = place === 0 ? "┌" : place === cycleLength - 1 ? "└" : "│";
  }
  return marks;
}

function identity(name: string, args: unknown): string | undefined {
  try {
    return fingerprint(name, args);
  } catch {
    return undefined; // arguments without a JSON text are not compared
  }
}

function shortArguments(args: unknown): string {
  let text: string;
  try {
    text = typeof args === "string" ? args : (JSON.stringify(args) ?? "");
  } catch {
    text = "(arguments without a JSON text)";
  }
  return text.length > ARGUMENTS_MAX ? `${text.slice(0, ARGUMENTS_MAX - 3)}...` : text;
}
