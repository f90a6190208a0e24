/** A run whose state is in a store: as a run in memory, but each event is submitted to the store, and each verdict waits for it. */

import { closedError } from "../base/errors.ts";
import { property } from "../base/property.ts";
import { randomHex } from "../base/random-key.ts";
import type { Delegation, LoopCall, LoopGuardStats, LoopOutcome, Verdict } from "../base/types.ts";
import type { ToolRules } from "../config/tool-policy.ts";
import { core } from "../core/backend.ts";
import type { Body } from "../core/body.ts";
import { detectEvent, type Event, resolveEvent, stepEvent, writeCall, writeOutcome } from "../core/event.ts";
import { ACTIONS, EventFlag, EventTag, NO_TICKET, ResultKind, Step } from "../core/layout.gen.ts";
import { publishError } from "../report/diagnostics.ts";
import { ALLOW, isKnown, isRefusal, isThrough, packedAction } from "../report/verdict.ts";
import {
  askedAt,
  identityArguments,
  outcomeError,
  outcomeFlags,
  queryOf,
  readResult,
  readsResults,
  returnedAt,
} from "../run/call-input.ts";
import { askedUpTo } from "../run/custom-detectors.ts";
import type { AskedDelegation } from "../run/delegations.ts";
import type { GuardEngine } from "../run/guard-engine.ts";
import type { Resolve } from "../run/loop-reporter.ts";
import type { OpenRuns } from "../run/open-runs.ts";
import { type Conclude, RunProtocol } from "../run/run-protocol.ts";
import type { Applied, Replica } from "./replica.ts";
import { Ring } from "./ring.ts";
import { type LogSettings, SharedLog } from "./shared-log.ts";
import type { StoredLoopRun } from "./stored-run-types.ts";

/** The numbers of calls are below `NO_TICKET`. */
const NUMBERS_MAX = NO_TICKET - 1;
/** Verdicts that a worker keeps, for an id that comes again in its round. */
const VERDICTS_MAX = 256;

interface KeptVerdict extends Applied {
  readonly id: string;
  readonly verdict: Verdict;
}

export class StoredRun extends RunProtocol<SharedLog, Promise<Verdict>> implements StoredLoopRun {
  readonly runId: string;
  readonly #settings: LogSettings;
  readonly #registry: OpenRuns<StoredRun>;
  /** Part of the ids that calls without an id get. */
  readonly #name: string = randomHex(8);
  readonly #verdicts = new Ring<KeptVerdict>(VERDICTS_MAX);
  /** Made at first use. Closed when the registry needs the room, and made again if the run is used once more. */
  #log: SharedLog | undefined;
  /** The number of the newest call; it takes the place of the ticket, which only one process knows. */
  #number = 0;
  #closing: Promise<void> | undefined;

  constructor(engine: GuardEngine, runId: string, settings: LogSettings, registry: OpenRuns<StoredRun>) {
    super(engine, runId);
    this.runId = runId;
    this.#settings = settings;
    this.#registry = registry;
  }

  get store(): object {
    return this.#settings.store;
  }

  get closed(): boolean {
    return this.#closing !== undefined;
  }

  async reset(): Promise<void> {
    const done = this.live().submit(stepEvent(Step.reset));
    this.forget();
    this.#verdicts.clear();
    await done;
  }

  async snapshot(): Promise<Uint8Array> {
    return this.live().caughtUp(({ native }) => native.snapshot());
  }

  async flush(): Promise<boolean> {
    return this.live().flush();
  }

  stats(): LoopGuardStats {
    if (this.closed) throw closedError("run");
    return this.counts();
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
    const { tripped } = this.reporter;
    this.reporter.forget();
    this.reporter.tripped = tripped;
    this.delegations.begin();
    await log?.close();
  }

  /** Who waits keeps the log that it began with: if the run is closed meanwhile, that log waits for it. */
  protected live(): SharedLog {
    if (this.closed) throw closedError("run");
    this.#registry.touch(this);
    this.#log ??= new SharedLog(this.runId, this.engine, this.#settings, (key) => this.reporter.replays?.rekey(key));
    return this.#log;
  }

  protected say(verdict: Verdict): Promise<Verdict> {
    return Promise.resolve(verdict);
  }

  protected async fail(error: unknown, where: string, call: unknown): Promise<Verdict> {
    if (property(error, "code") === "ERR_LOOPGUARD_STORE") throw error; // the host asked for it
    return this.failed(error, where, call);
  }

  protected tell(log: SharedLog, event: Event): void {
    log.push(event);
  }

  // Each of these is one async function from end to end, because each promise is a good part of what a decision costs.

  protected async submit(log: SharedLog, event: Event, where: string, conclude: Conclude): Promise<Verdict> {
    try {
      const { packed, report } = await log.submit(event);
      return report === undefined ? ALLOW : conclude(packed, report);
    } catch (error) {
      return this.fail(error, where, undefined);
    }
  }

  protected settle(asked: AskedDelegation, judge: () => Promise<Verdict>): Promise<Verdict> {
    return this.delegations.settleLater(asked, judge);
  }

  protected wasJudged({ replica }: SharedLog, id: string): boolean {
    return replica.native.judged(id);
  }

  protected async startAgent(
    log: SharedLog,
    call: LoopCall,
    rules: ToolRules,
    id: string | undefined,
    to: Delegation,
  ): Promise<Verdict> {
    const started = await this.delegate(to);
    if (!started.allowed) return this.refused(call, id, started);
    const verdict = await this.judgeCall(log, call, rules, id);
    return verdict.action === "allow" && started !== ALLOW ? started : verdict;
  }

  protected async judgeCall(
    log: SharedLog,
    call: LoopCall,
    rules: ToolRules,
    id: string | undefined,
  ): Promise<Verdict> {
    try {
      const args = takeOrPublish(identityArguments(rules, call, this.engine.config.faults), call.name);
      if (args === undefined) return this.untracked(call, id);
      const number = this.#next();
      const applied = await this.#ask(log, call, rules, this.#keyOf(id, number), args);
      return this.#conclude(log, call, rules, id, number, applied, args.characters);
    } catch (error) {
      return this.fail(error, "before", call);
    }
  }

  protected async reject(
    log: SharedLog,
    call: LoopCall,
    rules: ToolRules,
    id: string | undefined,
    reason: string,
  ): Promise<Verdict> {
    try {
      const args = takeOrPublish(identityArguments(rules, call, this.engine.config.faults), call.name);
      const characters = args?.characters ?? 0;
      const now = askedAt(this.engine, rules);
      const number = this.#next();
      const key = this.#keyOf(id, number);
      const { name } = call;
      const { profile } = rules;
      const applied = await log.submit(
        (core) => writeCall(core, EventTag.invalid, name, args, key, reason, profile, now),
        characters + reason.length,
      );
      let pass: Promise<Applied> | undefined;
      // A refused call that the user's function let pass counts as called and failed.
      const verdict = this.#conclude(log, call, rules, id, number, applied, characters, () => {
        pass = log.submit((core) =>
          writeOutcome(core, NO_TICKET, key, profile, undefined, false, EventFlag.failed, reason, now),
        );
      });
      await pass;
      return verdict;
    } catch (fault) {
      return this.fail(fault, "invalid", call);
    }
  }

  protected complete(
    log: SharedLog,
    call: LoopCall,
    outcome: LoopOutcome,
    rules: ToolRules,
    id: string | undefined,
    ticket: number,
    said: Verdict,
  ): Promise<Verdict> {
    return this.#complete(log, call, outcome, rules, this.#keyOf(id, ticket), said);
  }

  async #complete(
    log: SharedLog,
    call: LoopCall,
    outcome: LoopOutcome,
    rules: ToolRules,
    key: string,
    said: Verdict,
  ): Promise<Verdict> {
    try {
      const { engine, reporter } = this;
      const flags = outcomeFlags(outcome);
      const taken = core.takeResult(readResult(engine, rules, call, outcome), (error) =>
        publishError(error, "result", call.name),
      );
      const error = flags === 0 ? undefined : outcomeError(rules, outcome);
      const read = readsResults(engine, rules);
      const kept = read ? taken : undefined;
      const now = returnedAt(engine, rules, call, outcome);
      const { profile } = rules;
      const { packed, report, newest } = await log.submit(
        (core) => writeOutcome(core, NO_TICKET, key, profile, kept, read, flags, error, now),
        (read ? taken.characters : 0) + (error?.length ?? 0),
      );
      // The call was completed before: the same outcome given twice counts once.
      if (isThrough(packed)) return ALLOW;
      this.completed(call, outcome, rules, flags, taken.kind !== ResultKind.none, taken.characters, newest);
      if (reporter.custom !== undefined)
        for (const { index, name, key, repeats } of reporter.custom.findings(call, outcome, askedUpTo(report))) {
          const own = await log.submit(detectEvent(index, profile, name, key, repeats));
          if (own.report !== undefined)
            return reporter.conclude({ call, rules, packed: own.packed, report: own.report }, said);
        }
      return report === undefined ? ALLOW : reporter.conclude({ call, rules, packed, report }, said);
    } catch (error) {
      return this.fail(error, "after", call);
    }
  }

  /** Another worker judged it, or this one before a restart, or nobody did. */
  protected async completeUnknown(
    log: SharedLog,
    call: LoopCall,
    outcome: LoopOutcome,
    rules: ToolRules,
    id: string | undefined,
  ): Promise<Verdict> {
    try {
      if (id !== undefined) {
        const knows = ({ native }: Replica): boolean => native.ticket(id) !== NO_TICKET;
        if (knows(log.replica) || (await log.caughtUp(knows)))
          return await this.#complete(log, call, outcome, rules, id, ALLOW);
      }
      // It ran without `before`: it is counted now, and what `before` would have found is reported.
      const args = core.takeArguments(identityArguments(rules, call, this.engine.config.faults));
      const number = this.#next();
      const key = this.#keyOf(id, number);
      const { packed, report } = await this.#ask(log, call, rules, key, args);
      if (!this.engine.shadow && isRefusal(packedAction(packed))) this.resolver(log, id, number)("allow");
      this.reporter.allow(args.characters);
      const late = await this.#complete(log, call, outcome, rules, key, ALLOW);
      return this.ofBoth(late, call, rules, packed, report);
    } catch (error) {
      return this.fail(error, "after", call);
    }
  }

  /** Informs the other workers; sent with the next decision. */
  protected resolver(log: SharedLog, id: string | undefined, ticket: number): Resolve {
    return (action) => log.push(resolveEvent(NO_TICKET, this.#keyOf(id, ticket), ACTIONS.indexOf(action)));
  }

  #ask(log: SharedLog, call: LoopCall, rules: ToolRules, key: string, args: Body): Promise<Applied> {
    const query = queryOf(this.engine, rules, call);
    const now = askedAt(this.engine, rules);
    const { name } = call;
    const { profile } = rules;
    return log.submit((core) => writeCall(core, EventTag.before, name, args, key, query, profile, now), args.characters);
  }

  #conclude(
    log: SharedLog,
    call: LoopCall,
    rules: ToolRules,
    id: string | undefined,
    number: number,
    applied: Applied,
    characters: number,
    letPass?: () => void,
  ): Verdict {
    const { packed, report } = applied;
    if (id === undefined) return this.concluded(log, call, rules, id, number, packed, report, characters, letPass);
    // The id alone does not tell. Ids come again in later rounds, and another worker may have had this one judged since:
    //
    //   worker a   round 1  call_0  allow
    //   worker b   round 2  call_0  abort
    //   worker a   round 2  call_0  again: abort, and not what it was told in round 1
    const same = (kept: KeptVerdict): boolean => kept.id === id && isSame(kept, applied);
    const known = isKnown(packed) ? this.#verdicts.all().findLast(same)?.verdict : undefined;
    if (known !== undefined) return known;
    const verdict = this.concluded(log, call, rules, id, number, packed, report, characters, letPass);
    this.#verdicts.add({ id, packed, report, verdict });
    return verdict;
  }

  #next(): number {
    this.#number = (this.#number + 1) % NUMBERS_MAX;
    return this.#number;
  }

  /** The id of the call in records: its own, or a unique one. */
  #keyOf(id: string | undefined, number: number): string {
    return id ?? `\0${this.#name}:${number}`;
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

/** The action may have changed to the one that the user's function decided on; of a warning that waits, the host sees none. */
function isSame({ packed: was, report: before, verdict }: KeptVerdict, { packed, report }: Applied): boolean {
  const action = packedAction(packed);
  const waits = action === "warn" && verdict.action === "allow";
  return (
    (action === packedAction(was) || action === verdict.action || waits) &&
    before?.detector === report?.detector &&
    before?.strikes === report?.strikes &&
    before?.repeats === report?.repeats &&
    before?.fingerprint === report?.fingerprint
  );
}
