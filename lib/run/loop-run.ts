/** One agent run: a run of the core, and what only JavaScript can do, such as call the user's functions. */

import { mark } from "../base/brand.ts";
import { closedError } from "../base/errors.ts";
import type { LoopCall, LoopDetection, LoopGuardStats, LoopOutcome, LoopRun, Verdict } from "../base/types.ts";
import type { ToolRules } from "../config/tool-policy.ts";
import { UnpackableError } from "../core/body.ts";
import { type Event, resolveEvent, stepEvent, writeCall } from "../core/event.ts";
import type { CoreExplanation } from "../core/explanation.ts";
import { ACTIONS, EventFlag, EventTag, NO_TICKET, Step } from "../core/layout.gen.ts";
import type { CoreRun } from "../core/run.ts";
import type { CoreReport, CoreRestoreReport, PackedVerdict } from "../core/types.ts";
import { logEntries, withoutSignatures } from "../history/history-log.ts";
import { publishError } from "../report/diagnostics.ts";
import { failOpen } from "../report/fail-open.ts";
import { ALLOW, checkPacked, isDetected, isRefusal, packedAction, packedTicket } from "../report/verdict.ts";
import { errorKey } from "../text/outcome-text.ts";
import { askedAt, identityArguments, queryOf } from "./call-text.ts";
import { askedUpTo } from "./custom-detectors.ts";
import type { GuardEngine } from "./guard-engine.ts";
import type { Resolve } from "./loop-reporter.ts";
import { callId, OpenCalls } from "./open-calls.ts";
import type { OpenRuns } from "./open-runs.ts";
import { outcomeError, outcomeFlags, readResult, readsResults, returnedAt } from "./outcome-input.ts";
import { isRefusalOf, withoutWarning } from "./own-words.ts";
import { replayHistory, sternestOf } from "./replay-history.ts";
import { ToldRun } from "./told-run.ts";

export class GuardRun extends ToldRun implements LoopRun {
  readonly #registry: OpenRuns<GuardRun> | undefined;
  readonly runId: string | undefined;
  readonly #open = new OpenCalls();
  /** Made at first use. Closed when the registry needs the room, and made again if the run is used once more. */
  #native: CoreRun | undefined;
  #closed = false;

  constructor(engine: GuardEngine, registry: OpenRuns<GuardRun> | undefined, runId: string | undefined) {
    super(engine, runId);
    this.#registry = registry;
    this.runId = runId;
  }

  static {
    mark(GuardRun.prototype, "run");
  }

  get closed(): boolean {
    return this.#closed;
  }

  get tripped(): LoopDetection | null {
    return this.reporter.tripped;
  }

  before(call: LoopCall): Verdict {
    const native = this.live();
    try {
      const started = this.engine.agentTools === undefined ? ALLOW : this.#delegated(native, call);
      if (!started.allowed) return started;
      const verdict = this.#judge(native, call);
      return verdict.action === "allow" && started !== ALLOW ? started : verdict;
    } catch (error) {
      return failOpen(error, "before", call);
    }
  }

  after(call: LoopCall, outcome: LoopOutcome): Verdict {
    const native = this.live();
    try {
      return this.#finish(native, call, this.#bare(outcome ?? {}));
    } catch (error) {
      return failOpen(error instanceof UnpackableError ? error.cause : error, "after", call);
    }
  }

  invalid(call: LoopCall, error: unknown): Verdict {
    const native = this.live();
    try {
      return this.#reject(native, call, error);
    } catch (fault) {
      return failOpen(fault, "invalid", call);
    }
  }

  /**
   * Corrects the verdict on a call. `allow`: the call was refused but ran, as a recorded history shows; its `after` follows.
   * `hint`: the verdict was `ask`, there was nobody to ask, and the call did not run.
   */
  overrule(call: LoopCall, action: "allow" | "hint" = "allow"): void {
    const native = this.live();
    const id = callId(call);
    const at = this.#open.find(call, id);
    if (at < 0) return;
    const ticket = this.#open.ticketAt(at);
    const said = this.#open.verdictAt(at);
    this.#open.remove(at);
    if (ticket !== NO_TICKET) resolver(native, ticket)(action);
    this.#open.add(ticket, id, call, action === "allow" ? ALLOW : ({ ...said, action, allowed: false } as Verdict));
  }

  /** Whether the call with this id is in progress, or was judged in this round. */
  knows(id: string): boolean {
    return this.live().ticket(id) !== NO_TICKET;
  }

  /** Whether the call with this id was judged in this round. */
  judged(id: string): boolean {
    return this.live().judged(id);
  }

  /** The verdict that a call of this round had. Nothing changes, and no listener is called. */
  said(call: LoopCall): Verdict {
    const run = new GuardRun(this.engine.quietly(), undefined, undefined);
    run.#native = this.live();
    try {
      return run.before(call);
    } finally {
      run.engine.close();
    }
  }

  /** From now on the run notes why each detector fired or did not, until it is closed or gives its state up. */
  explain(): void {
    this.live().explain();
  }

  /** The explanation for `call`, which must be the call judged last; or why no detector looks at it. */
  explanation(call: LoopCall): CoreExplanation | "exempt" | "retryable" {
    const native = this.live();
    const { counted, exempt } = this.engine.tools.of(call.name);
    if (exempt) return "exempt";
    return counted && call.retryable !== true ? native.explanation() : "retryable";
  }

  reset(): void {
    this.live().tell(stepEvent(Step.reset));
    this.#open.clear();
    this.reporter.forget();
    this.delegations.begin();
  }

  rehydrate(history: string | Iterable<unknown>): Verdict {
    const native = this.live();
    const entries = [...withoutSignatures(logEntries(history, "history"))];
    const quiet = this.engine.quietly();
    const run = new GuardRun(quiet, undefined, undefined);
    try {
      run.restore(native.snapshot());
      const { message } = this.engine.config;
      const setTime = (ms = Number.NaN) => {
        quiet.recordedAt = ms;
      };
      const verdict = sternestOf(replayHistory({ run, message, setTime }, entries));
      run.beginRound(); // the next call is not of the same response as the log's last one
      const rounds = native.explicitRounds();
      native.restore(run.snapshot());
      native.setExplicitRounds(rounds);
      this.#open.clear();
      this.reporter.tripped = verdict.action === "abort" ? verdict.detection : null;
      return verdict;
    } finally {
      run.close();
      quiet.close();
    }
  }

  snapshot(): Uint8Array {
    return this.live().snapshot();
  }

  /** Restores a snapshot. Throws and changes nothing for bytes that are not one. */
  restore(bytes: Uint8Array): CoreRestoreReport {
    return this.live().restore(bytes);
  }

  stats(): LoopGuardStats {
    if (this.#closed) throw closedError("run");
    return this.reporter.tally.stats(1);
  }

  close(): void {
    if (this.#closed) return;
    this.sleep();
    this.#closed = true;
    this.#registry?.remove(this);
  }

  /** Gives the state up. If the host uses the run again, it continues with an empty state. */
  sleep(): void {
    this.#native?.close();
    this.#native = undefined;
    this.#open.clear();
    this.reporter.forget();
    this.delegations.begin();
  }

  /** @internal */
  protected live(): CoreRun {
    if (this.#closed) throw closedError("run");
    this.#registry?.touch(this);
    this.#native ??= this.engine.newRun();
    return this.#native;
  }

  /** The verdict on a call that starts an agent. A refused one is known to `after`, and to nothing else: it did not run. */
  #delegated(native: CoreRun, call: LoopCall): Verdict {
    const to = this.engine.agentTools?.of(call);
    if (to === undefined || call.retryable === true || !this.engine.tools.of(call.name).counted) return ALLOW;
    const id = callId(call);
    // The same call again, which was counted.
    if (id !== undefined && native.judged(id)) return ALLOW;
    const verdict = this.delegate(to);
    if (!verdict.allowed) this.#open.add(NO_TICKET, id, call, verdict);
    return verdict;
  }

  #judge(native: CoreRun, call: LoopCall): Verdict {
    const rules = this.engine.tools.of(call.name);
    if (!rules.counted) return ALLOW;
    const id = callId(call);
    if (call.retryable === true) return this.#untracked(call, id);
    let packed: PackedVerdict;
    try {
      packed = this.#ask(native, call, id, rules);
    } catch (error) {
      if (!(error instanceof UnpackableError)) throw error;
      publishError(error.cause, "arguments", call.name);
      return this.#untracked(call, id);
    }
    return this.#conclude(native, call, id, rules, packed);
  }

  #ask(native: CoreRun, call: LoopCall, id: string | undefined, rules: ToolRules): PackedVerdict {
    const { identity } = rules;
    const args = identity === undefined ? call.arguments : identityArguments(rules, call, this.engine.config.faults);
    const query = queryOf(this.engine, rules, call);
    const packed = native.before(call.name, args, id, query, rules.profile, askedAt(this.engine, rules));
    checkPacked(packed);
    return packed;
  }

  /** The verdict on a call that the core has just judged. `letPass`: called when the user's function allows a refused call. */
  #conclude(
    native: CoreRun,
    call: LoopCall,
    id: string | undefined,
    rules: ToolRules,
    packed: PackedVerdict,
    letPass?: (ticket: number) => void,
  ): Verdict {
    const { characters } = native;
    const ticket = packedTicket(packed);
    const known = id === undefined ? undefined : this.#open.verdictOf(ticket);
    if (known !== undefined) return known;
    const verdict = isDetected(packed)
      ? this.reporter.judge(
          { call, rules, packed, report: native.report() },
          characters,
          resolver(native, ticket),
          letPass === undefined,
        )
      : this.reporter.allow(characters);
    if (letPass !== undefined && isRefusal(packedAction(packed)) && verdict.allowed) letPass(ticket);
    this.#open.add(ticket, id, call, verdict);
    return verdict;
  }

  /** A call that is not counted, but whose `after` must find it. */
  #untracked(call: LoopCall, id: string | undefined): Verdict {
    this.#open.add(NO_TICKET, id, call, ALLOW);
    return ALLOW;
  }

  /** The outcome without what another guard, or this one before, added for the model. */
  #bare(outcome: LoopOutcome): LoopOutcome {
    try {
      const { message } = this.engine.config;
      return withoutWarning(outcome, typeof message === "string" ? message : undefined);
    } catch {
      return outcome; // who reads it next says that it cannot be read
    }
  }

  #finish(native: CoreRun, call: LoopCall, outcome: LoopOutcome): Verdict {
    const rules = this.engine.tools.of(call.name);
    if (!rules.counted) return this.#unseen(native);
    const id = callId(call);
    const at = this.#open.find(call, id);
    if (at < 0) return this.#finishUnknown(native, call, id, outcome, rules);
    const ticket = this.#open.ticketAt(at);
    const said = this.#open.verdictAt(at);
    // The outcome of a refused call is the refusal itself. A call with the verdict `ask` ran: a human allowed it.
    if (said.action === "hint" || said.action === "abort") return ALLOW;
    this.#open.remove(at);
    if (isRefusalOf(outcome)) return ALLOW;
    if (ticket === NO_TICKET) return this.#unseen(native);
    return this.#complete(native, call, outcome, rules, ticket, said);
  }

  /** A call that is not among the open ones. The core may know its id, from a snapshot or from before the last 128 calls. */
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
    // It ran without `before`: it is counted now, and what `before` would have found is reported.
    const packed = this.#ask(native, call, id, rules);
    this.reporter.allow(native.characters);
    const ticket = packedTicket(packed);
    const early = isDetected(packed) ? native.report() : undefined;
    if (!this.engine.shadow && isRefusal(packedAction(packed))) resolver(native, ticket)("allow");
    const late = this.#complete(native, call, outcome, rules, ticket, ALLOW);
    if (late.detection !== null || early === undefined || early.held) return late;
    return this.reporter.conclude({ call, rules, packed, report: early }, ALLOW);
  }

  /** An untracked call has come back: what it did or returned may be news. */
  #unseen(native: CoreRun): Verdict {
    if (this.engine.judgesNews) native.tell(stepEvent(Step.unseen));
    this.place.lineage?.news();
    return ALLOW;
  }

  /** `said`: the verdict that the call had before it ran. */
  #complete(
    native: CoreRun,
    call: LoopCall,
    outcome: LoopOutcome,
    rules: ToolRules,
    ticket: number,
    said: Verdict,
  ): Verdict {
    const engine = this.engine;
    const flags = outcomeFlags(outcome);
    const result = readResult(engine, rules, call, outcome);
    const error = flags === 0 ? undefined : outcomeError(rules, outcome);
    const now = returnedAt(engine, rules, call, outcome);
    const packed = native.after(ticket, result, readsResults(engine, rules), flags, error, now);
    const fault = native.takeFault();
    if (fault !== undefined) publishError(fault.error, "result", call.name);
    checkPacked(packed);
    const { characters, comparable } = native;
    // The call was completed before: the same outcome given twice counts once.
    if (packedTicket(packed) === NO_TICKET) return ALLOW;
    // Models say the same in other words each time, so what an agent answers is not compared; that it failed is.
    if (flags !== 0 || this.engine.agentTools?.has(call.name) !== true) this.place.lineage?.completed(native.newest());
    const reporter = this.reporter;
    reporter.completed(rules, call, outcome.result, characters, comparable && flags === 0);
    const report: CoreReport | undefined = isDetected(packed) ? native.report() : undefined;
    const own = reporter.custom?.ask(native, call, outcome, askedUpTo(report)) ?? 0;
    if (isDetected(own)) return reporter.conclude({ call, rules, packed: own, report: native.report() }, said);
    return report === undefined ? ALLOW : reporter.conclude({ call, rules, packed, report }, said);
  }

  #reject(native: CoreRun, call: LoopCall, error: unknown): Verdict {
    const rules = this.engine.tools.of(call.name);
    if (!rules.counted || call.retryable === true) return ALLOW;
    const id = callId(call);
    const reason = errorKey(error);
    const now = askedAt(this.engine, rules);
    const invalid =
      (args: unknown): Event =>
      (core) =>
        writeCall(core, EventTag.invalid, call.name, args, id, reason, rules.profile, now);
    let packed: PackedVerdict;
    try {
      packed = native.judge(invalid(identityArguments(rules, call, this.engine.config.faults)));
    } catch (fault) {
      if (!(fault instanceof UnpackableError)) throw fault;
      publishError(fault.cause, "arguments", call.name);
      packed = native.judge(invalid(undefined));
    }
    checkPacked(packed);
    // A refused call that the user's function let pass counts as called and failed.
    return this.#conclude(native, call, id, rules, packed, (ticket) =>
      checkPacked(native.after(ticket, undefined, false, EventFlag.failed, reason, now)),
    );
  }
}

/** A function of its own, since a closure in `before` would be an allocation for each call. */
function resolver(native: CoreRun, ticket: number): Resolve {
  return (action) => native.tell(resolveEvent(ticket, undefined, ACTIONS.indexOf(action)));
}
