/**
 * `scan --what-if recover`: what the guard's option `recover` would have done to the requests of a recorded run. They are the
 * messages of the record; where its format has none, they are made of its calls, results and texts. Each call that the guard
 * refuses has the refusal for its result.
 */
import { Recovery } from "../../adapter/recovery.ts";
import { jsonText } from "../../base/json-text.ts";
import { isGiven, orElse } from "../../base/property.ts";
import type { LoopOutcome, LoopRecovery, Verdict } from "../../base/types.ts";
import { editResults } from "../../guard/prune/message-form.ts";
import { readHistory } from "../../history/transcripts.ts";
import type { RecoverConfig } from "../../rules/recover-options.ts";
import { ToolLoopError } from "../../rules/tool-loop-error.ts";
import type { TraceCall } from "../../traces/trace-types.ts";
import type { Recovered } from "../scan-types.ts";
import { argumentsSize, CHARACTERS_PER_TOKEN } from "./run-costs.ts";

/** Characters of calls, results and texts that are kept of a run; past it the older half of its responses is forgotten. */
const KEPT_MAX = 32 << 20;

interface KeptCall {
  readonly index: number;
  readonly call: TraceCall;
  outcome?: LoopOutcome;
}

/** A message of the record. */
interface KeptMessage {
  readonly message: object;
  /** Calls of the run up to it. */
  readonly calls: number;
  /** The calls whose results it has, in order. */
  readonly answers: readonly number[];
}

/** What the model said and called in one response; `"turn"`: a user spoke. */
type Step = { readonly text: string; readonly calls: KeptCall[] } | "turn";

export class WhatIfRecover {
  readonly #policy: Recovery;
  #steps: Step[] = ["turn"];
  #messages: KeptMessage[] | undefined = []; // `undefined` once one of them could not be copied
  /** The calls that were answered since the last message. */
  #answers: number[] = [];
  /** By call that the guard refuses: what the model reads. */
  readonly #refusals = new Map<number, string>();
  /** Of the steps, without an outcome. */
  readonly #open = new Map<number, KeptCall>();
  readonly #tally = { calls: 0 };
  #size = 0;
  /** What the model said that has had no call yet, and in which message. */
  #words = { text: "", message: -1 };
  /** The newest refusal of the last response, and of which call. */
  #refusal: { readonly index: number; readonly verdict: Verdict } | undefined;
  #tried: LoopRecovery | undefined;
  readonly #found: Recovered[] = [];

  constructor(recover: RecoverConfig) {
    this.#policy = new Recovery({
      reporter: {
        config: { recover },
        tally: this.#tally,
        takeStruck: () => this.#refusal?.verdict.detection ?? undefined,
        recovered: (recovery) => {
          if (recovery.outcome === "tried") this.#tried = recovery;
        },
      },
    });
  }

  /** The model responds with calls: the request before it has been made. */
  round(): void {
    this.#request();
    this.#steps.push({ text: this.#words.text, calls: [] });
    this.#words.text = "";
  }

  turn(): void {
    this.#request();
    this.#policy.forget();
    this.#endMessage();
    this.#steps.push("turn");
  }

  compacted(): void {
    this.#request();
    this.#steps = ["turn"];
    this.#messages = [];
    this.#open.clear();
    this.#size = 0;
  }

  text(text: string, message: number): void {
    if (message !== this.#words.message) this.#endMessage();
    this.#words = { text: this.#words.text + text, message };
    this.#keep(text.length);
  }

  message(given: object, calls: number): void {
    const answers = this.#answers;
    this.#answers = [];
    const text = orElse(() => withoutCacheMarks(given), undefined); // a hostile line nests a million levels
    if (text === undefined) this.#messages = undefined;
    if (text === undefined || this.#messages === undefined) return;
    const message = JSON.parse(text) as object;
    const refused = (result: unknown, place: number) => this.#refusals.get(answers[place] as number) ?? result;
    this.#messages.push({ message: editResults(message, refused) ?? message, calls, answers });
    this.#keep(text.length);
  }

  call(index: number, call: TraceCall): void {
    const step = this.#steps.at(-1);
    const kept = { index, call };
    if (typeof step === "object") step.calls.push(kept);
    this.#open.set(index, kept);
    this.#tally.calls++;
    this.#keep(argumentsSize(call.arguments));
  }

  /** What the guard said of a call that it does not let run, or after which it ends the run. */
  refused(index: number, verdict: Verdict, when: "before" | "after"): void {
    if (this.#refusal?.verdict.action !== "abort") this.#refusal = { index, verdict };
    if (when === "after") return;
    this.#refusals.set(index, verdict.message);
    this.#answer(index, { result: verdict.message }, verdict.message.length);
  }

  outcome(index: number, outcome: LoopOutcome, size: number): void {
    this.#answers.push(index);
    this.#answer(index, outcome, size);
  }

  #answer(index: number, outcome: LoopOutcome, size: number): void {
    const kept = this.#open.get(index);
    if (kept === undefined) return;
    this.#open.delete(index);
    kept.outcome = outcome;
    this.#keep(size);
  }

  #keep(size: number): void {
    this.#size += size;
    if (this.#size <= KEPT_MAX) return;
    for (const step of this.#steps.splice(0, Math.ceil(this.#steps.length / 2)))
      if (step !== "turn") for (const { index } of step.calls) this.#open.delete(index);
    this.#messages?.splice(0, Math.ceil(this.#messages.length / 2));
    this.#size /= 2;
  }

  /** In the order of the record. No event may follow. */
  end(): Recovered[] {
    this.#request();
    return this.#found;
  }

  #endMessage(): void {
    if (this.#words.text !== "") this.#steps.push({ text: this.#words.text, calls: [] });
    this.#words.text = "";
  }

  /** The messages of the record up to the newest results; `undefined`: they have none of this call. */
  #sent(index: number): object[] | undefined {
    const { calls } = this.#tally;
    const messages = this.#messages ?? [];
    const last = messages.findLastIndex((one) => one.calls <= calls && one.answers.length > 0);
    const sent = messages.slice(0, last + 1);
    return sent.some(({ answers }) => answers.includes(index)) ? sent.map(({ message }) => message) : undefined;
  }

  #request(): void {
    const refusal = this.#refusal;
    const detection = refusal?.verdict.detection;
    const end = detection && refusal?.verdict.action === "abort" ? new ToolLoopError(detection) : undefined;
    const edit = this.#policy.next(end, 0);
    const tried = this.#tried;
    this.#refusal = this.#tried = undefined;
    if (refusal === undefined || edit === undefined || tried === undefined) return;
    const recorded = this.#sent(refusal.index) ?? this.#steps.flatMap(messagesOf);
    const edited = edit.messages(recorded, (content) => ({ role: "user", content }));
    this.#found.push({
      rung: tried.rung,
      detector: tried.detection.detector,
      toolName: tried.detection.toolName,
      callIndex: refusal.index,
      calls: callsIn(recorded) - callsIn(edited),
      tokens: Math.max(0, Math.round((sizeOf(recorded) - sizeOf(edited)) / CHARACTERS_PER_TOKEN)),
    });
  }
}

/** They move on to newer messages. */
function withoutCacheMarks(message: object): string {
  return JSON.stringify(message, (key, value: unknown) => (key === "cache_control" ? undefined : value));
}

function callsIn(messages: readonly object[]): number {
  return readHistory(messages).calls.length;
}

/** As OpenAI's chat completions have them. */
function messagesOf(step: Step): object[] {
  if (step === "turn") return [{ role: "user", content: "" }];
  const { text, calls } = step;
  return [
    {
      role: "assistant",
      content: text,
      tool_calls: calls.map(({ index, call: { name, arguments: args } }) => {
        return { id: String(index), type: "function", function: { name, arguments: args } };
      }),
    },
    ...calls.flatMap(({ index, outcome }): object[] => {
      if (outcome === undefined) return [];
      const { result, error } = outcome;
      const answers = { role: "tool", tool_call_id: String(index) };
      return [isGiven(error) ? { ...answers, status: "error", content: error } : { ...answers, content: result }];
    }),
  ];
}

function sizeOf(messages: readonly object[]): number {
  return messages.reduce((sum, message) => sum + (orElse(() => jsonText(message)?.length, 0) ?? 0), 0);
}
