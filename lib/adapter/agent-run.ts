/** One run of an agent at the desk: what an adapter tells of it, and what it is told to do. */
import { type Awaitable, chain } from "../base/awaitable.ts";
import { property } from "../base/property.ts";
import { isThenable } from "../base/thenable.ts";
import type { Delegation, LoopCall, LoopDetection, LoopOutcome, LoopUsage, Verdict } from "../base/types.ts";
import { inWords, withCircumstances } from "../report/circumstances.ts";
import { attempt } from "../report/fail-open.ts";
import { withoutWarningText } from "../report/messages.ts";
import { ToolLoopError } from "../report/tool-loop-error.ts";
import { ALLOW } from "../report/verdict.ts";
import { duringCall, readDuringCall } from "../run/agent-work.ts";
import { RunProtocol } from "../run/run-protocol.ts";
import { UserWords } from "../text/user-words.ts";
import { shownText } from "../values/value-text.ts";
import { errorWithMessage, withMessage } from "../wrap/with-message.ts";
import type { AnyRun } from "./any-run.ts";
import type { Admission, CallEnds, CallOutcome, Ran, Refusal, ResultForm } from "./result-form.ts";
import { TextMonitor, type TextStep } from "./text-monitor.ts";
import { type AskStream, Generations, type StreamForm, type TextStream } from "./text-stream.ts";
import { type AskWhole, type WholeForm, wholeResponse } from "./text-whole.ts";

/** How an abort ends a run: with a `ToolLoopError`, or quietly, in the framework's own way. */
export type OnAbort = "throw" | "stop";

/** Calls between `before` and `after`; past it the oldest is forgotten. */
const OPEN_MAX = 512;

/** A call between `before` and `after`. */
interface OpenCall {
  readonly call: LoopCall;
  readonly verdict: Verdict;
}

/** What is to be done to the next request to the model. */
export interface NextRequest {
  /** The run is over: there is to be no request, see `AgentRun.finish`. */
  readonly end: ToolLoopError | undefined;
  /** For the model, as a message at the end of the request. It is given once. */
  readonly note: string | undefined;
}

/** How a run that is over ends in a framework. */
export interface EndForm<R> {
  /** The framework's own result of a run that was stopped, from which `findToolLoopError` gets the error. */
  stopped(end: ToolLoopError): R;
}

/** What is known of one run, whichever desk it is at. */
class RunState {
  readonly monitor: TextMonitor;
  readonly open: OpenCall[] = [];
  readonly words: UserWords = new UserWords();
  turns = 0;
  round: unknown = NONE;
  /** What ended the round that is under way. */
  ended: LoopDetection | undefined;
  /** The call that ended the run, or the round; for the host's error. */
  endedBy: LoopCall | undefined;
  /** What came back last, in words. */
  last: string | undefined;

  constructor(run: AnyRun) {
    this.monitor = new TextMonitor(run);
  }
}

/** No round has an id. */
const NONE = Symbol("none");

const states = new WeakMap<AnyRun, RunState>();

export interface AgentRunSettings {
  readonly onAbort: OnAbort;
  readonly endsWith: "run" | "round" | "call";
  /** The error that ends a run, in a form of the framework's own. */
  readonly errorOf: (detection: LoopDetection) => ToolLoopError;
}

/**
 * A run, with what adapters have in common. Methods that give an `Awaitable` give a promise only for a run in a store.
 *
 * After an abort no call that has not started runs: all of them are refused, until `turn`.
 */
export class AgentRun {
  /** The guard's own run. */
  readonly run: AnyRun;
  readonly onAbort: OnAbort;
  readonly #state: RunState;
  readonly #settings: AgentRunSettings;

  constructor(run: AnyRun, settings: AgentRunSettings) {
    this.run = run;
    this.onAbort = settings.onAbort;
    this.#settings = settings;
    let state = states.get(run);
    if (state === undefined) {
      state = new RunState(run);
      states.set(run, state);
    }
    this.#state = state;
  }

  /** The error that ends the run, once a verdict was `abort`; a new one each time, so that nobody shares its results. */
  get ended(): ToolLoopError | undefined {
    const { tripped } = this.run;
    return tripped === null ? undefined : this.#errorOf(tripped);
  }

  /** The error of the abort that ended the round under way, in a host that goes on after one. */
  get endedRound(): ToolLoopError | undefined {
    const { ended } = this.#state;
    return ended && this.#errorOf(ended);
  }

  /** What the model writes, for adapters that end a generation themselves; others use `stream` and `whole`. */
  get text(): TextMonitor {
    return this.#state.monitor;
  }

  /** The calls that follow are of one model response. `id`: of the response, if the framework has one; the same is the same round. */
  round(id?: unknown): void {
    const state = this.#state;
    if (id !== undefined && state.round === id) return;
    state.round = id === undefined ? NONE : id;
    state.ended = undefined;
    this.run.beginRound();
  }

  /**
   * A message with the role of a user has come: it begins a turn, unless a program wrote it, such as a nudge that repeats itself
   * or a note of ours. Without a message a user surely spoke. Gives whether a turn began.
   */
  turn(message?: unknown): boolean {
    const state = this.#state;
    if (message !== undefined && (isOwnNote(message) || !state.words.beginTurn(message, ++state.turns))) return false;
    state.ended = undefined;
    this.run.beginTurn();
    return true;
  }

  /** A run under the same key that begins anew. */
  restart(): Awaitable<void> {
    states.set(this.run, Object.assign(this.#state, new RunState(this.run)));
    return this.run.reset();
  }

  /** For hooks: whether a call may run. `after` or `drop` follows if it does. */
  before(call: LoopCall): Awaitable<Admission | Refusal> {
    return chain(this.#judge(call), (verdict) => {
      if (verdict.allowed || verdict.action === "ask") this.#remember({ call, verdict });
      return this.#entry(verdict, call);
    });
  }

  /** For hooks: what came back. Gives what the model is to read with it. `ended` may be set afterwards. */
  after(call: LoopCall, outcome: LoopOutcome): Awaitable<string | undefined> {
    const before = this.#take(call, false);
    this.#state.last = inWords(property(outcome, "error") ?? property(outcome, "result"));
    return chain(this.run.after(before?.call ?? call, outcome), (after) => {
      this.#note(after, before?.call ?? call);
      return warningOf(before?.verdict ?? ALLOW, after);
    });
  }

  /** For hooks: the call did not run after all, or nobody knows its outcome. */
  drop(call: LoopCall): Awaitable<void> {
    const before = this.#take(call, true);
    return chain(this.run.after(before?.call ?? call, {}), () => {});
  }

  /** A call that no tool can take. The model is to read the message with the framework's own error, or in place of it. */
  invalid(call: LoopCall, error: unknown): Awaitable<Admission | Refusal> {
    return chain(this.run.invalid(call, error ?? "The call is not valid"), (verdict) => this.#entry(verdict, call));
  }

  /** For wrappers: judges a call, runs it with `invoke` unless it is refused, and records its outcome. */
  call<R>(call: LoopCall, invoke: () => R, form: ResultForm<NoInfer<Awaited<R>>>): R {
    return chain(this.#judge(call), (before) => {
      const entry = this.#entry(before, call);
      if (!entry.runs) return "replay" in entry ? (form.replayed?.(entry.replay) ?? entry.replay) : form.refused(entry);
      return this.#invoke(call, before, invoke, form as ResultForm);
    }) as R;
  }

  /** For wrappers: a call that was judged before goes on, for instance with what a human said. */
  resume<R>(call: LoopCall, invoke: () => R, form: ResultForm<NoInfer<Awaited<R>>>): R {
    return this.#invoke(call, ALLOW, invoke, form as ResultForm) as R;
  }

  /** Another agent is to work. `runs: false`: it is not to. */
  delegate(to: Delegation): Awaitable<Admission | Refusal> {
    return chain(this.run.delegate(to), (verdict) => this.#entry(verdict));
  }

  /** Who works in this run, for detections. */
  name(agent: string): void {
    if (this.run instanceof RunProtocol) this.run.relate({ parent: undefined, agent });
  }

  /**
   * What a model response has used, for budgets. What is no amount is left out, since frameworks and providers differ in what
   * they report. Fails open.
   */
  usage({ inputTokens, outputTokens, cost }: { readonly [K in keyof LoopUsage]?: unknown }): Awaitable<void> {
    const usage: LoopUsage = {};
    if (isAmount(inputTokens)) usage.inputTokens = inputTokens;
    if (isAmount(outputTokens)) usage.outputTokens = outputTokens;
    if (isAmount(cost)) usage.cost = cost;
    if (Object.keys(usage).length === 0) return;
    const verdict = attempt<Awaitable<Verdict>>(() => this.run.usage(usage), ALLOW, "usage");
    return chain(verdict, (given) => this.#note(given));
  }

  /**
   * Asked before each request to the model. This is the one place that says what is to be done to a request.
   *
   * @example
   * const { end, note } = await run.next();
   * if (end !== undefined) return run.finish(end, { stopped: (error) => resultOf(error) });
   * if (note !== undefined) request.messages.push({ role: "user", content: note });
   */
  next(): NextRequest {
    return { end: this.ended, note: this.#state.monitor.take() };
  }

  /** Ends a run that is over: throws the error, or gives the framework's own result, as the option `onAbort` says. */
  finish<R>(end: ToolLoopError, form: EndForm<R>): R {
    if (this.onAbort === "throw") throw end;
    return form.stopped(end);
  }

  /** Throws the error that ends the run, if there is one and the option `onAbort` says so. */
  throwIfEnded(): void {
    const { ended } = this;
    if (ended !== undefined && this.onAbort === "throw") throw ended;
  }

  /** A response that streams, and those that follow because the model had repeated itself, as one. */
  stream<Q, C>(request: Q, ask: AskStream<Q, C>, form: StreamForm<Q, C>): TextStream<C> {
    return new Generations(this, request, ask, form);
  }

  /** A whole response, and those that follow because the model had repeated itself. `step`: `"abort"` if the run is to end. */
  whole<Q, R, P>(
    request: Q,
    ask: AskWhole<Q, R, P>,
    form: WholeForm<Q, R, P>,
  ): Promise<{ response: R; step: TextStep }> {
    return wholeResponse(this.text, request, ask, form);
  }

  /** The run is over. A run in a store stays there. */
  close(): Awaitable<void> {
    return this.run.close();
  }

  /** The verdict on a call; after an abort nobody is asked. */
  #judge(call: LoopCall): Awaitable<Verdict> {
    const { tripped } = this.run;
    const { endsWith } = this.#settings;
    const end = tripped === null || endsWith === "call" ? null : endsWith === "run" ? tripped : this.#state.ended;
    if (end !== null && end !== undefined)
      return { action: "abort", allowed: false, message: this.#settings.errorOf(end).message, detection: end };
    return this.run.before(call);
  }

  #invoke(call: LoopCall, before: Verdict, invoke: () => unknown, form: ResultForm): unknown {
    const { run } = this;
    const conclude = (outcome: CallOutcome | undefined, ran: Ran): Awaitable<Ran> => {
      if (outcome === undefined) return ran; // it has not ended
      this.#state.last = inWords("error" in ran ? ran.error : ran.result);
      const judged = "invalid" in outcome ? run.invalid(call, outcome.invalid) : run.after(call, outcome);
      return chain(judged, (after) => {
        this.#note(after, call);
        const instead = after.action === "abort" ? form.ended?.(this.#endOf(after.detection, ran), ran) : undefined;
        if (instead !== undefined) return { result: instead };
        const message = warningOf(before, after);
        return message === undefined ? ran : attempt(() => noted(form, ran, message), ran, "result", call.name);
      });
    };
    const shown = (ran: Ran): unknown => {
      if ("error" in ran) throw ran.error;
      return ran.result;
    };
    const ends: CallEnds = {
      finish: (result) => {
        const outcome = (): CallOutcome | undefined => (form.outcome === undefined ? { result } : form.outcome(result));
        return chain(conclude(attempt(outcome, {}, "result", call.name), { result }), shown);
      },
      // `throw undefined` is an error, too.
      fail: (error) =>
        conclude(form.failure === undefined ? { error: error ?? String(error) } : form.failure(error), { error }),
      drop: () => chain(run.after(call, {}), () => {}),
      within: (values) => readDuringCall(run, call, values),
    };
    const fail = (error: unknown): unknown => chain(ends.fail(error), shown);
    const finish = (result: unknown) => form.iterated?.(result, ends) ?? ends.finish(result);
    let result: unknown;
    try {
      result = duringCall(run, call, invoke);
    } catch (error) {
      return fail(error);
    }
    return isThenable(result) ? Promise.resolve(result).then(finish, fail) : finish(result);
  }

  /** What a verdict before a call says to an adapter. */
  #entry(verdict: Verdict, call?: LoopCall): Admission | Refusal {
    this.#note(verdict, call);
    const { action, message } = verdict;
    if (verdict.allowed) return action === "warn" ? { runs: true, message } : ADMITTED;
    return {
      runs: false,
      message,
      ask: action === "ask",
      ...("replay" in verdict ? { replay: verdict.replay } : {}),
      ...(action === "abort" ? { end: this.#errorOf(verdict.detection) } : {}),
    };
  }

  #note({ action, detection }: Verdict, call?: LoopCall): void {
    if (action !== "abort") return;
    this.#state.ended = detection;
    this.#state.endedBy = call;
  }

  #errorOf(detection: LoopDetection): ToolLoopError {
    return this.#explained(this.#settings.errorOf(detection));
  }

  #endOf(detection: LoopDetection, ran: Ran): ToolLoopError {
    if ("error" in ran) return this.#explained(Object.assign(new ToolLoopError(detection), { cause: ran.error }));
    return this.#explained(new ToolLoopError(detection, [ran.result]));
  }

  #explained(error: ToolLoopError): ToolLoopError {
    const { endedBy, last } = this.#state;
    const refused = attempt(() => this.run.stats().refused, undefined, "stats");
    return withCircumstances(error, { call: endedBy, last, refused });
  }

  #remember(entry: OpenCall): void {
    const { open } = this.#state;
    const id = property(entry.call, "id");
    const same = isId(id) ? open.findIndex(({ call }) => property(call, "id") === id) : -1;
    if (same >= 0) open[same] = entry;
    else if (open.push(entry) > OPEN_MAX) open.shift();
  }

  /** The open call with this id; without an id the oldest with these arguments, or the newest. */
  #take(call: LoopCall, newest: boolean): OpenCall | undefined {
    const { open } = this.#state;
    const isIt = (other: OpenCall): boolean => isSameCall(other.call, call);
    const at = newest ? open.findLastIndex(isIt) : open.findIndex(isIt);
    return at < 0 ? undefined : open.splice(at, 1)[0];
  }
}

const ADMITTED: Admission = Object.freeze({ runs: true, message: undefined });

/**
 * The message to add to the outcome of a call that has run, by its verdicts from `before`, `after` or `invalid`: one, the first.
 * What is said before a call (a limit, a budget, work that is sent around) is said once; a loop is told of again. A refusal
 * comes too late and acts as a warning; an abort ends the run instead.
 */
function warningOf(...verdicts: readonly Verdict[]): string | undefined {
  return verdicts.find(({ action }) => action !== "allow" && action !== "abort")?.message;
}

function noted(form: ResultForm, ran: Ran, message: string): Ran {
  if ("error" in ran) return { error: (form.failed ?? errorWithMessage)(ran.error, message) };
  return { result: (form.noted ?? withMessage)(ran.result, message) };
}

/** A call may be anything, and throw when it is read. */
function isSameCall(a: LoopCall, b: LoopCall): boolean {
  if (a === b) return true;
  const [id, other] = [property(a, "id"), property(b, "id")];
  if (isId(id) || isId(other)) return id === other;
  if (property(a, "name") !== property(b, "name")) return false;
  const [args, others] = [property(a, "arguments"), property(b, "arguments")];
  return args === others || shownText(args) === shownText(others);
}

function isId(id: unknown): boolean {
  return id !== undefined && id !== null;
}

/** Whether a message is one of our own, which an adapter put into a request. */
function isOwnNote(message: unknown): boolean {
  const text =
    Array.isArray(message) && message.length === 1 ? (message[0] as { text?: unknown } | null)?.text : message;
  return typeof text === "string" && text !== "" && withoutWarningText(text) === "";
}

export function isAmount(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value < Number.POSITIVE_INFINITY;
}
