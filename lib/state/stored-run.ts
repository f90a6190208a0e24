/** A run whose state is in a store: as a `LoopRun`, but each verdict waits for the store. */

import { closedError } from "../base/errors.ts";
import { property } from "../base/property.ts";
import { randomHex } from "../base/random-key.ts";
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
import { core } from "../core/backend.ts";
import type { Body } from "../core/body.ts";
import { detectEvent, type Event, resolveEvent, stepEvent, writeCall, writeOutcome } from "../core/event.ts";
import { ACTIONS, EventFlag, EventTag, NO_TICKET, ResultKind, Step } from "../core/layout.gen.ts";
import { publishError } from "../report/diagnostics.ts";
import { failOpen } from "../report/fail-open.ts";
import { ALLOW, isKnown, isRefusal, isThrough, packedAction } from "../report/verdict.ts";
import { askedAt, identityArguments, queryOf } from "../run/call-text.ts";
import { askedUpTo } from "../run/custom-detectors.ts";
import type { GuardEngine } from "../run/guard-engine.ts";
import { LoopReporter, type Resolve } from "../run/loop-reporter.ts";
import { callId, OpenCalls } from "../run/open-calls.ts";
import type { OpenRuns } from "../run/open-runs.ts";
import { outcomeError, outcomeFlags, readResult, readsResults, returnedAt } from "../run/outcome-input.ts";
import { RelatedRun } from "../run/related-run.ts";
import type { TextFinding } from "../run/run-texts.ts";
import { readUsage } from "../run/usage-input.ts";
import { errorKey } from "../text/outcome-text.ts";
import { KeptVerdicts } from "./kept-verdicts.ts";
import type { Applied, Replica } from "./replica.ts";
import { type LogSettings, SharedLog } from "./shared-log.ts";
import type { StoredLoopRun } from "./stored-run-types.ts";

/** The numbers of calls are below `NO_TICKET`. */
const NUMBERS_MAX = NO_TICKET - 1;

/** A call that is being judged. */
interface Asked {
  readonly call: LoopCall;
  readonly rules: ToolRules;
  /** Its own id. */
  readonly given: string | undefined;
  /** Its id in records. */
  readonly id: string;
  readonly number: number;
}

export class StoredRun extends RelatedRun implements StoredLoopRun {
  readonly runId: string;
  readonly #engine: GuardEngine;
  readonly #settings: LogSettings;
  readonly #registry: OpenRuns<StoredRun>;
  readonly #reporter: LoopReporter;
  /** Part of the ids that calls without an id get. */
  readonly #name: string = randomHex(8);
  readonly #open = new OpenCalls();
  readonly #verdicts = new KeptVerdicts();
  /** Made at first use. Closed when the registry needs the room, and made again if the run is used once more. */
  #log: SharedLog | undefined;
  /** The number of the newest call; it takes the place of the ticket, which only one process knows. */
  #number = 0;
  #closing: Promise<void> | undefined;

  constructor(engine: GuardEngine, runId: string, settings: LogSettings, registry: OpenRuns<StoredRun>) {
    super(engine, runId);
    this.runId = runId;
    this.#engine = engine;
    this.#settings = settings;
    this.#registry = registry;
    this.#reporter = new LoopReporter(engine, runId);
  }

  get store(): object {
    return this.#settings.store;
  }

  get tripped(): LoopDetection | null {
    return this.#reporter.tripped;
  }

  // Each of these is one async function from end to end, because each promise is a good part of what a decision costs. It
  // keeps the log that it began with: if the run is closed meanwhile, that log waits for it.

  async before(call: LoopCall): Promise<Verdict> {
    const log = this.#live();
    try {
      const rules = this.#engine.tools.of(call.name);
      if (!rules.counted) return ALLOW;
      const given = callId(call);
      if (call.retryable === true) return this.#untracked(call, given);
      const args = takeOrPublish(identityArguments(rules, call, this.#engine.config.faults), call.name);
      if (args === undefined) return this.#untracked(call, given);
      const asked = this.#asked(call, rules, given);
      return this.#conclude(log, asked, args.characters, await this.#ask(log, asked, args));
    } catch (error) {
      return failOpenOrThrow(error, "before", call);
    }
  }

  async after(call: LoopCall, outcome: LoopOutcome): Promise<Verdict> {
    const log = this.#live();
    try {
      const rules = this.#engine.tools.of(call.name);
      if (!rules.counted) return this.#unseen(log);
      const given = callId(call);
      const at = this.#open.find(call, given);
      if (at < 0) return await this.#finishUnknown(log, call, given, outcome ?? {}, rules);
      const number = this.#open.ticketAt(at);
      const said = this.#open.verdictAt(at);
      // The outcome of a refused call is the refusal itself. A call with the verdict `ask` ran: a human allowed it.
      if (said.action === "hint" || said.action === "abort") return ALLOW;
      this.#open.remove(at);
      if (number === NO_TICKET) return this.#unseen(log);
      return await this.#complete(log, call, outcome ?? {}, rules, this.#idOf(given, number), said);
    } catch (error) {
      return failOpenOrThrow(error, "after", call);
    }
  }

  async invalid(call: LoopCall, error: unknown): Promise<Verdict> {
    const log = this.#live();
    try {
      const rules = this.#engine.tools.of(call.name);
      if (!rules.counted || call.retryable === true) return ALLOW;
      const given = callId(call);
      const args = takeOrPublish(identityArguments(rules, call, this.#engine.config.faults), call.name);
      const characters = args?.characters ?? 0;
      const reason = errorKey(error);
      const now = askedAt(this.#engine, rules);
      const asked = this.#asked(call, rules, given);
      const { name } = call;
      const { id } = asked;
      const { profile } = rules;
      const applied = await log.submit(
        (core) => writeCall(core, EventTag.invalid, name, args, id, reason, profile, now),
        characters + reason.length,
      );
      let pass: Promise<Applied> | undefined;
      // A refused call that the user's function let pass counts as called and failed.
      const verdict = this.#conclude(log, asked, characters, applied, () => {
        pass = log.submit((core) =>
          writeOutcome(core, NO_TICKET, id, profile, undefined, false, EventFlag.failed, reason, now),
        );
      });
      await pass;
      return verdict;
    } catch (fault) {
      return failOpenOrThrow(fault, "invalid", call);
    }
  }

  async text(chunk: string, about: TextOptions = {}): Promise<Verdict> {
    const log = this.#live();
    try {
      const finding = this.#reporter.texts?.read(chunk, about);
      return finding === undefined ? ALLOW : await this.#submit(log, finding.event, finding);
    } catch (error) {
      return failOpenOrThrow(error, "text", undefined);
    }
  }

  async usage(usage: LoopUsage): Promise<Verdict> {
    const log = this.#live();
    try {
      const event = readUsage(this.#engine, usage);
      return event === undefined ? ALLOW : await this.#submit(log, event);
    } catch (error) {
      return failOpenOrThrow(error, "usage", undefined);
    }
  }

  /** The verdict on an event that is about no call. */
  async #submit(log: SharedLog, event: Event, text?: TextFinding): Promise<Verdict> {
    const { packed, report } = await log.submit(event);
    return report === undefined ? ALLOW : this.#reporter.concludeNoCall(packed, report, text);
  }

  async delegate(to: Delegation): Promise<Verdict> {
    const log = this.#live();
    try {
      const asked = this.delegations.ask(to);
      if ("action" in asked) return asked;
      const { finding } = asked;
      if (finding === undefined) return this.delegations.settle(asked, ALLOW);
      return await this.delegations.settleLater(asked, async () => {
        const { packed, report } = await log.submit(finding.event);
        return report === undefined ? ALLOW : this.#reporter.concludeDelegation(finding, packed, report);
      });
    } catch (error) {
      return failOpenOrThrow(error, "delegate", { name: property(to, "agent") as string });
    }
  }

  beginRound(): void {
    this.#live().push(stepEvent(Step.beginRound));
    this.delegations.beginRound();
  }

  beginTurn(): void {
    this.#live().push(stepEvent(Step.beginTurn));
    this.#reporter.forget();
    this.delegations.begin();
  }

  compacted(): void {
    this.#live().push(stepEvent(Step.compacted));
  }

  async reset(): Promise<void> {
    const done = this.#live().submit(stepEvent(Step.reset));
    this.#open.clear();
    this.#verdicts.clear();
    this.#reporter.forget();
    this.delegations.begin();
    await done;
  }

  async snapshot(): Promise<Uint8Array> {
    return this.#live().caughtUp(({ native }) => native.snapshot());
  }

  async flush(): Promise<boolean> {
    return this.#live().flush();
  }

  stats(): LoopGuardStats {
    if (this.#closing !== undefined) throw closedError("run");
    return this.#reporter.tally.stats(1);
  }

  close(): Promise<void> {
    this.#closing ??= this.sleep();
    this.#registry.remove(this);
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Gives the memory back. If the host uses the run again, it continues with the state in the store. */
  async sleep(): Promise<void> {
    const log = this.#log;
    this.#log = undefined;
    // What only this process knows goes, but what stopped the run is still in the store.
    const { tripped } = this.#reporter;
    this.#reporter.forget();
    this.#reporter.tripped = tripped;
    this.delegations.begin();
    await log?.close();
  }

  #live(): SharedLog {
    if (this.#closing !== undefined) throw closedError("run");
    this.#registry.touch(this);
    this.#log ??= new SharedLog(this.runId, this.#engine, this.#settings, (key) => this.#reporter.replays?.rekey(key));
    return this.#log;
  }

  #asked(call: LoopCall, rules: ToolRules, given: string | undefined): Asked {
    this.#number = (this.#number + 1) % NUMBERS_MAX;
    return { call, rules, given, id: this.#idOf(given, this.#number), number: this.#number };
  }

  #ask(log: SharedLog, { call, rules, id }: Asked, args: Body): Promise<Applied> {
    const query = queryOf(this.#engine, rules, call);
    const now = askedAt(this.#engine, rules);
    const { name } = call;
    const { profile } = rules;
    return log.submit((core) => writeCall(core, EventTag.before, name, args, id, query, profile, now), args.characters);
  }

  /** The verdict on a call that was just judged. `letPass`: called when the user's function allows a refused call. */
  #conclude(log: SharedLog, asked: Asked, characters: number, applied: Applied, letPass?: () => void): Verdict {
    const { call, rules, given, id, number } = asked;
    const { packed, report } = applied;
    const known = isKnown(packed) ? this.#verdicts.find(id, applied) : undefined;
    if (known !== undefined) return known;
    const verdict =
      report === undefined
        ? this.#reporter.allow(characters)
        : this.#reporter.judge({ call, rules, report, packed }, characters, resolver(log, id), letPass === undefined);
    if (isRefusal(packedAction(packed)) && verdict.allowed) letPass?.();
    this.#open.add(number, given, call, verdict);
    if (given !== undefined) this.#verdicts.add(given, applied, verdict);
    return verdict;
  }

  /** A call that is not counted, but whose `after` must find it. */
  #untracked(call: LoopCall, given: string | undefined): Verdict {
    this.#open.add(NO_TICKET, given, call, ALLOW);
    return ALLOW;
  }

  /** A call that this worker does not know: another worker judged it, or this one before a restart, or nobody did. */
  async #finishUnknown(
    log: SharedLog,
    call: LoopCall,
    given: string | undefined,
    outcome: LoopOutcome,
    rules: ToolRules,
  ): Promise<Verdict> {
    if (call.retryable === true) return this.#unseen(log);
    if (given !== undefined) {
      const knows = ({ native }: Replica): boolean => native.ticket(given) !== NO_TICKET;
      if (knows(log.replica) || (await log.caughtUp(knows)))
        return await this.#complete(log, call, outcome, rules, given, ALLOW);
    }
    // It ran without `before`: it is counted now, and what `before` would have found is reported.
    const args = core.takeArguments(identityArguments(rules, call, this.#engine.config.faults));
    const asked = this.#asked(call, rules, given);
    const { id } = asked;
    const { packed, report } = await this.#ask(log, asked, args);
    if (!this.#engine.shadow && isRefusal(packedAction(packed))) resolver(log, id)("allow");
    this.#reporter.allow(args.characters);
    const late = await this.#complete(log, call, outcome, rules, id, ALLOW);
    if (late.detection !== null || report === undefined || report.held) return late;
    return this.#reporter.conclude({ call, rules, report, packed }, ALLOW);
  }

  /** An untracked call has come back: what it did or returned may be news. The event is sent with the next decision. */
  #unseen(log: SharedLog): Verdict {
    if (this.#engine.judgesNews) log.push(stepEvent(Step.unseen));
    this.place.lineage?.news();
    return ALLOW;
  }

  async #complete(
    log: SharedLog,
    call: LoopCall,
    outcome: LoopOutcome,
    rules: ToolRules,
    id: string,
    said: Verdict,
  ): Promise<Verdict> {
    const engine = this.#engine;
    const taken = core.takeResult(readResult(engine, rules, call, outcome), (error) =>
      publishError(error, "result", call.name),
    );
    const read = readsResults(engine, rules);
    const flags = outcomeFlags(outcome);
    const error = outcomeError(rules, outcome);
    const now = returnedAt(engine, rules, call, outcome);
    const kept = read ? taken : undefined;
    const { profile } = rules;
    const { packed, report, newest } = await log.submit(
      (core) => writeOutcome(core, NO_TICKET, id, profile, kept, read, flags, error, now),
      (read ? taken.characters : 0) + (error?.length ?? 0),
    );
    // The call was completed before: the same outcome given twice counts once.
    if (isThrough(packed)) return ALLOW;
    if (newest !== undefined) this.place.lineage?.completed(newest);
    const reporter = this.#reporter;
    const keep = taken.kind !== ResultKind.none && flags === 0;
    reporter.completed(rules, call, outcome.result, taken.characters, keep);
    const end = askedUpTo(report);
    for (const { index, name, key, repeats } of reporter.custom?.findings(call, outcome, end) ?? []) {
      const own = await log.submit(detectEvent(index, profile, name, key, repeats));
      if (own.report !== undefined)
        return reporter.conclude({ call, rules, report: own.report, packed: own.packed }, said);
    }
    return report === undefined ? ALLOW : reporter.conclude({ call, rules, report, packed }, said);
  }

  /** The id of the call in records: its own, or a unique one. */
  #idOf(given: string | undefined, number: number): string {
    return given ?? `\0${this.#name}:${number}`;
  }
}

/** The arguments, packed. Publishes why arguments cannot be packed, and gives `undefined` for them. */
function takeOrPublish(args: unknown, toolName: string): Body | undefined {
  try {
    return core.takeArguments(args);
  } catch (error) {
    publishError(error, "arguments", toolName);
    return undefined;
  }
}

/** Informs the other workers that the user's function changed a verdict; sent with the next decision. */
function resolver(log: SharedLog, id: string): Resolve {
  return (action) => log.push(resolveEvent(NO_TICKET, id, ACTIONS.indexOf(action)));
}

/** A guard never breaks a run, unless the host asked for the store's errors. */
function failOpenOrThrow(error: unknown, where: string, call: LoopCall | undefined): Verdict {
  if (property(error, "code") === "ERR_LOOPGUARD_STORE") throw error;
  return failOpen(error, where, call);
}
