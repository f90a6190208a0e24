/** All the loops of a recorded run, and a drawing of one. */

import { checkObject } from "../base/check-option.ts";
import { orElse } from "../base/property.ts";
import type { LoopDetection, LoopOutcome } from "../base/types.ts";
import { comparedFingerprint } from "../core/identity.ts";
import { LoopGuard } from "../guard/loop-guard.ts";
import type { TranscriptCall } from "../history/transcripts.ts";
import { loopKey } from "../rules/detection.ts";
import { countDetection } from "../rules/detectors/count.ts";
import type { LoopGuardOptions } from "../rules/options.ts";
import { recordNamed } from "../rules/table.ts";
import { ToolLoopError } from "../rules/tool-loop-error.ts";
import { isOwnRefusal } from "../run/call-input.ts";
import { Replay, replayCalls } from "../run/replay.ts";

/** A loop of a recorded run. */
export interface FoundLoop {
  /** All calls of the run. */
  readonly calls: readonly TranscriptCall[];
  /** The newest detection of it. */
  readonly detection: LoopDetection;
  /** The highest count. */
  readonly repeats: number;
  /** Index of the call at which it was found. */
  readonly foundAt: number;
  /** Index of the last call that continued it. */
  readonly lastAt: number;
}

/** The detector's name for a loop that the record itself shows: calls that a guard refused. */
export const REFUSED = "refused";

/** Replays a recorded run to a guard that refuses nothing; collects its detections, and calls that were refused then. */
export function searchCalls(calls: readonly TranscriptCall[], options: LoopGuardOptions = {}): FoundLoop[] {
  checkObject(options, "options", "an object of LoopGuardOptions");
  const loops = new Map<string, FoundLoop>();
  const note = (at: number, detection: LoopDetection | null): void => {
    if (detection === null) return;
    const key = loopKey(detection);
    const known = loops.get(key);
    loops.set(key, {
      calls,
      detection,
      repeats: Math.max(detection.repeats, known?.repeats ?? 0),
      // A call whose arguments do not parse is judged when its outcome is known, so not always in order.
      foundAt: Math.min(known?.foundAt ?? at, at),
      // A sibling of the round is judged before the outcome of this call.
      lastAt: Math.max(at, known?.lastAt ?? at),
    });
  };
  const guard = new LoopGuard({ ...options, shadow: true });
  const silent = guard.silentRun();
  const words = typeof silent.message === "string" ? silent.message : undefined;
  try {
    replayCalls(new Replay(silent, (index, { detection }) => note(index, detection)), calls.map(asInvalid));
  } finally {
    silent.run.close();
    guard.close();
  }
  const refusals = new Map<string, number>();
  calls.forEach(({ call: { name }, outcome, refused }, index) => {
    if (refused === undefined && (outcome === undefined || !wasRefused(outcome, words))) return;
    const times = (refusals.get(name) ?? 0) + 1;
    refusals.set(name, times);
    note(index, refusalOf(name, times));
  });
  return Array.from(loops.values(), (loop) => ({ ...loop, repeats: asPeopleCount(loop) }));
}

/** Of one call that came again: how often it is there. A detector may count only those before the one that it judges. */
function asPeopleCount(loop: FoundLoop): number {
  if (loop.detection.cycleLength > 1 || !recordNamed(loop.detection.detector)?.ofOneCall) return loop.repeats;
  return Math.max(loop.repeats, marksOf(loop).filter((mark) => mark !== " ").length);
}

/** A call of a tool that the executor does not have, as one that cannot run: its arguments are then no JSON. */
function asInvalid(entry: TranscriptCall): TranscriptCall {
  const { call, outcome } = entry;
  const notFound = `Tool "${call.name}" not found`;
  if (outcome?.error !== notFound && outcome?.result !== `Error: ${notFound}`) return entry;
  return { ...entry, call: { ...call, arguments: "{" } };
}

/** What an executor gives for a refused call is a refusal, too, whatever it says. */
function wasRefused(outcome: LoopOutcome, words: string | undefined): boolean {
  return outcome.error === "loop-detected" || ToolLoopError.isInstance(outcome.error) || isOwnRefusal(outcome, words);
}

function refusalOf(toolName: string, repeats: number): LoopDetection {
  const message = `Calls of tool '${toolName}' were refused when this was recorded`;
  return { ...countDetection(toolName, repeats), detector: REFUSED, strikes: repeats, message, details: {} };
}

/** Calls shown before the loop begins. */
const CONTEXT = 3;
const LINES_MAX = 40;
const ARGUMENTS_MAX = 72;

/** `cycle: period 2, 3 times: read, edit` */
function headOf({ detection, repeats }: FoundLoop): string {
  const { detector, cycleLength, toolName, pattern } = detection;
  const times = `${repeats} ${repeats === 1 ? "time" : "times"}`;
  if (cycleLength === 1) return `${detector}: ${toolName}, ${times}`;
  return `${detector}: period ${cycleLength}, ${times}: ${pattern.join(", ")}`;
}

/**
 * What was found, and the calls of the run, one a line, those of the loop marked: the blocks of a cycle with brackets, the
 * repetitions of one call with dots.
 */
export function drawLoop(loop: FoundLoop): string {
  const marks = marksOf(loop);
  const first = marks.findIndex((mark) => mark !== " ");
  const from = Math.max(0, first - CONTEXT, loop.lastAt - LINES_MAX + 1);
  const lines = [headOf(loop), "", ...(from > 0 ? [elision(from, "earlier")] : [])];
  for (let i = from; i <= loop.lastAt; i++) {
    const { call } = loop.calls[i] as TranscriptCall;
    lines.push(`  ${marks[i]} ${String(i).padStart(3)}  ${call.name} ${shortArguments(call.arguments)}`);
  }
  const after = loop.calls.length - loop.lastAt - 1;
  if (after > 0) lines.push(elision(after, "later"));
  return lines.join("\n");
}

function elision(count: number, which: string): string {
  return `        ... ${count} ${which} ${count === 1 ? "call" : "calls"}`;
}

function marksOf({ calls, detection, repeats, lastAt }: FoundLoop): string[] {
  const { cycleLength, toolName } = detection;
  if (cycleLength === 1) {
    const identities = calls.map(({ call }) => identity(call.name, call.arguments));
    // Without the arguments where those differ from call to call.
    const exact = identities.filter((id, i) => i <= lastAt && id === identities[lastAt]).length > 1;
    const isSame = (i: number) => (exact ? identities[i] === identities[lastAt] : calls[i]?.call.name === toolName);
    return calls.map((_, i) => (i <= lastAt && isSame(i) ? "●" : " "));
  }
  const start = Math.max(0, lastAt + 1 - cycleLength * repeats);
  return calls.map((_, i) => {
    if (i < start || i > lastAt) return " ";
    const place = (i - start) % cycleLength;
    return place === 0 ? "┌" : place === cycleLength - 1 ? "└" : "│";
  });
}

/** Arguments without a JSON text are not compared. */
function identity(name: string, args: unknown): string | undefined {
  return orElse(() => comparedFingerprint(name, args), undefined);
}

function shortArguments(args: unknown): string {
  const json = (): string => JSON.stringify(args) ?? "";
  const text = typeof args === "string" ? args : orElse(json, "(arguments without a JSON text)");
  return text.length > ARGUMENTS_MAX ? `${text.slice(0, ARGUMENTS_MAX - 3)}...` : text;
}
