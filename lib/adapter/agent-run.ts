/** One run of an agent at the desk: what an adapter tells of it, and what it is told to do. */

import { type Awaitable, chain, getOrAdd, property } from "../base/property.ts";
import type { Delegation, LoopCall, Verdict } from "../base/types.ts";
import { shownText } from "../base/value-text.ts";
import { readHistory } from "../history/transcripts.ts";
import { sinceUser, UserWords } from "../history/user-words.ts";
import { answerText, type ToolLoopError } from "../rules/tool-loop-error.ts";
import { ALLOW, attempt } from "../rules/verdict.ts";
import { isWithin } from "../run/agent-work.ts";
import { isWarning } from "../run/call-input.ts";
import { usageIn } from "../run/usage.ts";
import { type AnyRun, BEGUN, CallRun, type CallRunSettings } from "./call-run.ts";
import { type RequestEdit, recoveryOf } from "./recovery.ts";
import type { Admission, Refusal } from "./result-form.ts";
import { TextMonitor } from "./text-monitor.ts";
import { type AskStream, generations, type StreamForm, type TextStream } from "./text-responses.ts";

/** A call as the guard takes it; `id` counts only if it is a string. */
export function callOf(id: unknown, name: string, args: unknown): LoopCall {
  return typeof id === "string" ? { id, name, arguments: args } : { name, arguments: args };
}

/** What is to be done to the next request to the model. */
export interface NextRequest {
  /** The run is over: there is to be no request, see `AgentRun.finish`. */
  readonly end: ToolLoopError | undefined;
  /** For the model, as a message at the end of the request. It is given once. */
  readonly note: string | undefined;
  /** The run is in a loop, or was in one, or is to answer: what else is done to the request. */
  readonly edit: RequestEdit | undefined;
}

/** Puts the error that ended a run where `findToolLoopError` looks, or takes it away. */
export function tellEnd(target: object, end: ToolLoopError | undefined): void {
  Object.defineProperty(target, "loopguard", { value: end, configurable: true });
}

/** Messages that a run goes on from at most. */
const RECALLED_MAX = 1000;

/** What is known of the texts and requests of one run, whichever desk it is at. */
const newState = (run: AnyRun, settings: CallRunSettings) => ({
  monitor: new TextMonitor(run),
  words: new UserWords(),
  /** Only if requests may have to be changed. */
  recovery: recoveryOf(run, settings),
  turns: 0,
  begun: new WeakSet<object>(),
});

const states = new WeakMap<AnyRun, ReturnType<typeof newState>>();

/** A run, with what adapters have in common. Methods that give an `Awaitable` give a promise only for a run in a store. */
export class AgentRun extends CallRun {
  readonly #state: ReturnType<typeof newState>;
  /** @internal On what the run goes on from: what the model is to read with the result of this call, unless it has. */
  recalled: { readonly id: string; readonly message: string } | undefined;

  constructor(run: AnyRun, settings: CallRunSettings) {
    super(run, settings);
    this.#state = getOrAdd(states, run, () => newState(run, settings));
    this.#state.recovery ??= recoveryOf(run, settings); // another desk may have had no use for it
  }

  /** What the model writes, for adapters that end a generation themselves; others use `stream`. */
  get text(): TextMonitor {
    return this.#state.monitor;
  }

  /**
   * A message with the role of a user has come: it begins a turn, unless a program wrote it, such as a nudge that repeats itself
   * or a note of ours. Without a message a user surely spoke. Gives whether a turn began.
   */
  turn(message?: unknown): boolean {
    const state = this.#state;
    if (message !== undefined && (isOwnNote(message) || !state.words.beginTurn(message, ++state.turns))) return false;
    this.forget(false);
    state.recovery?.forget();
    this.run.beginTurn();
    return true;
  }

  /**
   * An agent begins to work, as it does once for each `key`. That is a turn of a run that the user gave in place of a guard, unless by
   * the `messages` no user spoke last, or a tool of it is at work, in which the agent is: not one that has answered before, which a
   * user goes on with while a tool that was given up still works, and none after an abort, but in that tool. A new run goes on with
   * what the `messages` say. Gives whether it is the first time.
   */
  begin(key: object = {}, messages?: readonly unknown[]): boolean {
    const { begun } = this.#state;
    if (begun.has(key)) return false;
    begun.add(key);
    const isOutside = this.calls.working === 0 || (this.run.tripped !== null && !isWithin(this.run));
    const mayBegin = isOutside || messages?.some(isAnswer) === true;
    if (!this.settings.kept) this.recall(messages);
    else if (mayBegin && messages?.length !== 0 && sinceUser(messages ?? []).length === 0) this.turn();
    return true;
  }

  /**
   * @internal A new run goes on from what was called since a user spoke, by the messages of its first request: a host may ask for each
   * step by itself, and give all that came before. Calls of the last response that have no result are about to run.
   */
  recall(messages: readonly unknown[] = []): void {
    const { run } = this;
    if (this.settings.kept || !("rehydrate" in run)) return;
    const act = (): Verdict => {
      const { calls } = readHistory(sinceUser(messages).slice(-RECALLED_MAX));
      const last = calls.at(-1)?.round;
      const known = calls.filter(({ outcome, round }) => outcome !== undefined || round !== last);
      if (known.length === 0 || run.stats().calls > 0) return ALLOW;
      this.calls.round = BEGUN; // by `rehydrate`
      const values = new Map(known.map(({ call, outcome }) => [shownFrom(call, outcome?.result), outcome?.result]));
      const entries = known.map(({ call, outcome, round }) => {
        const value = values.get(bareText(call, outcome?.result));
        return { ...call, ...outcome, ...(value !== undefined && { result: value }), round };
      });
      return run.rehydrate(entries);
    };
    const verdict = attempt(act, ALLOW, "messages");
    this.note(verdict);
    const id = verdict.detection?.callId;
    this.recalled = verdict.action === "warn" && id !== undefined ? { id, message: verdict.message } : undefined;
  }

  /** A run under the same key that begins anew; one that the user gave in place of a guard begins a turn. */
  restart(): Awaitable<void> {
    if (this.settings.kept) return void this.turn();
    this.#state.recovery?.record(true);
    Object.assign(this.#state, newState(this.run, this.settings));
    this.forget(true);
    return this.run.reset();
  }

  /** Another agent is to work; an empty text or object is no task. `runs: false`: it is not to; after an abort none is. */
  delegate({ task, ...to }: Delegation): Awaitable<Admission | Refusal> {
    const given = ["", "{}"].includes(shownText(task)) ? to : { ...to, task };
    return chain(this.lateVerdict() ?? this.run.delegate(given), (verdict) => this.entry(verdict));
  }

  /** What a model response has used, for budgets, as the framework or the provider writes it. Fails open. */
  usage(used: unknown): Awaitable<void> {
    const usage = usageIn(used);
    if (usage === undefined) return;
    const verdict = attempt<Awaitable<Verdict>>(() => this.run.usage(usage), ALLOW, "usage");
    return chain(verdict, (given) => this.note(given));
  }

  /**
   * Asked before each request to the model. This is the one place that says what is to be done to a request.
   *
   * @example
   * import { desk } from "loopguard/adapter";
   *
   * const agentRun = desk().run(sessionId);
   * const { end, note, edit } = agentRun.next();
   * if (end !== undefined) show(agentRun.finish(end, { stopped: (_, text) => text }));
   * if (note !== undefined) show(note); // as a message of the user at the end of the request
   * if (edit !== undefined) show(edit.messages(messages, (content) => ({ role: "user", content })));
   */
  next(): NextRequest {
    const edit = this.edit();
    const note = this.#state.monitor.take();
    return { end: edit?.answers === undefined ? this.ended : undefined, note, edit };
  }

  /** What is done to the next request to get the model out of a loop; the same until a call was judged. `next` has it, too. */
  edit(): RequestEdit | undefined {
    const { recovery } = this.#state;
    if (recovery === undefined) return undefined;
    const { ended } = this;
    if (ended === undefined || this.onAbort === "answer") return recovery.next(ended, this.calls.late);
    return void recovery.record(false);
  }

  /** Whether nothing is asked any more: the run is over, and has had its last request, if it has one. */
  get over(): boolean {
    return this.run.tripped !== null && (this.onAbort !== "answer" || this.#state.recovery?.answered === true);
  }

  /** The model has answered without a call: what was done to the request has helped. */
  answered(): void {
    this.#state.recovery?.concluded();
  }

  /** The request has failed: what was done to it has not helped, and what was written is no text. */
  failed(): void {
    this.#state.monitor.broke();
    this.#state.recovery?.record(false);
  }

  /**
   * Ends a run that is over: throws the error, or gives what `stopped` does, as the option `onAbort` says. That is the framework's own
   * result, from which `findToolLoopError` gets the error. `text`: what it says, which under `"answer"` is an answer of ours, where the
   * model gave none.
   */
  finish<R>(end: ToolLoopError, form: { stopped(end: ToolLoopError, text: string): R }): R {
    if (this.onAbort === "throw") throw end;
    return form.stopped(end, this.endText(end));
  }

  /** What a run says that was stopped: why, and under `"answer"` what is known, where the model said nothing. */
  endText(end: ToolLoopError): string {
    return this.settings.answers ? answerText(end) : end.message;
  }

  /** A response, and those that follow because the model had repeated itself, as one; a whole one is a stream of its texts. */
  stream<Q, C>(request: Q, ask: AskStream<Q, C>, form: StreamForm<Q, C>): TextStream<C> {
    return generations(this, request, ask, form);
  }

  /**
   * The run is over. A run in a store stays there, and one that the user gave in place of a guard stays open. `failed`: it broke off.
   */
  close(failed = false): Awaitable<void> {
    if (failed) this.failed();
    else this.answered();
    return this.settings.kept ? undefined : this.run.close();
  }
}

const isAnswer = (message: unknown): boolean => /^(?:assistant|model)$/.test(String(property(message, "role")));

/** How a text shows what a tool gave, if that is none itself: a warning makes such a text of it, with a paragraph behind. */
const shownFrom = ({ name }: LoopCall, result: unknown): string | undefined =>
  result === undefined || typeof result === "string" ? undefined : `${name}\n${shownText(result)}`;

/** The same of a text that may be one, without the paragraph. */
const bareText = ({ name }: LoopCall, result: unknown): string =>
  typeof result === "string" ? `${name}\n${result.split("\n\n", 1)}` : "";

/** Whether a message is one of our own, which an adapter put into a request. */
const isOwnNote = (message: unknown): boolean =>
  isWarning(Array.isArray(message) && message.length === 1 ? property(message[0], "text") : message);
