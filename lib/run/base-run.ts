/** What a run does. In memory (`loop-run.ts`) an event is applied at once; in a store (`stored-run.ts`) it is submitted, and awaited. */

import { closedError } from "../base/errors.ts";
import { errorKey } from "../base/failures.ts";
import { property } from "../base/property.ts";
import type {
  Delegation,
  LoopCall,
  LoopDecision,
  LoopDetection,
  LoopGuardStats,
  LoopOutcome,
  LoopUsage,
  TextOptions,
  Verdict,
} from "../base/types.ts";
import { core } from "../core/backend.ts";
import { type Body, detectEvent, type Event, failedEvent, resolveEvent, stepEvent, writeCall } from "../core/event.ts";
import { ACTIONS, EventTag, NO_TICKET, Step } from "../core/layout.gen.ts";
import { packedAction } from "../core/run.ts";
import type { ToolRules } from "../rules/tool-policy.ts";
import { ALLOW, failOpen, isRefusal } from "../rules/verdict.ts";
import {
  askedAt,
  identityArguments,
  isRefusalOf,
  queryOf,
  REFUSED,
  readCall,
  readOutcome,
  refused,
  takeArguments,
  tellPromise,
} from "./call-input.ts";
import { Delegations } from "./delegations.ts";
import type { GuardEngine } from "./guard-engine.ts";
import { LoopReporter, type Resolve } from "./loop-reporter.ts";
import type { Applied, Asked, Completed, Conclude, Later, Returned, Use } from "./open-calls.ts";
import { callId, OpenCalls } from "./open-calls.ts";
import type { Relation, RunPlace } from "./run-tree.ts";
import { readUsage, tellForgotten } from "./usage.ts";

/** `Link`: where events go. `Judged`: a verdict, or the promise of one. */
export abstract class BaseRun<Link, Judged> {
  readonly runId: string | undefined;
  protected readonly engine: GuardEngine;
  /** @internal */
  readonly reporter: LoopReporter;
  /** @internal */
  readonly delegations: Delegations;
  protected readonly open: OpenCalls = new OpenCalls();

  constructor(engine: GuardEngine, runId: string | undefined) {
    this.runId = runId;
    this.engine = engine;
    this.reporter = new LoopReporter(engine, runId);
    this.delegations = new Delegations(engine, runId);
  }

  get tripped(): LoopDetection | null {
    return this.reporter.tripped;
  }

  get depth(): number {
    return this.place.depth;
  }

  get place(): RunPlace {
    return this.delegations.place;
  }

  /** For a line of a log, which would have the whole engine. */
  toJSON(): object {
    return { runId: this.runId, depth: this.depth, tripped: this.tripped };
  }

  /** @internal What the options of `guard.run` say. */
  relate(relation: Relation): void {
    this.delegations.relate(relation);
  }

  before(given: LoopCall): Judged {
    try {
      const link = this.live();
      const call = readCall(this.engine, given);
      const rules = this.engine.rulesOf(call.name);
      if (!rules.counted) return this.say(ALLOW);
      const id = callId(call);
      if (call.retryable === true) return this.say(this.untracked(call, id));
      const to = this.engine.agentTools?.of(call);
      if (to !== undefined) return this.#startAgent({ link, call, rules, id, ticket: NO_TICKET }, to);
      return this.judgeCall(link, call, rules, id);
    } catch (error) {
      return this.fail(error, "before", given);
    }
  }

  after(given: LoopCall, reported: LoopOutcome): Judged {
    try {
      const link = this.live();
      this.engine.tally.isAnswered = true;
      const call = readCall(this.engine, given);
      const outcome = readOutcome(this.engine, reported);
      const ran = isRefusalOf(outcome) ? REFUSED : outcome;
      const rules = this.engine.rulesOf(call.name);
      if (!rules.counted) return this.#afterUntracked(link);
      const id = callId(call);
      const at = this.open.find(call, id);
      if (at < 0 && call.retryable === true) return this.#afterUntracked(link);
      if (at < 0) return this.#completeUnknown({ link, call, rules, id, ticket: this.nextNumber() }, ran);
      const { ticket, verdict, characters, isOver } = this.open.at(at);
      // The outcome of a refused call is the refusal itself. A call with the verdict `ask` ran: a human allowed it.
      if (!verdict.allowed && verdict.action !== "ask") return this.say(refused(this.engine, call, outcome, verdict));
      this.open.remove(at);
      if (isOver || (ran === REFUSED && (ticket === NO_TICKET || !verdict.allowed))) return this.say(ALLOW);
      if (ticket === NO_TICKET) return this.#afterUntracked(link);
      if (!verdict.allowed) this.reporter.tally.rejudged(verdict, ALLOW, characters);
      return this.complete(link, call, ran, rules, id, ticket, verdict);
    } catch (error) {
      return this.fail(error, "after", given);
    }
  }

  invalid(given: LoopCall, error: unknown): Judged {
    return this.judge("invalid", given, (link) => {
      const call = readCall(this.engine, given);
      const rules = this.engine.rulesOf(call.name);
      if (!rules.counted || call.retryable === true) return this.say(ALLOW);
      return this.#reject({ link, call, rules, id: callId(call), ticket: this.nextNumber() }, errorKey(error));
    });
  }

  decide(given: LoopCall, decision: LoopDecision): Judged {
    return this.judge("decide", given, (link) => {
      const call = readCall(this.engine, given);
      const id = callId(call);
      const known = this.open.find(call, id);
      const judged = known < 0 ? this.before(given) : this.open.at(known).verdict;
      return this.whenKnown(judged as Later<Verdict>, "decide", call, (asked) => {
        const at = this.open.find(call, id);
        if (asked.action !== "ask" || at < 0) return asked;
        const { verdict, granted } = this.reporter.decide(asked, decision ?? {});
        this.delegations.decided(asked, verdict);
        if (verdict.allowed && this.open.at(at).ticket === NO_TICKET) return this.#startDecided(link, call, id, at);
        return this.rejudge(link, id, at, verdict, granted);
      });
    });
  }

  text(chunk: string, about: TextOptions = {}): Judged {
    return this.judge("text", undefined, (link) => {
      const finding = this.reporter.texts?.read(chunk ?? "", about); // a part of a stream may have no text
      return finding ? this.ask(link, finding.event, "text", this.reporter.aboutNoCall(finding)) : this.say(ALLOW);
    });
  }

  usage(usage: LoopUsage): Judged {
    return this.judge("usage", undefined, (link) => {
      const event = this.engine.hasBudgets ? readUsage(this.engine, usage) : undefined;
      return event === undefined ? this.say(ALLOW) : this.ask(link, event, "usage", this.reporter.aboutNoCall());
    });
  }

  delegate(to: Delegation): Judged {
    return this.judge("delegate", { name: property(to, "agent") }, (link) => {
      const asked = this.delegations.ask(to ?? {});
      if ("action" in asked) return this.say(asked);
      const { finding } = asked;
      if (finding === undefined) return this.say(this.delegations.record(asked, ALLOW));
      const judge = () => this.ask(link, finding.event, "delegate", this.reporter.aboutNoCall(finding));
      return this.delegations.judge(asked, judge as () => Later<Verdict>) as Judged;
    });
  }

  beginRound(): void {
    this.tell(this.live(), stepEvent(Step.beginRound));
    this.delegations.round++;
  }

  beginTurn(): void {
    this.tell(this.live(), stepEvent(Step.beginTurn));
    this.reporter.forget();
    this.delegations.begin();
  }

  compacted(): void {
    this.tell(this.live(), stepEvent(Step.compacted));
  }

  abstract readonly closed: boolean;
  protected abstract live(): Link;
  protected abstract say(verdict: Verdict): Judged;
  protected abstract whenKnown<T>(value: Later<T>, where: string, call: unknown, use: Use<T, Judged>): Judged;
  protected abstract tell(link: Link, event: Event): void;
  protected abstract submit(link: Link, event: Event, characters?: number): Later<Applied>;
  protected abstract wasJudged(link: Link, id: string): Later<boolean>;
  protected abstract ticketOf(link: Link, id: string): Later<number>;
  protected abstract nextNumber(): number;
  protected abstract keyOf(id: string | undefined, ticket: number): string | undefined;
  protected abstract knownVerdict(id: string, ticket: number, applied: Applied): Verdict | undefined;
  protected abstract judgeCall(link: Link, call: LoopCall, rules: ToolRules, id: string | undefined): Judged;
  protected abstract complete(...completed: Completed<Link>): Judged;

  /** What `act` says, of an open run. `before` and `after` do without, since a closure is an allocation. */
  protected judge(where: string, call: unknown, act: (link: Link) => Judged): Judged {
    try {
      return act(this.live());
    } catch (error) {
      return this.fail(error, where, call);
    }
  }

  protected ask(link: Link, event: Event, where: string, conclude: Conclude): Judged {
    const use = ({ packed, report }: Applied) => (report === undefined ? ALLOW : conclude(packed, report));
    return this.whenKnown(this.submit(link, event), where, undefined, use);
  }

  /** Submits a call, with its packed arguments. `tail`: its query, or why it is invalid. */
  protected askCall(
    { link, call, rules, id, ticket }: Asked<Link>,
    args: Body | undefined,
    tag: number = EventTag.before,
    tail: string | undefined = queryOf(this.engine, rules, call),
  ): Later<Applied> {
    const characters = args?.characters ?? 0;
    tellPromise(this.engine, call, characters);
    const key = this.keyOf(id, ticket);
    const now = askedAt(this.engine, rules);
    const event: Event = (to) => writeCall(to, tag, call.name, args, key, tail, rules.profile, now);
    return this.submit(link, event, characters + (tail?.length ?? 0));
  }

  /** A call that starts an agent is a delegation first. A refused one is known to `after`, and to nothing else: it did not run. */
  #startAgent({ link, call, rules, id }: Asked<Link>, to: Delegation): Judged {
    return this.whenKnown(id !== undefined && this.wasJudged(link, id), "before", call, (again) => {
      if (again) return this.judgeCall(link, call, rules, id); // it was counted
      return this.whenKnown(this.delegate(to) as Later<Verdict>, "before", call, (started) => {
        if (!started.allowed) return this.untracked(call, id, started);
        return this.whenKnown(this.judgeCall(link, call, rules, id) as Later<Verdict>, "before", call, (verdict) =>
          verdict.action === "allow" && started !== ALLOW ? started : verdict,
        );
      });
    });
  }

  /** A human let an agent start that was not to: only now the core hears of its call, and nothing else refuses it. */
  #startDecided(link: Link, call: LoopCall, id: string | undefined, at: number): Judged {
    this.open.remove(at);
    const judged = this.judgeCall(link, call, this.engine.rulesOf(call.name), id);
    return this.whenKnown(judged as Later<Verdict>, "decide", call, ({ allowed }) => {
      const known = this.open.find(call, id);
      return allowed || known < 0 ? ALLOW : this.rejudge(link, id, known, ALLOW);
    });
  }

  /** The verdict on an open call is another, of which the core hears if it knows the call. Gives it back. */
  protected rejudge(link: Link, id: string | undefined, at: number, verdict: Verdict, granted?: number): Verdict {
    const open = this.open.at(at);
    if (open.ticket !== NO_TICKET) {
      this.reporter.tally.rejudged(open.verdict, verdict, open.characters);
      this.resolver({ link, id, ticket: open.ticket })(verdict.action, granted);
    }
    Object.assign(open, { verdict, isOver: false });
    return verdict;
  }

  #reject(asked: Asked<Link>, reason: string): Judged {
    const { link, call, rules, id, ticket } = asked;
    const args = takeArguments(this.engine, rules, call);
    return this.whenKnown(this.askCall(asked, args, EventTag.invalid, reason), "invalid", call, (applied) => {
      const known = { ...asked, ticket: applied.ticket ?? ticket };
      let passed: Later<Applied> | undefined;
      const verdict = this.concluded(known, applied, args?.characters ?? 0, () => {
        // A refused call that the user's function let pass counts as called and failed.
        const now = askedAt(this.engine, rules);
        passed = this.submit(link, failedEvent(known.ticket, this.keyOf(id, ticket), rules.profile, reason, now));
      });
      return passed === undefined ? verdict : this.whenKnown(passed, "invalid", call, () => verdict);
    });
  }

  /** A call that is not among the open ones: of a snapshot, of another worker, of before the newest 64 open calls, or of nobody. */
  #completeUnknown(asked: Asked<Link>, outcome: LoopOutcome): Judged {
    const { link, call, rules, id } = asked;
    return this.whenKnown(id === undefined ? NO_TICKET : this.ticketOf(link, id), "after", call, (known) => {
      const isLost = this.open.lost > 0;
      if (isLost || known === NO_TICKET) this.open.lost--;
      if (known !== NO_TICKET) return this.complete(link, call, outcome, rules, id, known, ALLOW);
      if (isLost) return this.#afterUntracked(link); // it was counted
      // It ran without `before`: it is counted now, and what `before` would have found is reported.
      const args = core.takeArguments(identityArguments(this.engine, rules, call));
      return this.whenKnown(this.askCall(asked, args), "after", call, (applied) => {
        const { packed, report: early, ticket = asked.ticket } = applied;
        this.reporter.tally.judged(ALLOW, args.characters);
        if (!this.engine.shadow && isRefusal(packedAction(packed))) this.resolver({ ...asked, ticket })("allow");
        this.open.done(ticket, id, ALLOW);
        if (id !== undefined) this.keepVerdict(id, ticket, applied);
        const verdict = this.complete(link, call, outcome, rules, id, ticket, ALLOW);
        return this.whenKnown(verdict as Later<Verdict>, "after", call, (late) => {
          if (late.detection !== null || early === undefined || early.held) return late;
          return this.reporter.conclude({ call, rules, packed, report: early }, ALLOW);
        });
      });
    });
  }

  /** The verdict on a call that was just judged. `onOverruled`: called when the user's function allows a refused call. */
  protected concluded(asked: Asked<Link>, applied: Applied, characters: number, onOverruled?: () => void): Verdict {
    const { call, rules, id, ticket } = asked;
    const known = id === undefined ? undefined : this.knownVerdict(id, ticket, applied);
    if (known !== undefined) return known;
    const { packed, report } = applied;
    const isInvalid = onOverruled !== undefined;
    const old = isInvalid ? this.open.takeBack(id, this.reporter.tally) : undefined;
    let verdict = ALLOW;
    if (report === undefined) this.reporter.tally.judged(ALLOW, characters);
    else {
      verdict = this.reporter.judge({ call, rules, packed, report }, characters, this.resolver(asked), !isInvalid, old);
      if (isRefusal(packedAction(packed)) && verdict.allowed && !report.held) onOverruled?.();
    }
    this.open.add(ticket, id, call, verdict, characters, isInvalid);
    this.lookForgotten();
    if (id !== undefined) this.keepVerdict(id, ticket, applied);
    return verdict;
  }

  /** Of a call with an id; a run in memory has it in `open`. */
  protected keepVerdict(_id: string, _ticket: number, _applied: Applied): void {}

  /** Tells of a host that forgets something. The calls of a first round may all be at work, and what it has used not known yet. */
  protected lookForgotten(): void {
    if (this.engine.mayHaveForgotten && this.delegations.round !== 1) tellForgotten(this.engine, this.open.count);
  }

  /** A call that is not counted, but whose `after` must find it. */
  protected untracked(call: LoopCall, id: string | undefined, verdict: Verdict = ALLOW): Verdict {
    this.open.add(NO_TICKET, id, call, verdict);
    return verdict;
  }

  /** An untracked call has come back: what it did or returned may be news. */
  #afterUntracked(link: Link): Judged {
    if (this.engine.judgesNews) this.tell(link, stepEvent(Step.untracked));
    this.place.tree?.news();
    return this.say(ALLOW);
  }

  /** A call has come back, and the core has it. `verdict`: the verdict that the call had before it ran. */
  protected returned(
    { link, call, rules }: Asked<Link>,
    outcome: LoopOutcome,
    applied: Applied,
    { flags, comparable, characters, verdict }: Returned,
  ): Judged {
    const { engine, reporter } = this;
    // Models say the same in other words each time, so what an agent answers is not compared; that it failed is.
    if (applied.newest !== undefined && (flags !== 0 || engine.agentTools?.has(call.name) !== true))
      this.place.tree?.completed(applied.newest);
    reporter.tally.completed(characters);
    if (comparable && flags === 0) reporter.replays?.keep(rules, call, outcome.result);
    const findings = reporter.custom?.findings(call, outcome, applied.report);
    const conclude = ({ packed, report }: Applied): Verdict | undefined =>
      report && reporter.conclude({ call, rules, packed, report }, verdict);
    const next = (): Verdict | Judged => {
      const { value } = findings?.next() ?? {};
      if (!value) return conclude(applied) ?? ALLOW;
      const event = detectEvent(value.index, rules.profile, value.name, value.key, value.repeats);
      return this.whenKnown(this.submit(link, event), "after", call, (own) => conclude(own) ?? next());
    };
    return next() as Judged;
  }

  /** Tells the core, and who shares the run, that the user's function changed the verdict on a call. */
  protected resolver({ link, id, ticket }: Omit<Asked<Link>, "call" | "rules">): Resolve {
    return (action, granted) =>
      this.tell(link, resolveEvent(ticket, this.keyOf(id, ticket), ACTIONS.indexOf(action), granted));
  }

  /** An error inside is published, and the call may run: a guard never breaks a run. Throws what the host must know. */
  protected fail(error: unknown, where: string, call: unknown): Judged {
    if (property(error, "code") === "ERR_LOOPGUARD_CLOSED" && (this.closed || this.engine.closed)) throw error;
    return this.say(failOpen(error, where, call, this.engine.silent ? undefined : this.engine));
  }

  protected forget(): void {
    this.open.clear();
    this.reporter.forget();
    this.delegations.begin();
  }

  stats(): LoopGuardStats {
    if (this.closed) throw closedError("run");
    return this.reporter.tally.stats(1);
  }
}
