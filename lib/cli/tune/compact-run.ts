/**
 * A recorded run in few bytes: names, and numbers that stand for equal arguments and equal results. It is read once and
 * replayed under many settings; no text of a call or a result is kept.
 */
import { createHash } from "node:crypto";
import type { LoopCall, LoopOutcome } from "../../base/types.ts";
import { isOwnRefusal, outcomeWords, withoutWarning } from "../../run/own-words.ts";
import { fingerprint } from "../../text/identity.ts";
import { errorText, isFailure, isTransient } from "../../text/outcome-text.ts";
import type { TraceRun, TraceRunSink } from "../../traces/trace-types.ts";
import { argumentsParse, argumentsText } from "../../values/json-text.ts";
import { ValueMeter } from "../scan/value-meter.ts";
import { type Gave, NewsLedger, newsKey } from "./news.ts";
import { type NoNews, outcomeKey, outcomeText } from "./outcome-key.ts";
import { acknowledges, callSigns, reportsTransient } from "./signs.ts";

export interface CompactCall {
  readonly name: string;
  /** A number for the arguments; of a shell that waits, a command that does. Those that are no JSON stay so. */
  readonly args: string;
  readonly retryable: boolean;
  /** When it was asked for, in milliseconds since 1970; where the trace says so. */
  readonly at: number | undefined;
  /** As billed, or a quarter of the characters of arguments and result. */
  tokens: number;
  /** What came back, as a stand-in; none for a call that a guard of ours refused when the trace was made. */
  outcome: LoopOutcome | undefined;
}

/** An event of a run: these, or `call(i)`, or `outcome(i)`. */
export const ROUND = -1;
export const TURN = -2;
const callEvent = (index: number): number => 2 * index;
const outcomeEvent = (index: number): number => 2 * index + 1;

export interface CompactRun {
  readonly id: string;
  readonly file: string;
  readonly calls: readonly CompactCall[];
  readonly events: readonly number[];
  /** Of each call. */
  readonly gave: readonly Gave[];
  readonly tokens: number;
  /** Calls that came most often: an upper bound for every detector that counts equal calls. */
  readonly mostOfOneCall: number;
  /** The same for calls of one tool with one result. */
  readonly mostOfOneResult: number;
  readonly mostOfOneName: number;
  /** Calls of one tool whose arguments are no JSON. */
  readonly mostInvalid: number;
}

/** Characters that make a token: the usual rule of thumb. */
const CHARACTERS_PER_TOKEN = 4;

/** What stands for a success, a failure, and a failure that passes. */
const STAND_INS = {
  result: (number: number): LoopOutcome => ({ result: `result ${number}` }),
  error: (number: number): LoopOutcome => ({ error: `error ${number}` }),
  transient: (number: number): LoopOutcome => ({ error: PASSING, errorTitle: `error ${number}` }),
  /** A success that reports one. */
  report: (number: number): LoopOutcome => ({ result: `try again later ${number}` }),
};
/** Its name makes a failure a passing one, and its title alone is compared: with `digits` aside, a 503 may equal a 404. */
const PASSING: Error = Object.assign(new Error("stands for a failure that passes"), { name: "TimeoutError" });
const NOTHING: LoopOutcome = {};

/** A sink that makes a compact run of what it is told, and hands it over when the run ends. `noNews`: to the guards. */
export function compactor(
  { id }: TraceRun,
  file: string,
  noNews: NoNews,
  done: (run: CompactRun) => void,
): TraceRunSink {
  const calls: CompactCall[] = [];
  const events: number[] = [];
  const billed: boolean[] = [];
  const meter = new ValueMeter();
  const args = new Map<string, string>();
  const results = new Numbers();
  const given: (string | undefined)[] = [];
  return {
    round: () => void events.push(ROUND),
    turn: () => void events.push(TURN),
    call(call) {
      events.push(callEvent(calls.length));
      meter.arguments(call.arguments);
      const print = fingerprint(call.name, call.arguments);
      const own = args.get(print) ?? argumentsOf(call, args.size);
      args.set(print, own);
      billed.push(call.tokens !== undefined);
      calls.push({
        name: call.name,
        args: own,
        retryable: call.retryable === true,
        at: call.at,
        tokens: call.tokens ?? meter.size / CHARACTERS_PER_TOKEN,
        outcome: undefined,
      });
    },
    outcome(index, outcome) {
      const call = calls[index];
      if (call === undefined) return;
      if (!billed[index]) call.tokens += charactersOf(outcome, meter) / CHARACTERS_PER_TOKEN;
      if (!argumentsParse(call.args)) {
        call.outcome = toldStandIn(call.name, outcome, noNews, results);
        events.push(outcomeEvent(index));
      }
      if (isOwnRefusal(outcome)) return;
      const own = withoutWarning(outcome, undefined);
      given[index] = String(results.of(newsKey(call.name, own)));
      if (call.outcome !== undefined) return;
      call.outcome = standIn(call.name, own, noNews, results);
      events.push(outcomeEvent(index));
    },
    end: () => done({ id, file, calls, events, gave: whatWasGiven(calls, given), ...bounds(calls) }),
  };
}

function whatWasGiven(calls: readonly CompactCall[], given: readonly (string | undefined)[]): Gave[] {
  const ledger = new NewsLedger();
  return calls.map(({ name, args }, index) => ledger.gave(name, args, given[index]));
}

/** Numbers for texts: the same text, the same number. */
class Numbers {
  readonly #numbers = new Map<string, number>();

  of(text: string): number {
    // In UTF-16, so that texts with different lone surrogates stay different.
    const key = text.length < 40 ? text : createHash("sha256").update(text, "utf16le").digest("base64");
    const known = this.#numbers.get(key) ?? this.#numbers.size;
    this.#numbers.set(key, known);
    return known;
  }
}

/** Waiting is no matter of equal arguments alone, nor is a text that no tool can take. */
function argumentsOf({ name, arguments: args }: LoopCall, number: number): string {
  if (!argumentsParse(args)) return `{${number}`;
  const { shell, waits } = callSigns(name, argumentsText(args));
  return shell && waits ? JSON.stringify({ command: `sleep 1; ${number}` }) : String(number);
}

/** A bare acknowledgement stays what it is: it is short, and says nothing. */
function standIn(name: string, outcome: LoopOutcome, noNews: NoNews, results: Numbers): LoopOutcome {
  const key = outcomeKey(name, outcome, noNews);
  if (key === null) return NOTHING;
  const text = outcomeText(key);
  if (!isFailure(outcome) && acknowledges(text) !== "none")
    return { result: key.startsWith("result json ") ? (JSON.parse(text) as unknown) : text };
  const kinds = isFailure(outcome) ? (["transient", "error"] as const) : (["report", "result"] as const);
  const passes = isFailure(outcome) ? isTransient(outcome) : reportsTransient(text);
  const kind = passes ? kinds[0] : kinds[1];
  return STAND_INS[kind](results.of(key));
}

/** For what the model was told of a call whose arguments are no JSON: all of it is a failure. */
function toldStandIn(name: string, outcome: LoopOutcome, noNews: NoNews, results: Numbers): LoopOutcome {
  const error = isOwnRefusal(outcome) ? "" : outcomeWords(outcome);
  const key = error === "" ? null : outcomeKey(name, { error }, noNews);
  if (key === null) return NOTHING;
  const number = results.of(key);
  return isTransient({ error }) ? { error: `try again later ${number}` } : STAND_INS.error(number);
}

function charactersOf({ result, error }: LoopOutcome, meter: ValueMeter): number {
  meter.value(result);
  const size = typeof result === "string" ? result.length : result === undefined ? 0 : meter.size;
  return error === undefined || error === null ? size : size + errorText(error).length;
}

function bounds(calls: readonly CompactCall[]): Omit<CompactRun, "id" | "file" | "calls" | "events" | "gave"> {
  return {
    tokens: calls.reduce((sum, { tokens }) => sum + tokens, 0),
    mostOfOneCall: most(calls.map(({ name, args }) => `${args} ${name}`)),
    mostOfOneResult: most(calls.map(({ name, outcome }) => `${resultOf(outcome)} ${name}`)),
    mostOfOneName: most(calls.map(({ name }) => name)),
    mostInvalid: most(calls.filter(({ args }) => !argumentsParse(args)).map(({ name }) => name)),
  };
}

function resultOf(standIn: LoopOutcome = NOTHING): unknown {
  return standIn.errorTitle ?? standIn.error ?? standIn.result;
}

/** How often the most frequent of the keys comes. */
function most(keys: readonly string[]): number {
  const counts = new Map<string, number>();
  let highest = 0;
  for (const key of keys) {
    const times = (counts.get(key) ?? 0) + 1;
    counts.set(key, times);
    highest = Math.max(highest, times);
  }
  return highest;
}
