/** A run in memory: a run of the core, and what only JavaScript can do, such as call the user's functions. */

import { mark } from "../base/brand.ts";
import { closedError } from "../base/errors.ts";
import type { Delegation, LoopCall, LoopGuardStats, LoopOutcome, LoopRun, Verdict } from "../base/types.ts";
import type { ToolRules } from "../config/tool-policy.ts";
import { UnpackableError } from "../core/body.ts";
import { detectEvent, type Event, resolveEvent, stepEvent, stoppedEvent, writeCall } from "../core/event.ts";
import type { CoreExplanation } from "../core/explanation.ts";
import { ACTIONS, EventFlag, EventTag, NO_TICKET, Step } from "../core/layout.gen.ts";
import type { CoreRun } from "../core/run.ts";
import type { CoreRestoreReport, PackedVerdict } from "../core/types.ts";
import { STOP_NAME } from "../detectors/stop-loop.ts";
import { logEntries, withoutSignatures } from "../history/history-log.ts";
import { publishError } from "../report/diagnostics.ts";
import { ALLOW, checkPacked, isDetected, isRefusal, packedAction, packedTicket } from "../report/verdict.ts";
import {
  askedAt,
  identityArguments,
  outcomeError,
  outcomeFlags,
  queryOf,
  readResult,
  readsResults,
  returnedAt,
} from "./call-input.ts";
import { askedUpTo } from "./custom-detectors.ts";
import type { AskedDelegation } from "./delegations.ts";
import type { GuardEngine } from "./guard-engine.ts";
import type { Resolve } from "./loop-reporter.ts";
import { callId } from "./open-calls.ts";
import type { OpenRuns } from "./open-runs.ts";
import { replayHistory, sternestOf } from "./replay-history.ts";
import { type Conclude, RunProtocol } from "./run-protocol.ts";

export class GuardRun extends RunProtocol<CoreRun, Verdict> implements LoopRun {
  readonly #registry: OpenRuns<GuardRun> | undefined;
  readonly runId: string | undefined;
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

  /**
   * Corrects the verdict on a call. `allow`: the call was refused but ran, as a recorded history shows; its `after` follows.
   * `hint`: the verdict was `ask`, there was nobody to ask, and the call did not run.
   */
  overrule(call: LoopCall, action: "allow" | "hint" = "allow"): void {
    const native = this.live();
    const id = callId(call);
    const at = this.open.find(call, id);
    if (at < 0) return;
    const ticket = this.open.ticketAt(at);
    const said = this.open.verdictAt(at);
    this.open.remove(at);
    if (ticket !== NO_TICKET) this.resolver(native, id, ticket)(action);
    this.open.add(ticket, id, call, action === "allow" ? ALLOW : ({ ...said, action, allowed: false } as Verdict));
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

  /** The turn should have ended after an abort, but the host cannot end it: `turnEnded` says so until the next turn. */
  endTurn(): void {
    this.live().tell(stepEvent(Step.endTurn));
  }

  turnEnded(): boolean {
    return this.live().turnEnded();
  }

  /**
   * The agent wants to end its turn. `again`: it did before in this turn, and was sent back. `words`: its last message.
   * `warn`: the user should see that it goes round in circles. `hint` and beyond: the turn should end.
   */
  stopped(again: boolean, words: string | undefined): Verdict {
    const call: LoopCall = { name: STOP_NAME, arguments: undefined };
    try {
      const rules = this.engine.tools.of(STOP_NAME);
      return this.submit(this.live(), stoppedEvent(again, words), "stopped", (packed, report) =>
        this.reporter.conclude({ call, rules, packed, report }, ALLOW),
      );
    } catch (error) {
      return this.fail(error, "stopped", call);
    }
  }

  reset(): void {
    this.live().tell(stepEvent(Step.reset));
    this.forget();
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
      this.open.clear();
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
    return this.counts();
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
    this.forget();
  }

  /** @internal */
  protected live(): CoreRun {
    if (this.#closed) throw closedError("run");
    this.#registry?.touch(this);
    this.#native ??= this.engine.newRun();
    return this.#native;
  }

  protected say(verdict: Verdict): Verdict {
    return verdict;
  }

  protected fail(error: unknown, where: string, call: unknown): Verdict {
    return this.failed(error, where, call);
  }

  protected tell(native: CoreRun, event: Event): void {
    native.tell(event);
  }

  protected submit(native: CoreRun, event: Event, _where: string, conclude: Conclude): Verdict {
    const packed = native.judge(event);
    checkPacked(packed);
    return isDetected(packed) ? conclude(packed, native.report()) : ALLOW;
  }

  protected settle(asked: AskedDelegation, judge: () => Verdict): Verdict {
    return this.delegations.settle(asked, judge());
  }

  protected wasJudged(native: CoreRun, id: string): boolean {
    return native.judged(id);
  }

  protected startAgent(
    native: CoreRun,
    call: LoopCall,
    rules: ToolRules,
    id: string | undefined,
    to: Delegation,
  ): Verdict {
    const started = this.delegate(to);
    if (!started.allowed) return this.refused(call, id, started);
    const verdict = this.judgeCall(native, call, rules, id);
    return verdict.action === "allow" && started !== ALLOW ? started : verdict;
  }

  protected judgeCall(native: CoreRun, call: LoopCall, rules: ToolRules, id: string | undefined): Verdict {
    let packed: PackedVerdict;
    try {
      packed = this.#ask(native, call, rules, id);
    } catch (error) {
      if (!(error instanceof UnpackableError)) throw error;
      publishError(error.cause, "arguments", call.name);
      return this.untracked(call, id);
    }
    return this.#conclude(native, call, rules, id, packed);
  }

  #ask(native: CoreRun, call: LoopCall, rules: ToolRules, id: string | undefined): PackedVerdict {
    const { engine } = this;
    const args = rules.identity === undefined ? call.arguments : identityArguments(rules, call, engine.config.faults);
    const query = queryOf(engine, rules, call);
    const packed = native.before(call.name, args, id, query, rules.profile, askedAt(engine, rules));
    checkPacked(packed);
    return packed;
  }

  #conclude(
    native: CoreRun,
    call: LoopCall,
    rules: ToolRules,
    id: string | undefined,
    packed: PackedVerdict,
    letPass?: () => void,
  ): Verdict {
    const { characters } = native;
    const ticket = packedTicket(packed);
    const known = id === undefined ? undefined : this.open.verdictOf(ticket);
    if (known !== undefined) return known;
    const report = isDetected(packed) ? native.report() : undefined;
    return this.concluded(native, call, rules, id, ticket, packed, report, characters, letPass);
  }

  protected reject(native: CoreRun, call: LoopCall, rules: ToolRules, id: string | undefined, reason: string): Verdict {
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
    return this.#conclude(native, call, rules, id, packed, () =>
      checkPacked(native.after(packedTicket(packed), undefined, false, EventFlag.failed, reason, now)),
    );
  }

  protected complete(
    native: CoreRun,
    call: LoopCall,
    outcome: LoopOutcome,
    rules: ToolRules,
    _id: string | undefined,
    ticket: number,
    said: Verdict,
  ): Verdict {
    const { engine, reporter } = this;
    const flags = outcomeFlags(outcome);
    const result = readResult(engine, rules, call, outcome);
    const error = flags === 0 ? undefined : outcomeError(rules, outcome);
    const now = returnedAt(engine, rules, call, outcome);
    const packed = native.after(ticket, result, readsResults(engine, rules), flags, error, now);
    const fault = native.takeFault();
    if (fault !== undefined) publishError(fault.error, "result", call.name);
    checkPacked(packed);
    // The call was completed before: the same outcome given twice counts once.
    if (packedTicket(packed) === NO_TICKET) return ALLOW;
    const { characters, comparable } = native;
    const newest = engine.delegation === undefined ? undefined : native.newest();
    const report = isDetected(packed) ? native.report() : undefined;
    this.completed(call, outcome, rules, flags, comparable, characters, newest);
    if (reporter.custom !== undefined)
      for (const { index, name, key, repeats } of reporter.custom.findings(call, outcome, askedUpTo(report))) {
        const own = native.judge(detectEvent(index, rules.profile, name, key, repeats));
        checkPacked(own);
        if (isDetected(own)) return reporter.conclude({ call, rules, packed: own, report: native.report() }, said);
      }
    return report === undefined ? ALLOW : reporter.conclude({ call, rules, packed, report }, said);
  }

  /** The core may know its id, from a snapshot or from before the last 128 calls. */
  protected completeUnknown(
    native: CoreRun,
    call: LoopCall,
    outcome: LoopOutcome,
    rules: ToolRules,
    id: string | undefined,
  ): Verdict {
    const known = id === undefined ? NO_TICKET : native.ticket(id);
    if (known !== NO_TICKET) return this.complete(native, call, outcome, rules, id, known, ALLOW);
    // It ran without `before`: it is counted now, and what `before` would have found is reported.
    const packed = this.#ask(native, call, rules, id);
    this.reporter.allow(native.characters);
    const ticket = packedTicket(packed);
    const early = isDetected(packed) ? native.report() : undefined;
    if (!this.engine.shadow && isRefusal(packedAction(packed))) this.resolver(native, id, ticket)("allow");
    return this.ofBoth(
      this.complete(native, call, outcome, rules, id, ticket, ALLOW),
      call,
      rules,
      packed,
      early,
    );
  }

  protected resolver(native: CoreRun, _id: string | undefined, ticket: number): Resolve {
    return (action) => native.tell(resolveEvent(ticket, undefined, ACTIONS.indexOf(action)));
  }
}
