/** A run whose state is in a store: as a run in memory, but each event is submitted to the store, and each verdict waits for it. */

import { closedError } from "../base/errors.ts";
import { property, Ring } from "../base/property.ts";
import { randomHex } from "../base/text-bytes.ts";
import type { LoopCall, Verdict } from "../base/types.ts";
import { core } from "../core/backend.ts";
import { type Event, stepEvent, writeOutcome } from "../core/event.ts";
import { NO_TICKET, ResultKind, Step } from "../core/layout.gen.ts";
import { isKnown, isThrough, packedAction } from "../core/run.ts";
import { tellMisuse } from "../rules/diagnostics.ts";
import type { ToolRules } from "../rules/tool-policy.ts";
import { ALLOW } from "../rules/verdict.ts";
import { BaseRun } from "../run/base-run.ts";
import {
  outcomeError,
  outcomeFlags,
  readResult,
  readsResults,
  returnedAt,
  takeArguments,
  tellUnread,
} from "../run/call-input.ts";
import type { GuardEngine, OpenRuns } from "../run/guard-engine.ts";
import type { Applied, Completed, Use } from "../run/open-calls.ts";
import type { LocalState } from "./local-state.ts";
import { SharedLog } from "./shared-log.ts";
import type { LogSettings, StoredLoopRun } from "./stored-run-options.ts";

/** The numbers of calls are below `NO_TICKET`. */
const NUMBERS_MAX = NO_TICKET - 1;
/** Verdicts that a worker keeps, for an id that comes again in its round. */
const VERDICTS_MAX = 256;

const NOT_AWAITED = "A verdict of a stored run is a promise: await run.before(call)";

interface KeptVerdict extends Applied {
  readonly id: string;
  /** Of the call; `OpenCalls` has the verdict, which a human may change. */
  readonly number: number;
}

export class StoredRun extends BaseRun<SharedLog, Promise<Verdict>> implements StoredLoopRun {
  declare readonly runId: string;
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
    this.#settings = settings;
    this.#registry = registry;
  }

  override before(call: LoopCall): Promise<Verdict> {
    const verdict = super.before(call);
    const get = (): void => tellMisuse(this.engine, "LOOPGUARD_AWAIT", NOT_AWAITED);
    return Object.defineProperties(verdict, { action: { get }, allowed: { get } });
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

  /** One promise: each is a good part of what a decision costs. */
  protected whenKnown<T>(
    value: T | Promise<T>,
    where: string,
    call: unknown,
    use: Use<T, Promise<Verdict>>,
  ): Promise<Verdict> {
    const fail = (error: unknown): Promise<Verdict> => this.fail(error, where, call);
    return Promise.resolve(value).then((known) => {
      try {
        return use(known);
      } catch (error) {
        return fail(error);
      }
    }, fail);
  }

  protected override async fail(error: unknown, where: string, call: unknown): Promise<Verdict> {
    if (property(error, "code") === "ERR_LOOPGUARD_STORE") throw error; // the host asked for it
    return super.fail(error, where, call);
  }

  protected tell(log: SharedLog, event: Event): void {
    log.push(event); // sent with the next decision
  }

  protected submit(log: SharedLog, event: Event, characters?: number): Promise<Applied> {
    return log.submit(event, characters);
  }

  protected wasJudged(log: SharedLog, id: string): boolean | Promise<boolean> {
    const look = ({ native }: LocalState): boolean => native.judged(id);
    return log.sentAll ? look(log.local) : log.caughtUp(look);
  }

  protected ticketOf(log: SharedLog, id: string): number | Promise<number> {
    const look = ({ native }: LocalState): number => native.ticket(id);
    const ticket = log.sentAll ? look(log.local) : NO_TICKET;
    return ticket === NO_TICKET ? log.caughtUp(look) : ticket;
  }

  protected nextNumber(): number {
    this.#number = (this.#number + 1) % NUMBERS_MAX;
    return this.#number;
  }

  protected keyOf(id: string | undefined, number: number): string {
    return id ?? `\0${this.#name}:${number}`;
  }

  /**
   * The id alone does not tell. Ids come again in later rounds, and another worker may have had this one judged since:
   *
   *   worker a   round 1  call_0  allow
   *   worker b   round 2  call_0  abort
   *   worker a   round 2  call_0  again: abort, and not what it was told in round 1
   */
  protected knownVerdict(id: string, _: number, applied: Applied): Verdict | undefined {
    if (!isKnown(applied.packed)) return undefined;
    for (const kept of this.#verdicts.all().reverse()) {
      const verdict = kept.id === id ? this.open.verdictOf(kept.number) : undefined;
      if (verdict !== undefined && this.#isSame(kept, verdict, applied)) return verdict;
    }
    return undefined;
  }

  /** The action may have changed to the one that the user's function decided on; of a warning that waits, the host sees none. */
  #isSame(kept: KeptVerdict, verdict: Verdict, { packed, report }: Applied): boolean {
    const { number, packed: was, report: before } = kept;
    const action = packedAction(packed);
    const waits = action === "warn" && verdict.action === "allow";
    // A human agreed, without a word here.
    const ran = action === "allow" && verdict.action === "ask" && this.open.placeOf(number) < 0;
    return (
      (action === packedAction(was) || action === verdict.action || waits || ran) &&
      before?.detector === report?.detector &&
      before?.strikes === report?.strikes &&
      before?.repeats === report?.repeats &&
      before?.fingerprint === report?.fingerprint
    );
  }

  protected judgeCall(log: SharedLog, call: LoopCall, rules: ToolRules, id: string | undefined): Promise<Verdict> {
    const args = takeArguments(this.engine, rules, call);
    if (args === undefined) return this.say(this.untracked(call, id));
    const asked = { link: log, call, rules, id, ticket: this.nextNumber() };
    return this.whenKnown(this.askCall(asked, args), "before", call, (applied) =>
      this.concluded(asked, applied, args.characters),
    );
  }

  protected override keepVerdict(id: string, number: number, { packed, report }: Applied): void {
    this.#verdicts.add({ id, number, packed, report });
  }

  protected complete(...[log, call, outcome, rules, id, number, verdict]: Completed<SharedLog>): Promise<Verdict> {
    const { engine } = this;
    const flags = outcomeFlags(outcome);
    const fail = (error: unknown): void => tellUnread(engine, error, "result", call);
    const taken = core.takeResult(readResult(engine, rules, call, outcome), fail);
    const error = flags === 0 ? undefined : outcomeError(rules, outcome);
    const read = readsResults(engine, rules);
    const kept = read ? taken : undefined;
    const now = returnedAt(engine, rules, call, outcome);
    const key = this.keyOf(id, number);
    const { profile } = rules;
    const event: Event = (to) => writeOutcome(to, NO_TICKET, key, profile, kept, read, flags, error, now);
    const characters = (read ? taken.characters : 0) + (error?.length ?? 0);
    return this.whenKnown(log.submit(event, characters), "after", call, (applied) => {
      // The call was completed before: the same outcome given twice counts once.
      if (isThrough(applied.packed)) return ALLOW;
      const comparable = taken.kind !== ResultKind.none;
      const asked = { link: log, call, rules, id, ticket: number };
      return this.returned(asked, outcome, applied, { flags, comparable, characters: taken.characters, verdict });
    });
  }
}
