/** The calls of one run at the desk. Without the rest of `AgentRun`, it is what a guarded function needs. */

import { type Awaitable, chain, getOrAdd, isThenable, property } from "../base/property.ts";
import type { LoopCall, LoopDetection, LoopOutcome, LoopRun, Verdict } from "../base/types.ts";
import { shownText } from "../base/value-text.ts";
import { errorWithMessage, withMessage } from "../guard/with-message.ts";
import {
  answerText,
  findToolLoopError,
  inWords,
  type ToolLoopError,
  withCircumstances,
} from "../rules/tool-loop-error.ts";
import { ALLOW, attempt, warningOf } from "../rules/verdict.ts";
import { duringCall, ReadingWork, tellStopped } from "../run/agent-work.ts";
import { isOwnRun } from "../run/loop-run.ts";
import type { StoredLoopRun } from "../store/stored-run-options.ts";
import type { Ran, Refusal, ResultForm } from "./result-form.ts";
import { type Admission, type CallEnds, type CallOutcome, decisionOf, WAITS } from "./result-form.ts";

/** A run in memory or in a store. */
export type AnyRun = LoopRun | StoredLoopRun;

/** Whether this is a run, and no guard and no options: only a guard has the method `run`. */
export function isAnyRun(value: unknown): value is AnyRun {
  const { before, after, run } = (value ?? {}) as { before?: unknown; after?: unknown; run?: unknown };
  return typeof before === "function" && typeof after === "function" && run === undefined;
}

/** How an abort ends a run: with a `ToolLoopError`; quietly, in the framework's own way; or so, after a last request without tools. */
export type OnAbort = "throw" | "stop" | "answer";

/** Calls between `before` and `after`; past it the oldest is forgotten. */
const OPEN_MAX = 512;

/** Results that the error of a run has; past it the oldest is forgotten. */
const RESULTS_MAX = 64;

/** A call between `before` and `after`. */
interface OpenCall {
  readonly call: LoopCall;
  readonly verdict: Verdict;
}

/** What is known of the calls of one run, whichever desk it is at. */
interface CallState {
  readonly open: OpenCall[];
  round: unknown;
  /** What ended the round that is under way. */
  ended?: LoopDetection | undefined;
  /** The call that ended the run, or the round; for the host's error. */
  endedBy?: LoopCall | undefined;
  /** Calls that came after the end, which the guard's run is not asked about. */
  late: number;
  /** Tools at work that were called by `call`. */
  working: number;
  /** What came back last, in words. */
  last?: string;
  /** What calls have returned, but for what is the same as the one before: the host's own values, of no run that only one call is known of. */
  readonly results: unknown[];
}

/** No round has an id. */
const NONE = Symbol("none");
/** The next round has begun already, and has no call. */
export const BEGUN: unique symbol = Symbol();

const states = new WeakMap<AnyRun, CallState>();

/** What the author of an adapter says of the framework. */
export interface FrameworkSettings {
  /**
   * How far an abort reaches. `"run"`: until a turn begins, no further call runs. `"round"`: until the next round, for hosts
   * that may catch the error and go on. `"call"`: it is one call that does not run, where nothing is known of rounds. Default
   * `"run"`.
   */
  endsWith?: "run" | "round" | "call";
  /** The error that ends a run, in a form of the framework's own. Default: a `ToolLoopError`. */
  errorOf?: (detection: LoopDetection) => ToolLoopError;
  /** Whether the adapter can ask this model of `recover`, or at this temperature; what it cannot is not tried. Default: always. */
  asksOther?: (other: { readonly model?: unknown; readonly temperature?: number | undefined }) => boolean;
}

export interface CallRunSettings extends Required<FrameworkSettings> {
  readonly onAbort: OnAbort;
  /** The user wants an answer, whether the model can be asked for one or not. */
  readonly answers: boolean;
  /** See `AdapterOptions`. */
  readonly more: number;
  /** The run was given by the user: it goes on when an agent is done, or begins anew. */
  readonly kept: boolean;
}

/** After an abort no call that has not started runs: all of them are refused, until a turn begins. */
export class CallRun {
  /** The guard's own run. */
  readonly run: AnyRun;
  readonly onAbort: OnAbort;
  /** @internal */
  protected readonly settings: CallRunSettings;
  /** @internal */
  protected readonly calls: CallState;

  constructor(run: AnyRun, settings: CallRunSettings) {
    this.run = run;
    this.onAbort = settings.onAbort;
    this.settings = settings;
    this.calls = getOrAdd(states, run, () => ({ open: [], round: NONE, late: 0, working: 0, results: [] }));
  }

  /** The error that ends the run, once a verdict was `abort`; a new one each time, so that nobody shares its results. */
  get ended(): ToolLoopError | undefined {
    const { tripped } = this.run;
    return tripped === null ? undefined : this.errorOf(tripped);
  }

  /** The error of the abort that ended the round under way, in a host that goes on after one. */
  get endedRound(): ToolLoopError | undefined {
    const { ended } = this.calls;
    return ended && this.errorOf(ended);
  }

  /** The calls that follow are of one model response. `id`: of the response, if the framework has one; the same is the same round. */
  round(id?: unknown): void {
    const state = this.calls;
    if (id !== undefined && state.round === id) return;
    if (state.round !== BEGUN) this.run.beginRound();
    state.round = id === undefined ? NONE : id;
    state.ended = undefined;
  }

  /** For hooks: whether a call may run. `after` or `drop` follows if it does. */
  before(call: LoopCall): Awaitable<Admission | Refusal> {
    return chain(this.#judge(call), (verdict) => {
      // If a human lets it run after all, the message has been read.
      if (verdict.allowed || verdict.action === "ask")
        this.#remember({ call, verdict: verdict.allowed ? verdict : ALLOW });
      return this.entry(verdict, call);
    });
  }

  /** For hooks: what came back. Gives what the model is to read with it. `ended` may be set afterwards. */
  after(call: LoopCall, outcome: LoopOutcome): Awaitable<string | undefined> {
    const before = this.#take(call, false);
    this.#returned(property(outcome, "error"), property(outcome, "result"));
    return chain(this.run.after(before?.call ?? call, outcome), (after) => {
      this.note(after, before?.call ?? call);
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
    return chain(this.run.invalid(call, error ?? "The call is not valid"), (verdict) => this.entry(verdict, call));
  }

  /** For wrappers: judges a call, runs it with `invoke` unless it is refused, and records its outcome. */
  call<R>(call: LoopCall, invoke: () => R, form: ResultForm<NoInfer<Awaited<R>>>): R {
    return chain(this.#judge(call), (before) => {
      const entry = this.entry(before, call);
      if (entry.runs) return this.#invoke(call, before, invoke, form as ResultForm);
      const refuse = (no: Refusal): unknown =>
        "replay" in no ? (form.replayed?.(no.replay) ?? no.replay) : form.refused(no);
      const decided = (now: Admission | Refusal): unknown =>
        now.runs ? this.#invoke(call, ALLOW, invoke, form as ResultForm) : refuse(now);
      return chain(entry.ask ? form.asks?.(entry) : undefined, (answer) =>
        answer === WAITS ? undefined : answer === undefined ? refuse(entry) : chain(this.decide(call, answer), decided),
      );
    }) as R;
  }

  /** What a human said of a call that `ask` was about, see `decisionOf`. The words of a refusal are the human's. */
  decide(call: LoopCall, answer: unknown): Awaitable<Admission | Refusal> {
    return chain(this.run.decide(call, decisionOf(answer, this.settings.more)), (verdict) => this.entry(verdict, call));
  }

  /** @internal The error of an agent in the tool that was stopped: for this run, unless it is stopped too, that is a result. */
  childOf(error: unknown): ToolLoopError | undefined {
    return this.run.tripped === null ? attempt(() => findToolLoopError(error), undefined, "result") : undefined;
  }

  /** For frameworks that ask before they run a tool: whether a human is to be asked about this call. It is judged again then. */
  asks(call: LoopCall): Awaitable<boolean> {
    return chain(this.#judge(call), (verdict) => verdict.action === "ask");
  }

  /** For wrappers: a call that was judged before goes on, for instance with what a human said. */
  resume<R>(call: LoopCall, invoke: () => R, form: ResultForm<NoInfer<Awaited<R>>>): R {
    return this.#invoke(this.#take(call, false)?.call ?? call, ALLOW, invoke, form as ResultForm) as R;
  }

  /** Throws the error that ends the run, if there is one and the option `onAbort` says so. */
  throwIfEnded(): void {
    const { ended } = this;
    if (ended !== undefined && this.onAbort === "throw") throw ended;
  }

  /** Who works in this run, for detections. */
  name(agent: string): void {
    if (isOwnRun(this.run)) this.run.relate({ parent: undefined, agent });
  }

  /** @internal What came before has no effect on what comes. `all`: nothing of it is known. */
  protected forget(all: boolean): void {
    const state = this.calls;
    state.ended = undefined;
    state.results.length = 0;
    if (!all) return;
    state.open.length = 0;
    state.round = NONE;
  }

  #judge(call: LoopCall): Awaitable<Verdict> {
    return this.lateVerdict() ?? this.run.before(call);
  }

  /** @internal The verdict on what comes after an abort, about which nobody is asked. */
  protected lateVerdict(): Verdict | undefined {
    const { tripped } = this.run;
    const { endsWith } = this.settings;
    const end = tripped === null || endsWith === "call" ? null : endsWith === "run" ? tripped : this.calls.ended;
    if (end === null || end === undefined) return undefined;
    this.calls.late++;
    return { action: "abort", allowed: false, message: this.settings.errorOf(end).message, detection: end };
  }

  #invoke(call: LoopCall, before: Verdict, invoke: () => unknown, form: ResultForm): unknown {
    const { run } = this;
    const conclude = (outcome: CallOutcome | undefined, ran: Ran): Awaitable<Ran> => {
      if (outcome === undefined) {
        this.#remember({ call, verdict: ALLOW }); // it has not ended
        return ran;
      }
      reading?.end();
      if ((run as { closed?: boolean }).closed) return ran; // the turn was over before its tool
      if ("error" in ran) this.#returned(ran.error, undefined);
      // What `replayed` is given is the tool's own value.
      else this.#returned(undefined, (form.replayed && (outcome as LoopOutcome).result) ?? ran.result);
      const judged = "invalid" in outcome ? run.invalid(call, outcome.invalid) : run.after(call, outcome);
      return chain(judged, (after) => {
        this.note(after, call);
        const instead = after.action === "abort" ? form.ended?.(this.#endOf(after.detection, ran), ran) : undefined;
        if (instead !== undefined) return { result: instead };
        const message = warningOf(before, after);
        return message === undefined ? ran : attempt(() => addMessage(form, ran, message), ran, "result", call.name);
      });
    };
    const shown = (ran: Ran): unknown => {
      if ("error" in ran) throw ran.error;
      return ran.result;
    };
    const inPlace = (child: ToolLoopError): unknown => {
      const result = form.refused({ runs: false, message: answerText(child), ask: false });
      return chain(conclude({ error: child.message }, { result }), shown);
    };
    let reading = form.agents && new ReadingWork(run, call);
    let tells = form.agents === "is"; // beside any result, and not only in place of an empty one
    const ends: CallEnds = {
      finish: (result) => {
        const child = reading?.stopped;
        if (child && (result === undefined || result === "")) return inPlace(child);
        const outcome = (): CallOutcome | undefined => (form.outcome === undefined ? { result } : form.outcome(result));
        return chain(conclude(attempt(outcome, {}, "result", call.name), { result }), (ran) =>
          shown(child && tells ? addMessage(form, ran, answerText(child)) : ran),
        );
      },
      // `throw undefined` is an error, too.
      fail: (error) =>
        conclude(form.failure === undefined ? { error: error ?? String(error) } : form.failure(error), { error }),
      drop: () => chain(run.after(call, {}), () => {}),
      within(values) {
        tells = true;
        reading ??= new ReadingWork(run, call);
        return reading.values(values);
      },
    };
    const state = this.calls;
    const fail = (error: unknown): unknown => {
      state.working--;
      const child = this.childOf(error);
      return child ? inPlace(reading?.stopped ?? child) : chain(ends.fail(error), shown);
    };
    const finish = (result: unknown): unknown => {
      state.working--;
      return form.iterated?.(result, ends) ?? ends.finish(result);
    };
    let result: unknown;
    state.working++;
    try {
      result = reading ? reading.during(invoke) : duringCall(run, call, invoke, this.settings.kept);
    } catch (error) {
      return fail(error);
    }
    return isThenable(result) ? Promise.resolve(result).then(finish, fail) : finish(result);
  }

  /** @internal What a verdict before a call says to an adapter. */
  protected entry(verdict: Verdict, call?: LoopCall): Admission | Refusal {
    this.note(verdict, call);
    const { action, message } = verdict;
    if (verdict.allowed) return action === "warn" ? { runs: true, message } : ADMITTED;
    const ask = action === "ask";
    if (action === "abort") {
      const end = this.errorOf(verdict.detection);
      return { runs: false, message: end.message, ask, end }; // a text that readers of histories know for a refusal
    }
    return { runs: false, message, ask, ...("replay" in verdict ? { replay: verdict.replay } : {}) };
  }

  /** @internal */
  protected note({ action, detection }: Verdict, call?: LoopCall): void {
    if (action !== "abort") return;
    this.calls.ended = detection;
    this.calls.endedBy = call;
    if (!this.settings.answers) tellStopped(this.run, () => this.ended);
  }

  /** The error for a detection of this run, with what the host can know: the results so far, the call, what came back last. */
  errorOf(detection: LoopDetection): ToolLoopError {
    const { endedBy, last, results } = this.calls;
    const error = this.settings.errorOf(detection);
    if (error.results.length === 0) error.results = [...results];
    const refused = attempt(() => this.run.stats().refused, undefined, "stats");
    return withCircumstances(error, { call: endedBy, last, refused });
  }

  #endOf(detection: LoopDetection, ran: Ran): ToolLoopError {
    const end = this.errorOf(detection);
    if ("error" in ran) return Object.assign(end, { cause: ran.error });
    if (end.results.length === 0) end.results = [ran.result];
    return end;
  }

  #returned(error: unknown, result: unknown): void {
    const state = this.calls;
    state.last = inWords(error ?? result);
    const { results } = state;
    if (result === undefined || this.settings.endsWith === "call" || Object.is(results.at(-1), result)) return;
    if (results.push(result) > RESULTS_MAX) results.shift();
  }

  #remember(entry: OpenCall): void {
    const { open } = this.calls;
    const id = property(entry.call, "id");
    const same = isId(id) ? open.findIndex(({ call }) => property(call, "id") === id) : -1;
    if (same >= 0) open[same] = entry;
    else if (open.push(entry) > OPEN_MAX) open.shift();
  }

  /** The open call with this id; without an id the oldest with these arguments, or the newest. */
  #take(call: LoopCall, newest: boolean): OpenCall | undefined {
    const { open } = this.calls;
    const isIt = (other: OpenCall): boolean => isSameCall(other.call, call);
    const at = newest ? open.findLastIndex(isIt) : open.findIndex(isIt);
    return at < 0 ? undefined : open.splice(at, 1)[0];
  }
}

const ADMITTED: Admission = Object.freeze({ runs: true, message: undefined });

function addMessage(form: ResultForm, ran: Ran, message: string): Ran {
  if ("error" in ran) return { error: (form.failed ?? errorWithMessage)(ran.error, message) };
  return { result: (form.withMessage ?? withMessage)(ran.result, message) };
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

const isId = (id: unknown): boolean => id !== undefined && id !== null;
