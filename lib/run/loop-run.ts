/** A run in memory: a run of the core, and what only JavaScript can do, such as call the user's functions. */

import { mark } from "../base/brand.ts";
import { closedError } from "../base/errors.ts";
import type { LoopCall, LoopOutcome, LoopRun, Verdict } from "../base/types.ts";
import { type Event, stepEvent, stoppedEvent, UnpackableError } from "../core/event.ts";
import type { CoreExplanation } from "../core/explanation.ts";
import { NO_TICKET, Step } from "../core/layout.gen.ts";
import { type CoreRun, checkPacked, isDetected, packedTicket } from "../core/run.ts";
import type { CoreRestoreReport, PackedVerdict } from "../core/types.ts";
import { historyEntries } from "../history/history-log.ts";
import { STOP_NAME } from "../rules/detectors/stop-loop.ts";
import type { ToolRules } from "../rules/tool-policy.ts";
import { ALLOW } from "../rules/verdict.ts";
import { BaseRun } from "./base-run.ts";
import {
  askedAt,
  identityArguments,
  outcomeError,
  outcomeFlags,
  queryOf,
  readResult,
  readsResults,
  returnedAt,
  tellPromise,
  tellUnread,
} from "./call-input.ts";
import type { GuardEngine, OpenRuns } from "./guard-engine.ts";
import { type Applied, callId, type Use } from "./open-calls.ts";
import { mostSevereOf, replayHistory } from "./replay.ts";

export class GuardRun extends BaseRun<CoreRun, Verdict> implements LoopRun {
  readonly #registry: OpenRuns<GuardRun> | undefined;
  /** Made at first use. Closed when the registry needs the room, and made again if the run is used once more. */
  #native: CoreRun | undefined;
  #closed = false;

  constructor(engine: GuardEngine, registry: OpenRuns<GuardRun> | undefined, runId: string | undefined) {
    super(engine, runId);
    this.#registry = registry;
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
    const verdict = { ...this.open.at(at).verdict, action, allowed: false } as Verdict;
    this.rejudge(native, id, at, action === "allow" ? ALLOW : verdict);
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
  verdictOn(call: LoopCall): Verdict {
    const run = new GuardRun(this.engine.replayer, undefined, undefined);
    run.#native = this.live();
    return run.before(call);
  }

  /** From now on the run notes why each detector fired or did not, until it is closed or gives its state up. */
  explain(): void {
    this.live().explain();
  }

  /** The explanation for `call`, which must be the call judged last; or why no detector looks at it. */
  explanation(call: LoopCall): CoreExplanation | "exempt" | "retryable" {
    const native = this.live();
    const { counted, exempt } = this.engine.rulesOf(call.name);
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
    return this.judge("stopped", call, (native) => {
      const rules = this.engine.rulesOf(STOP_NAME);
      return this.ask(native, stoppedEvent(again, words), "stopped", (packed, report) =>
        this.reporter.conclude({ call, rules, packed, report }, ALLOW),
      );
    });
  }

  reset(): void {
    this.live().tell(stepEvent(Step.reset));
    this.forget();
  }

  rehydrate(history: string | Iterable<unknown>): Verdict {
    const native = this.live();
    const entries = historyEntries(history);
    const silent = this.engine.replayer;
    const run = new GuardRun(silent, undefined, undefined);
    try {
      run.restore(native.snapshot());
      const { message } = this.engine.config;
      const verdict = mostSevereOf(replayHistory({ run, message, setTime: silent.setTime }, entries));
      run.beginRound(); // the next call is not of the same response as the log's last one
      const rounds = native.explicitRounds();
      native.restore(run.snapshot());
      native.setExplicitRounds(rounds);
      this.open.clear();
      this.reporter.tripped = verdict.action === "abort" ? verdict.detection : null;
      return verdict;
    } finally {
      run.close();
      silent.setTime();
    }
  }

  snapshot(): Uint8Array {
    return this.live().snapshot();
  }

  /** Restores a snapshot. Throws and changes nothing for bytes that are not one. */
  restore(bytes: Uint8Array): CoreRestoreReport {
    return this.live().restore(bytes);
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

  protected whenKnown<T>(value: T | Promise<T>, _: string, __: unknown, use: Use<T, Verdict>): Verdict {
    return use(value as T);
  }

  protected tell(native: CoreRun, event: Event): void {
    native.tell(event);
  }

  protected submit(native: CoreRun, event: Event): Applied {
    const packed = native.judge(event);
    checkPacked(packed);
    return { packed, report: isDetected(packed) ? native.report() : undefined, ticket: packedTicket(packed) };
  }

  protected wasJudged(native: CoreRun, id: string): boolean {
    return native.judged(id);
  }

  protected ticketOf(native: CoreRun, id: string): number {
    return native.ticket(id);
  }

  protected nextNumber(): number {
    return NO_TICKET;
  }

  protected keyOf(id: string | undefined): string | undefined {
    return id;
  }

  protected knownVerdict(_id: string, ticket: number): Verdict | undefined {
    return this.open.verdictOf(ticket);
  }

  /** As `askCall` and `concluded`, without an event: what is allowed allocates nothing. */
  protected judgeCall(native: CoreRun, call: LoopCall, rules: ToolRules, id: string | undefined): Verdict {
    const { engine } = this;
    const isMade = rules.identity !== undefined;
    const args = isMade ? identityArguments(engine, rules, call) : call.arguments;
    const query = queryOf(engine, rules, call);
    let packed: PackedVerdict;
    try {
      packed = native.before(call.name, args, id, query, rules.profile, askedAt(engine, rules), isMade);
    } catch (error) {
      if (!(error instanceof UnpackableError)) throw error;
      tellUnread(engine, error.cause, "arguments", call);
      return this.untracked(call, id);
    }
    checkPacked(packed);
    const { characters } = native;
    tellPromise(engine, call, characters);
    const ticket = packedTicket(packed);
    if (isDetected(packed)) {
      const report = native.report();
      return this.concluded({ link: native, call, rules, id, ticket }, { packed, report }, characters);
    }
    const known = id === undefined ? undefined : this.open.verdictOf(ticket);
    if (known !== undefined) return known;
    this.reporter.tally.judged(ALLOW, characters);
    this.open.add(ticket, id, call, ALLOW, characters);
    this.lookForgotten();
    return ALLOW;
  }

  protected complete(
    native: CoreRun,
    call: LoopCall,
    outcome: LoopOutcome,
    rules: ToolRules,
    id: string | undefined,
    ticket: number,
    verdict: Verdict,
  ): Verdict {
    const { engine, reporter } = this;
    const flags = outcomeFlags(outcome);
    const result = readResult(engine, rules, call, outcome);
    const error = flags === 0 ? undefined : outcomeError(rules, outcome);
    const now = returnedAt(engine, rules, call, outcome);
    const packed = native.after(ticket, result, readsResults(engine, rules), flags, error, now);
    const fault = native.takeFault();
    if (fault !== undefined) tellUnread(engine, fault.error, "result", call);
    checkPacked(packed);
    // The call was completed before: the same outcome given twice counts once.
    if (packedTicket(packed) === NO_TICKET) return ALLOW;
    const { characters, comparable } = native;
    if (!isDetected(packed) && reporter.custom === undefined && engine.delegation === undefined) {
      reporter.tally.completed(characters);
      if (comparable && flags === 0) reporter.replays?.keep(rules, call, outcome.result);
      return ALLOW;
    }
    const newest = engine.delegation && native.newest();
    const report = isDetected(packed) ? native.report() : undefined;
    const asked = { link: native, call, rules, id, ticket };
    return this.returned(asked, outcome, { packed, report, newest }, { flags, comparable, characters, verdict });
  }
}

/** Whether this copy of the package made that run. */
export function isOwnRun(run: unknown): run is BaseRun<unknown, unknown> {
  return run instanceof BaseRun;
}
