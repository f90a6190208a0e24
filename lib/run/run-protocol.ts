/**
 * What a run does, wherever its state is: it prepares what happens for the core, and makes a verdict of what the core says. A
 * run in memory (`loop-run.ts`) applies an event at once, a run in a store (`stored-run.ts`) submits it and waits.
 *
 *   before, after, ...   what the host said  --> what there is to ask, if anything
 *   judgeCall, ...       the event, applied or submitted
 *   concluded, ...       what the core answered  --> the verdict
 */

import { property } from "../base/property.ts";
import type {
  Delegation,
  LoopCall,
  LoopDetection,
  LoopGuardStats,
  LoopOutcome,
  LoopUsage,
  TextOptions,
  Verdict,
} from "../base/types.ts";
import type { ToolRules } from "../config/tool-policy.ts";
import { UnpackableError } from "../core/body.ts";
import { type Event, stepEvent } from "../core/event.ts";
import { NO_TICKET, Step } from "../core/layout.gen.ts";
import type { CoreNewest, CoreReport, PackedVerdict } from "../core/types.ts";
import { failOpen } from "../report/fail-open.ts";
import { tellMisuse } from "../report/misuse.ts";
import { ALLOW, isRefusal, packedAction } from "../report/verdict.ts";
import { errorKey } from "../text/outcome-text.ts";
import { readCall, readOutcome } from "./call-input.ts";
import { type AskedDelegation, Delegations } from "./delegations.ts";
import type { GuardEngine } from "./guard-engine.ts";
import type { RunPlace } from "./lineage.ts";
import { LoopReporter, type Resolve } from "./loop-reporter.ts";
import { callId, OpenCalls } from "./open-calls.ts";
import { isRefusalOf, withoutWarning } from "./own-words.ts";
import type { Relation } from "./run-options.ts";
import { readUsage } from "./usage-input.ts";

/** So many calls that ran and never came back are a host that does not call `after`. */
const UNANSWERED_MAX = 30;
const UNANSWERED = `${UNANSWERED_MAX} calls of a run were allowed, and after() was told of none, so no result can be compared. Tell the run what came back: after(call, { result }), or after(call, { error }).`;

/** `Link`: where events go. `Said`: a verdict, or the promise of one. */
export abstract class RunProtocol<Link, Said> {
  /** @internal */
  protected readonly engine: GuardEngine;
  /** @internal */
  protected readonly reporter: LoopReporter;
  /** @internal */
  protected readonly delegations: Delegations;
  /** @internal */
  protected readonly open: OpenCalls = new OpenCalls();
  /** Calls that were allowed; -1: the host calls `after`. */
  #unanswered = 0;
  /** Rounds that the host marked. Calls of its first one may all be at work. */
  #rounds = 0;

  constructor(engine: GuardEngine, runId: string | undefined) {
    this.engine = engine;
    this.reporter = new LoopReporter(engine, runId);
    this.delegations = new Delegations(engine, runId);
    if (engine.quiet || !engine.needsOutcomes) this.#unanswered = -1;
  }

  get tripped(): LoopDetection | null {
    return this.reporter.tripped;
  }

  get depth(): number {
    return this.place.depth;
  }

  /** @internal */
  get place(): RunPlace {
    return this.delegations.place;
  }

  /** @internal What the options of `guard.run` say. */
  relate(relation: Relation): void {
    this.delegations.relate(relation);
  }

  /** @internal */
  get seesDelegations(): boolean {
    return this.engine.delegation !== undefined;
  }

  before(given: LoopCall): Said {
    try {
      const link = this.live();
      const call = readCall(this.engine, given);
      const rules = this.engine.tools.of(call.name);
      if (!rules.counted) return this.say(ALLOW);
      const id = callId(call);
      if (call.retryable === true) return this.say(this.untracked(call, id));
      const to = this.engine.agentTools?.of(call);
      // The same call again was counted before.
      if (to !== undefined && (id === undefined || !this.wasJudged(link, id)))
        return this.startAgent(link, call, rules, id, to);
      return this.judgeCall(link, call, rules, id);
    } catch (error) {
      return this.fail(error, "before", given);
    }
  }

  after(given: LoopCall, told: LoopOutcome): Said {
    try {
      const link = this.live();
      this.#unanswered = -1;
      const call = readCall(this.engine, given);
      const outcome = this.#bare(readOutcome(this.engine, told));
      const rules = this.engine.tools.of(call.name);
      if (!rules.counted) return this.say(this.unseen(link));
      const id = callId(call);
      const at = this.open.find(call, id);
      if (at < 0)
        return call.retryable === true
          ? this.say(this.unseen(link))
          : this.completeUnknown(link, call, outcome, rules, id);
      const ticket = this.open.ticketAt(at);
      const said = this.open.verdictAt(at);
      // The outcome of a refused call is the refusal itself. A call with the verdict `ask` ran: a human allowed it.
      if (said.action === "hint" || said.action === "abort") return this.say(ALLOW);
      this.open.remove(at);
      if (isRefusalOf(outcome)) return this.say(ALLOW);
      if (ticket === NO_TICKET) return this.say(this.unseen(link));
      return this.complete(link, call, outcome, rules, id, ticket, said);
    } catch (error) {
      return this.fail(error, "after", given);
    }
  }

  invalid(given: LoopCall, error: unknown): Said {
    try {
      const link = this.live();
      const call = readCall(this.engine, given);
      const rules = this.engine.tools.of(call.name);
      if (!rules.counted || call.retryable === true) return this.say(ALLOW);
      return this.reject(link, call, rules, callId(call), errorKey(error));
    } catch (fault) {
      return this.fail(fault, "invalid", given);
    }
  }

  text(chunk: string, about: TextOptions = {}): Said {
    try {
      const link = this.live();
      const finding = this.reporter.texts?.read(chunk, about);
      if (finding === undefined) return this.say(ALLOW);
      return this.submit(link, finding.event, "text", (packed, report) =>
        this.reporter.concludeNoCall(packed, report, finding),
      );
    } catch (error) {
      return this.fail(error, "text", undefined);
    }
  }

  usage(usage: LoopUsage): Said {
    try {
      const link = this.live();
      const event = readUsage(this.engine, usage);
      if (event === undefined) return this.say(ALLOW);
      return this.submit(link, event, "usage", (packed, report) => this.reporter.concludeNoCall(packed, report));
    } catch (error) {
      return this.fail(error, "usage", undefined);
    }
  }

  delegate(to: Delegation): Said {
    try {
      const link = this.live();
      const asked = this.delegations.ask(to);
      if ("action" in asked) return this.say(asked);
      const { finding } = asked;
      if (finding === undefined) return this.say(this.delegations.settle(asked, ALLOW));
      return this.settle(asked, () =>
        this.submit(link, finding.event, "delegate", (packed, report) =>
          this.reporter.concludeDelegation(finding, packed, report),
        ),
      );
    } catch (error) {
      return this.fail(error, "delegate", { name: property(to, "agent") });
    }
  }

  beginRound(): void {
    this.tell(this.live(), stepEvent(Step.beginRound));
    this.#rounds++;
    this.delegations.beginRound();
  }

  beginTurn(): void {
    this.tell(this.live(), stepEvent(Step.beginTurn));
    this.reporter.forget();
    this.delegations.begin();
  }

  compacted(): void {
    this.tell(this.live(), stepEvent(Step.compacted));
  }

  /**
   * @internal An agent has begun to work in the tool of `call`, in a run of its own, `child`. The first call of a tool that
   * does this was let pass before it was known, so it is counted here; the calls after it are judged.
   */
  adopt(child: RunProtocol<unknown, unknown>, call: LoopCall, agent: string | undefined): void {
    if (child.place.parent !== undefined || this.place.isWithin(child.place.run)) return;
    const { agentTools } = this.engine;
    const known = agentTools?.of(call);
    const to = known ?? { agent: call.name, task: call.arguments };
    if (known === undefined) agentTools?.add(call.name);
    if (known === undefined) this.delegations.count(to);
    child.delegations.relate({ parent: this.place, agent: agent ?? to.agent }, this.delegations.taskOf(to));
  }

  // ---- what the two kinds of runs do in their own way; `link` is of `live` ----

  /** Where events go. Throws when the run is closed. */
  protected abstract live(): Link;
  protected abstract say(verdict: Verdict): Said;
  /** An error inside, see `failed`. */
  protected abstract fail(error: unknown, where: string, call: unknown): Said;
  abstract readonly closed: boolean;
  /** An event that has no verdict. */
  protected abstract tell(link: Link, event: Event): void;
  /** An event that is about no call; `conclude`: on what the core found. */
  protected abstract submit(link: Link, event: Event, where: string, conclude: Conclude): Said;
  /** The verdict on a delegation, which `judge` gives. */
  protected abstract settle(asked: AskedDelegation, judge: () => Said): Said;
  protected abstract wasJudged(link: Link, id: string): boolean;
  protected abstract judgeCall(link: Link, call: LoopCall, rules: ToolRules, id: string | undefined): Said;
  /** A call that starts an agent: a delegation first, of which `begun` gives the verdict on the call. */
  protected abstract startAgent(
    link: Link,
    call: LoopCall,
    rules: ToolRules,
    id: string | undefined,
    to: Delegation,
  ): Said;
  protected abstract reject(
    link: Link,
    call: LoopCall,
    rules: ToolRules,
    id: string | undefined,
    reason: string,
  ): Said;
  /** `said`: the verdict that the call had before it ran. */
  protected abstract complete(
    link: Link,
    call: LoopCall,
    outcome: LoopOutcome,
    rules: ToolRules,
    id: string | undefined,
    ticket: number,
    said: Verdict,
  ): Said;
  /** A call that is not among the open ones. */
  protected abstract completeUnknown(
    link: Link,
    call: LoopCall,
    outcome: LoopOutcome,
    rules: ToolRules,
    id: string | undefined,
  ): Said;
  /** Tells the core, and who shares the run, that the user's function changed the verdict on a call. */
  protected abstract resolver(link: Link, id: string | undefined, ticket: number): Resolve;

  // ---- what both say of an answer of the core ----

  /** The verdict on a call that was just judged. `letPass`: called when the user's function allows a refused call. */
  protected concluded(
    link: Link,
    call: LoopCall,
    rules: ToolRules,
    id: string | undefined,
    ticket: number,
    packed: PackedVerdict,
    report: CoreReport | undefined,
    characters: number,
    letPass?: () => void,
  ): Verdict {
    let verdict = ALLOW;
    if (report === undefined) this.reporter.allow(characters);
    else {
      const resolve = this.resolver(link, id, ticket);
      verdict = this.reporter.judge({ call, rules, packed, report }, characters, resolve, letPass === undefined);
      if (isRefusal(packedAction(packed)) && verdict.allowed) letPass?.();
    }
    this.open.add(ticket, id, call, verdict);
    if (this.#unanswered >= 0 && verdict.allowed && ++this.#unanswered >= UNANSWERED_MAX && this.#rounds !== 1)
      tellMisuse(this.engine, "LOOPGUARD_NO_AFTER", UNANSWERED);
    return verdict;
  }

  /** An error inside is published, and the call may run: a guard never breaks a run. Throws what the host must know. */
  protected failed(error: unknown, where: string, call: unknown): Verdict {
    const code = property(error, "code");
    if (code === "ERR_LOOPGUARD_CLOSED" && (this.closed || this.engine.closed)) throw error;
    return failOpen(error instanceof UnpackableError ? error.cause : error, where, call);
  }

  /** The delegation was refused, and with it the call, which is known to `after` and to nothing else. Or both were judged. */
  protected refused(call: LoopCall, id: string | undefined, verdict: Verdict): Verdict {
    this.open.add(NO_TICKET, id, call, verdict);
    return verdict;
  }

  /** A call that is not counted, but whose `after` must find it. */
  protected untracked(call: LoopCall, id: string | undefined): Verdict {
    this.open.add(NO_TICKET, id, call, ALLOW);
    return ALLOW;
  }

  /** An untracked call has come back: what it did or returned may be news. */
  protected unseen(link: Link): Verdict {
    if (this.engine.judgesNews) this.tell(link, stepEvent(Step.unseen));
    this.place.lineage?.news();
    return ALLOW;
  }

  /** A call has come back, and the core has it. `newest`: what it returned, where runs compare that. */
  protected completed(
    call: LoopCall,
    outcome: LoopOutcome,
    rules: ToolRules,
    flags: number,
    comparable: boolean,
    characters: number,
    newest: CoreNewest | undefined,
  ): void {
    // Models say the same in other words each time, so what an agent answers is not compared; that it failed is.
    if (newest !== undefined && (flags !== 0 || this.engine.agentTools?.has(call.name) !== true))
      this.place.lineage?.completed(newest);
    this.reporter.completed(rules, call, outcome.result, characters, comparable && flags === 0);
  }

  /** A call ran without `before`: what that would have found (`early`) is told if its outcome finds nothing (`late`). */
  protected ofBoth(
    late: Verdict,
    call: LoopCall,
    rules: ToolRules,
    packed: PackedVerdict,
    early: CoreReport | undefined,
  ): Verdict {
    if (late.detection !== null || early === undefined || early.held) return late;
    return this.reporter.conclude({ call, rules, packed, report: early }, ALLOW);
  }

  /** Everything that only this process knows. */
  protected forget(): void {
    this.open.clear();
    this.reporter.forget();
    this.delegations.begin();
  }

  /** @internal The counts of this worker in this run. */
  protected counts(): LoopGuardStats {
    return this.reporter.tally.stats(1);
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
}

/** Makes the verdict of what the core found. */
export type Conclude = (packed: PackedVerdict, report: CoreReport) => Verdict;
