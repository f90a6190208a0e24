/** The state of one agent run: what is not a matter of numbers, around a run of the core. */

import { mark } from "../base/brand.ts";
import { closedError } from "../base/errors.ts";
import type { LoopCall, LoopDetection, LoopGuardStats, LoopOutcome, LoopRun, Verdict } from "../base/types.ts";
import type { ToolRules } from "../config/tool-policy.ts";
import { UnpackableError } from "../core/body.ts";
import type { CoreExplanation } from "../core/explanation.ts";
import { ACTIONS, EventFlag, NO_TICKET, Step } from "../core/layout.gen.ts";
import type { CoreRun } from "../core/run.ts";
import type { CoreReport, CoreRestoreReport, PackedVerdict } from "../core/types.ts";
import { logEntries, withoutSignatures } from "../history/history-log.ts";
import { publishError } from "../report/diagnostics.ts";
import { failOpen } from "../report/fail-open.ts";
import { ALLOW, checkPacked, isDetected, isRefusal, packedAction, packedTicket } from "../report/verdict.ts";
import { errorKey } from "../text/outcome-text.ts";
import { askedAt, identityArguments, queryOf } from "./call-text.ts";
import type { GuardEngine } from "./guard-engine.ts";
import { LoopReporter } from "./loop-reporter.ts";
import { callId, OpenCalls } from "./open-calls.ts";
import { outcomeError, outcomeFlags, readResult, readsResults, returnedAt } from "./outcome-input.ts";
import { replayHistory, sternestOf } from "./replay-history.ts";
import type { RunRegistry } from "./run-registry.ts";

export class GuardRun implements LoopRun {
  readonly #engine: GuardEngine;
  readonly #registry: RunRegistry<GuardRun> | undefined;
  readonly #runId: string | undefined;
  readonly #reporter: LoopReporter;
  readonly #open = new OpenCalls();
  /** Made at first use; given up when the registry needs the room, and made again if the run goes on after all. */
  #native: CoreRun | undefined;
  #closed = false;
  /** The tool whose result is looked at; its getters may use this run. */
  #telling = "";
  /** One for all results: a closure for each would be an allocation for each. */
  readonly #onResultError = (error: unknown): void => {
    publishError(error, "result", this.#telling);
  };

  constructor(engine: GuardEngine, registry: RunRegistry<GuardRun> | undefined, runId: string | undefined) {
    this.#engine = engine;
    this.#registry = registry;
    this.#runId = runId;
    this.#reporter = new LoopReporter(engine, runId);
  }

  static {
    mark(GuardRun.prototype, "run");
  }

  get runId(): string | undefined {
    return this.#runId;
  }

  get closed(): boolean {
    return this.#closed;
  }

  get tripped(): LoopDetection | null {
    return this.#reporter.tripped;
  }

  before(call: LoopCall): Verdict {
    const native = this.#live();
    try {
      return this.#judge(native, call);
    } catch (error) {
      return failOpen(error, "before", call);
    }
  }

  after(call: LoopCall, outcome: LoopOutcome): Verdict {
    const native = this.#live();
    try {
      return this.#finish(native, call, outcome ?? {});
    } catch (error) {
      return failOpen(error instanceof UnpackableError ? error.cause : error, "after", call);
    }
  }

  invalid(call: LoopCall, error: unknown): Verdict {
    const native = this.#live();
    try {
      return this.#reject(native, call, error);
    } catch (fault) {
      return failOpen(fault, "invalid", call);
    }
  }

  /**
   * What became of a call otherwise than this run said. `allow`: it refused the call, which ran all the same, as a history
   * shows; its `after` is still to come. `hint`: there was nobody to ask, so it did not run.
   */
  overrule(call: LoopCall, action: "allow" | "hint" = "allow"): void {
    const native = this.#live();
    const id = callId(call);
    const at = this.#open.find(call, id);
    if (at < 0) return;
    const ticket = this.#open.ticketAt(at);
    const told = this.#open.verdictAt(at);
    this.#open.remove(at);
    if (ticket !== NO_TICKET) native.resolve(ticket, ACTIONS.indexOf(action));
    this.#open.add(ticket, id, call, action === "allow" ? ALLOW : ({ ...told, action, run: false } as Verdict));
  }

  /** Whether the core has a ticket for the call with this id: one of this round, or one that waits for its outcome. */
  knows(id: string): boolean {
    return this.#live().ticket(id) !== NO_TICKET;
  }

  /** Whether the call with this id was judged in this round. */
  judged(id: string): boolean {
    return this.#live().judged(id);
  }

  /** The verdict on a call of this round, again. Nothing changes, and no listener is called. */
  said(call: LoopCall): Verdict {
    const run = new GuardRun(this.#engine.quietly(), undefined, undefined);
    run.#native = this.#live();
    try {
      return run.before(call);
    } finally {
      run.#engine.close();
    }
  }

  /** From now on the run keeps why each detector fired or did not fire, until it is closed or put to sleep. */
  explain(): void {
    this.#live().explain();
  }

  /** The explanation for `call`, which must be the one judged last; or why no detector looks at it. */
  explanation(call: LoopCall): CoreExplanation | "exempt" | "retryable" {
    const native = this.#live();
    const { counted, exempt } = this.#engine.tools.of(call.name);
    if (exempt) return "exempt";
    return counted && call.retryable !== true ? native.explanation() : "retryable";
  }

  beginRound(): void {
    this.#live().step(Step.beginRound);
  }

  beginTurn(): void {
    this.#live().step(Step.beginTurn);
    this.#reporter.forget();
  }

  reset(): void {
    this.#live().step(Step.reset);
    this.#open.clear();
    this.#reporter.forget();
  }

  rehydrate(history: string | Iterable<unknown>): Verdict {
    const native = this.#live();
    const entries = [...withoutSignatures(logEntries(history, "history"))];
    const quiet = this.#engine.quietly();
    const run = new GuardRun(quiet, undefined, undefined);
    try {
      run.restore(native.snapshot());
      const { message } = this.#engine.config;
      const verdict = sternestOf(replayHistory({ run, message }, entries));
      run.beginRound(); // what comes next was not asked for together with the log's last calls
      const rounds = native.explicitRounds();
      native.restore(run.snapshot());
      native.setExplicitRounds(rounds);
      this.#open.clear();
      this.#reporter.tripped = verdict.action === "abort" ? verdict.detection : null;
      return verdict;
    } finally {
      run.close();
      quiet.close();
    }
  }

  snapshot(): Uint8Array {
    return this.#live().snapshot();
  }

  /** Puts the run into the state of a snapshot; throws and changes nothing when it is not one. */
  restore(bytes: Uint8Array): CoreRestoreReport {
    return this.#live().restore(bytes);
  }

  stats(): LoopGuardStats {
    if (this.#closed) throw closedError("run");
    return this.#reporter.tally.stats(1);
  }

  close(): void {
    if (this.#closed) return;
    this.sleep();
    this.#closed = true;
    this.#registry?.remove(this);
  }

  /** Gives the state up. A host that still holds the run, and uses it, goes on with an empty one. */
  sleep(): void {
    this.#native?.close();
    this.#native = undefined;
    this.#open.clear();
    this.#reporter.forget();
  }

  #live(): CoreRun {
    if (this.#closed) throw closedError("run");
    this.#registry?.touch(this);
    this.#native ??= this.#engine.newRun();
    return this.#native;
  }

  #judge(native: CoreRun, call: LoopCall): Verdict {
    const rules = this.#engine.tools.of(call.name);
    if (!rules.counted) return ALLOW;
    const id = callId(call);
    if (call.retryable === true) return this.#untracked(call, id);
    const args =
      rules.identity === undefined ? call.arguments : identityArguments(rules, call, this.#engine.config.faults);
    let packed: PackedVerdict;
    try {
      packed = this.#ask(native, call, id, rules, args);
    } catch (error) {
      if (!(error instanceof UnpackableError)) throw error;
      publishError(error.cause, "arguments", call.name);
      return this.#untracked(call, id);
    }
    const { characters } = native;
    const ticket = packedTicket(packed);
    const known = id === undefined ? undefined : this.#open.verdictOf(ticket);
    if (known !== undefined) return known;
    const verdict = isDetected(packed)
      ? this.#reporter.judge(native, call, rules, native.report(), packed, ticket, characters)
      : this.#reporter.allow(characters);
    this.#open.add(ticket, id, call, verdict);
    return verdict;
  }

  #ask(native: CoreRun, call: LoopCall, id: string | undefined, rules: ToolRules, args: unknown): PackedVerdict {
    const query = queryOf(this.#engine, rules, call);
    const packed = native.before(call.name, args, id, query, rules.profile, askedAt(this.#engine, rules));
    checkPacked(packed);
    return packed;
  }

  /** A call that is not counted, but whose `after` is to find it. */
  #untracked(call: LoopCall, id: string | undefined): Verdict {
    this.#open.add(NO_TICKET, id, call, ALLOW);
    return ALLOW;
  }

  #finish(native: CoreRun, call: LoopCall, outcome: LoopOutcome): Verdict {
    const rules = this.#engine.tools.of(call.name);
    if (!rules.counted) return this.#unseen(native);
    const id = callId(call);
    const at = this.#open.find(call, id);
    if (at < 0) return this.#finishUnknown(native, call, id, outcome, rules);
    const ticket = this.#open.ticketAt(at);
    const told = this.#open.verdictAt(at);
    // What a host says of a call that it refused is the refusal itself; a call that a human let pass did run.
    if (told.action === "hint" || told.action === "abort") return ALLOW;
    this.#open.remove(at);
    if (ticket === NO_TICKET) return this.#unseen(native);
    return this.#complete(native, call, outcome, rules, ticket, told);
  }

  /** A call that this run does not remember; the core may, by its id: from a snapshot, or from longer ago. */
  #finishUnknown(
    native: CoreRun,
    call: LoopCall,
    id: string | undefined,
    outcome: LoopOutcome,
    rules: ToolRules,
  ): Verdict {
    if (call.retryable === true) return this.#unseen(native);
    const known = id === undefined ? NO_TICKET : native.ticket(id);
    if (known !== NO_TICKET) return this.#complete(native, call, outcome, rules, known, ALLOW);
    // It ran without being asked about: it is counted now, and what `before` would have said is not lost.
    const args = identityArguments(rules, call, this.#engine.config.faults);
    const packed = this.#ask(native, call, id, rules, args);
    this.#reporter.allow(native.characters);
    const ticket = packedTicket(packed);
    const early = isDetected(packed) ? native.report() : undefined;
    if (!this.#engine.shadow && isRefusal(packedAction(packed))) native.resolve(ticket, ACTIONS.indexOf("allow"));
    const late = this.#complete(native, call, outcome, rules, ticket, ALLOW);
    if (late.detection !== null || early === undefined) return late;
    return this.#reporter.conclude(native, call, rules, early, packed, NO_TICKET, ALLOW);
  }

  /** A call that nobody counts has come back: whatever it did or gave may be news. */
  #unseen(native: CoreRun): Verdict {
    if (this.#engine.judgesNews) native.step(Step.unseen);
    return ALLOW;
  }

  #complete(
    native: CoreRun,
    call: LoopCall,
    outcome: LoopOutcome,
    rules: ToolRules,
    ticket: number,
    told: Verdict,
  ): Verdict {
    const flags = outcomeFlags(outcome);
    const packed = this.#tell(native, call, outcome, rules, ticket, flags);
    checkPacked(packed);
    const { characters, comparable } = native;
    // It was through already: one outcome told twice is one outcome.
    if (packedTicket(packed) === NO_TICKET) return ALLOW;
    const reporter = this.#reporter;
    reporter.completed(rules, call, outcome.result, characters, comparable && flags === 0);
    const report: CoreReport | undefined = isDetected(packed) ? native.report() : undefined;
    const own = reporter.custom?.ask(native, call, outcome, report?.detector ?? Number.POSITIVE_INFINITY) ?? 0;
    if (isDetected(own)) return reporter.conclude(native, call, rules, native.report(), own, NO_TICKET, told);
    return report === undefined ? ALLOW : reporter.conclude(native, call, rules, report, packed, NO_TICKET, told);
  }

  #tell(
    native: CoreRun,
    call: LoopCall,
    outcome: LoopOutcome,
    rules: ToolRules,
    ticket: number,
    flags: number,
  ): PackedVerdict {
    const engine = this.#engine;
    const outer = this.#telling;
    this.#telling = call.name;
    try {
      const result = readResult(engine, rules, outcome.result, this.#onResultError);
      const error = flags === 0 ? undefined : outcomeError(rules, outcome);
      const now = returnedAt(engine, rules, call, outcome);
      return native.after(ticket, result, readsResults(engine, rules), flags, error, now, this.#onResultError);
    } finally {
      this.#telling = outer;
    }
  }

  #reject(native: CoreRun, call: LoopCall, error: unknown): Verdict {
    const rules = this.#engine.tools.of(call.name);
    if (!rules.counted || call.retryable === true) return ALLOW;
    const id = callId(call);
    const args = identityArguments(rules, call, this.#engine.config.faults);
    const reason = errorKey(error);
    const now = askedAt(this.#engine, rules);
    const packed = this.#invalid(native, call, id, rules, args, reason, now);
    checkPacked(packed);
    const { characters } = native;
    const ticket = packedTicket(packed);
    const known = id === undefined ? undefined : this.#open.verdictOf(ticket);
    if (known !== undefined) return known;
    const verdict = isDetected(packed)
      ? this.#reporter.judge(native, call, rules, native.report(), packed, ticket, characters)
      : this.#reporter.allow(characters);
    // The core refused it, and the user's function let it pass: it counts as called and failed after all.
    if (isRefusal(packedAction(packed)) && verdict.run)
      checkPacked(native.after(ticket, undefined, false, EventFlag.failed, reason, now, never));
    this.#open.add(ticket, id, call, verdict);
    return verdict;
  }

  /** Arguments that cannot be written are told, and are none. */
  #invalid(
    native: CoreRun,
    call: LoopCall,
    id: string | undefined,
    rules: ToolRules,
    args: unknown,
    reason: string,
    now: number,
  ): PackedVerdict {
    try {
      return native.invalid(call.name, args, id, rules.profile, reason, now);
    } catch (error) {
      if (!(error instanceof UnpackableError)) throw error;
      publishError(error.cause, "arguments", call.name);
      return native.invalid(call.name, undefined, id, rules.profile, reason, now);
    }
  }
}

/** Nothing is no result that could throw. */
function never(): void {}
