/**
 * What a guard says of a recorded run, by a plain program that looks the whole list of events up again for every question.
 * Only for tests.
 */

import type { LoopCall, LoopOutcome, Verdict } from "../../lib/base/types.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import { isRefusalText, withoutWarningText } from "../../lib/rules/verdict-texts.ts";

export type RecordedEvent =
  | { does: "round" }
  | { does: "turn" }
  | { does: "call"; call: LoopCall; at?: number | undefined }
  | { does: "outcome"; of: number; outcome: LoopOutcome };

export interface Finding {
  readonly index: number;
  readonly when: "before" | "after";
  readonly verdict: Verdict;
}

/** `honoured`: a call that the guard refuses did not run, whatever the record shows. */
export function replayOracle(
  events: readonly RecordedEvent[],
  options: LoopGuardOptions,
  honoured: boolean,
): Finding[] {
  const guard = new LoopGuard(options);
  const { run, setTime } = guard.silentRun();
  const findings: Finding[] = [];
  const say = (index: number, when: "before" | "after", verdict: Verdict) => {
    if (verdict.detection !== null && verdict.detection.detector !== "poll") findings.push({ index, when, verdict });
  };
  const calls = events.flatMap((event, place) => (event.does === "call" ? [{ ...event, place }] : []));
  const own = calls.map(({ call }, index) => ({ ...call, id: `call ${index}` }));
  const verdicts: (Verdict | undefined)[] = [];

  const outcomePlace = (index: number) => events.findIndex((event) => event.does === "outcome" && event.of === index);
  const roundEnd = (index: number) => {
    const from = calls[index]?.place ?? 0;
    const next = events.findIndex(({ does }, place) => place > from && (does === "round" || does === "turn"));
    return next < 0 ? events.length : next;
  };
  const answeredBefore = (index: number, place: number) => outcomePlace(index) >= 0 && outcomePlace(index) < place;
  const isRefused = (index: number) => ["hint", "ask", "abort"].includes(verdicts[index]?.action ?? "allow");
  const invalid = (index: number, told: string) => {
    setTime(calls[index]?.at);
    say(index, "before", run.invalid(own[index] as LoopCall, told === "" ? "The arguments are not JSON" : told));
  };
  /** Calls of the round that ends here without an outcome. */
  const endRound = (place: number) => {
    for (const index of calls.keys()) {
      if (roundEnd(index) !== place || answeredBefore(index, place)) continue;
      if (!isJson(own[index]?.arguments)) invalid(index, "");
      else if (isRefused(index) && !honoured && place < events.length) run.overrule(own[index] as LoopCall);
    }
  };

  let began = false;
  for (const [place, event] of events.entries()) {
    if (event.does === "round" || event.does === "turn") endRound(place);
    if (event.does === "turn") run.beginTurn();
    if (event.does === "round" || (event.does === "call" && !began)) {
      run.beginRound();
      began = true;
    }
    if (event.does === "call" && isJson(event.call.arguments)) {
      const index = calls.findIndex((call) => call.place === place);
      setTime(event.at);
      const verdict = run.before(own[index] as LoopCall);
      verdicts[index] = verdict;
      say(index, "before", verdict);
    }
    if (event.does === "outcome") {
      const { of, outcome } = event;
      const words = textOf(outcome);
      const isOurs = isRefusalText(words) || (isRefused(of) && words === verdicts[of]?.message);
      const call = own[of] as LoopCall;
      if (!isJson(call.arguments)) {
        if (roundEnd(of) > place) invalid(of, isOurs ? "" : words);
      } else if (!isOurs && !(isRefused(of) && honoured)) {
        if (isRefused(of) && roundEnd(of) > place) run.overrule(call);
        say(of, "after", run.after(call, bare(outcome)));
      }
    }
  }
  endRound(events.length);
  guard.close();
  return findings;
}

function isJson(args: unknown): boolean {
  if (typeof args !== "string" || /^\s*$/.test(args)) return true;
  try {
    JSON.parse(args);
    return true;
  } catch {
    return false;
  }
}

function textOf({ result, error }: LoopOutcome): string {
  if (error instanceof Error) return error.message;
  return String(error ?? (typeof result === "string" ? result : ""));
}

function bare(outcome: LoopOutcome): LoopOutcome {
  const { result, error } = outcome;
  if (typeof error === "string") return { ...outcome, error: withoutWarningText(error) };
  return typeof result === "string" ? { ...outcome, result: withoutWarningText(result) } : outcome;
}
