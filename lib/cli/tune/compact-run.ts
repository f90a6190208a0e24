/**
 * A recorded run in few bytes: names, and numbers that stand for equal arguments and equal results. It is read once and
 * replayed under many settings; of texts only those are kept that the core judges by their content.
 */
import { createHash } from "node:crypto";
import type { LoopCall, LoopOutcome } from "../../base/types.ts";
import type { RunFacts } from "../../detectors/run-facts.ts";
import { isOwnRefusal, outcomeWords, withoutWarning } from "../../run/own-words.ts";
import { comparedFingerprint } from "../../text/identity.ts";
import { errorText, isFailure, isTransient, isTransientText, TRANSIENT_TEXT_MAX } from "../../text/outcome-text.ts";
import type { TraceRun, TraceRunSink } from "../../traces/trace-types.ts";
import { argumentsParse, argumentsText } from "../../values/json-text.ts";
import { isJsonKey, outcomeKey, outcomeText } from "../outcome-key.ts";
import { FactsOfRecord, mostEqual } from "../run-facts.ts";
import { ValueMeter } from "../scan/value-meter.ts";
import { type Gave, NewsLedger, newsKey } from "./news.ts";
import { VOLATILE } from "./settings.ts";

export interface CompactCall {
  readonly name: string;
  /** A number for the arguments; those that may make a shell wait stay as they are, and invalid ones stay invalid. */
  readonly args: string;
  readonly retryable: boolean;
  /** When it was requested, in milliseconds since 1970; `undefined` if the trace does not say. */
  readonly at: number | undefined;
  /** Likewise, when its outcome came. */
  end: number | undefined;
  /** As billed, or a quarter of the characters of arguments and result. */
  tokens: number;
  /** A stand-in for the outcome; `undefined` for a call that a guard refused when the trace was recorded. */
  outcome: LoopOutcome | undefined;
}

/** An event of a run: these, or `call(i)`, or `outcome(i)`. */
export const ROUND = -1;
export const TURN = -2;
export const COMPACTED = -3;
const callEvent = (index: number): number => 2 * index;
const outcomeEvent = (index: number): number => 2 * index + 1;

export interface CompactRun {
  readonly id: string;
  readonly file: string;
  readonly calls: readonly CompactCall[];
  readonly events: readonly number[];
  /** What each call gave. */
  readonly gave: readonly Gave[];
  readonly tokens: number;
  /** Whether the arguments of some call are not JSON. */
  readonly hasInvalid: boolean;
  /** For runs without such a call. */
  readonly facts: RunFacts;
}

/** Characters that make a token: the usual rule of thumb. */
const CHARACTERS_PER_TOKEN = 4;

/** Stand-ins for a success, a failure, and a transient failure. */
const STAND_INS = {
  /** Longer than what stays as it is. */
  result: (number: number): LoopOutcome => ({ result: `${"a long result ".repeat(5)}${number}` }),
  error: (number: number): LoopOutcome => ({ error: `error ${number}` }),
  transient: (number: number): LoopOutcome => ({ error: PASSING, errorTitle: `error ${number}` }),
  /** A success that reports a transient failure. */
  report: (number: number): LoopOutcome => ({ result: `try again later ${number}` }),
};
/** Its name makes a failure transient. Only the title is compared: without `digits`, a 503 may equal a 404. */
const PASSING: Error = Object.assign(new Error("stands for a failure that passes"), { name: "TimeoutError" });
const NOTHING: LoopOutcome = {};

/** A sink that makes a compact run of the events of a run, and passes it to `done` when the run ends. */
export function compactor({ id }: TraceRun, file: string, done: (run: CompactRun) => void): TraceRunSink {
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
    compacted: () => void events.push(COMPACTED),
    call(call) {
      events.push(callEvent(calls.length));
      meter.arguments(call.arguments);
      const print = comparedFingerprint(call.name, call.arguments);
      const own = args.get(print) ?? argumentsOf(call, args.size);
      args.set(print, own);
      billed.push(call.tokens !== undefined);
      calls.push({
        name: call.name,
        args: own,
        retryable: call.retryable === true,
        at: call.at,
        end: undefined,
        tokens: call.tokens ?? meter.size / CHARACTERS_PER_TOKEN,
        outcome: undefined,
      });
    },
    outcome(index, outcome, at) {
      const call = calls[index];
      if (call === undefined) return;
      call.end = at;
      if (!billed[index]) call.tokens += charactersOf(outcome, meter) / CHARACTERS_PER_TOKEN;
      if (!argumentsParse(call.args)) {
        call.outcome = toldStandIn(call.name, outcome, results);
        events.push(outcomeEvent(index));
      }
      if (isOwnRefusal(outcome)) return;
      const own = withoutWarning(outcome, undefined);
      given[index] = String(results.of(newsKey(call.name, own)));
      if (call.outcome !== undefined) return;
      call.outcome = standIn(call.name, own, results);
      events.push(outcomeEvent(index));
    },
    end: () =>
      done({
        ...{ id, file, calls, events },
        gave: whatWasGiven(calls, given),
        tokens: calls.reduce((sum, { tokens }) => sum + tokens, 0),
        hasInvalid: calls.some(({ args }) => !argumentsParse(args)),
        facts: factsOf(calls, events),
      }),
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

/** Only commands with one of these wait (`native/src/shell.c`), and only tools with one of these in their names. */
const WAITS = /sleep|wait|watch|tail|timeout/i;
const WAITING_TOOL = /wait|sleep|output|stdin|status|process|task|logs|computer|execute|read_?(bash|power|agent)/i;

/** The core has rules of its own for calls that wait, and for arguments that are not JSON. */
function argumentsOf({ name, arguments: args }: LoopCall, number: number): string {
  if (!argumentsParse(args)) return `{${number}`;
  const text = argumentsText(args) ?? "";
  return text !== "" && (WAITS.test(text) || WAITING_TOOL.test(name)) ? text : `"#${number}"`;
}

/** Results up to this length stay as they are: the core tells a bare acknowledgement such as "OK" from other results. */
const SHORT = 64;
/** `LG_SHORT_REPORT`: bytes of a success that may report a transient failure, as many tools do. */
const SHORT_REPORT = 400;

function standIn(name: string, outcome: LoopOutcome, results: Numbers): LoopOutcome {
  const key = outcomeKey(name, outcome, VOLATILE);
  if (key === null) return NOTHING;
  const text = outcomeText(key);
  const number = results.of(key);
  if (isFailure(outcome)) return isTransient(outcome) ? STAND_INS.transient(number) : STAND_INS.error(number);
  const start = text.slice(0, TRANSIENT_TEXT_MAX);
  if (Buffer.byteLength(text) <= SHORT_REPORT && isTransientText(start)) return STAND_INS.report(number);
  // A blank is no part of an acknowledgement, and tells the value {} from the text "{}".
  return text.trim().length <= SHORT ? { result: isJsonKey(key) ? ` ${text}` : text } : STAND_INS.result(number);
}

/** For what the model was told about a call with invalid arguments: always a failure. */
function toldStandIn(name: string, outcome: LoopOutcome, results: Numbers): LoopOutcome {
  const error = isOwnRefusal(outcome) ? "" : outcomeWords(outcome);
  const key = error === "" ? null : outcomeKey(name, { error }, VOLATILE);
  if (key === null) return NOTHING;
  const number = results.of(key);
  return isTransient({ error }) ? { error: `try again later ${number}` } : STAND_INS.error(number);
}

function charactersOf({ result, error }: LoopOutcome, meter: ValueMeter): number {
  meter.value(result);
  const size = typeof result === "string" ? result.length : result === undefined ? 0 : meter.size;
  return error === undefined || error === null ? size : size + errorText(error).length;
}

function factsOf(calls: readonly CompactCall[], events: readonly number[]): RunFacts {
  const answered = events.filter((event) => event > 0 && event % 2 === 1).map((event) => (event - 1) / 2);
  const outcomes = answered.map((index) => calls[index]?.outcome ?? NOTHING);
  const callKeys = calls.map(({ name, args }) => `${args} ${name}`);
  return new FactsOfRecord({
    mostEqual: mostEqual(callKeys),
    names: calls.map(({ name }) => name),
    callKeys,
    answered,
    outcomeKey: (place) => JSON.stringify(outcomes[place]),
    failed: (place) => isFailure(outcomes[place] as LoopOutcome),
    // The guard does not see the outcomes of calls that it refused.
    allSeen: () => false,
  });
}
