/** A run whose state is in a store: a `LoopRun` that waits for it. */

import { closedError } from "../base/errors.ts";
import { property } from "../base/property.ts";
import { randomHex } from "../base/random-key.ts";
import type { LoopCall, LoopDetection, LoopGuardStats, LoopOutcome, Verdict } from "../base/types.ts";
import type { ToolRules } from "../config/tool-policy.ts";
import { core } from "../core/backend.ts";
import type { Body } from "../core/body.ts";
import { ACTIONS, EventFlag, NO_TICKET, ResultKind, Step } from "../core/layout.gen.ts";
import type { AppliedVerdict } from "../core/types.ts";
import { publishError } from "../report/diagnostics.ts";
import { failOpen } from "../report/fail-open.ts";
import { ALLOW, isRefusal, packedAction } from "../report/verdict.ts";
import { askedAt, identityArguments, queryOf } from "../run/call-text.ts";
import type { GuardEngine } from "../run/guard-engine.ts";
import { LoopReporter } from "../run/loop-reporter.ts";
import { callId, OpenCalls } from "../run/open-calls.ts";
import { outcomeError, outcomeFlags, readResult, readsResults, returnedAt } from "../run/outcome-input.ts";
import { errorKey } from "../text/outcome-text.ts";
import { GivenVerdicts } from "./given-verdicts.ts";
import type { Recorder } from "./pending-entries.ts";
import type { Applied, Replica } from "./replica.ts";
import { type LogSettings, SharedLog } from "./shared-log.ts";
import type { StoredLoopRun } from "./stored-run-types.ts";

/** Who holds the open runs. */
export interface StoredRunRegistry {
  touch(run: StoredRun): void;
  remove(run: StoredRun): void;
}

/** Numbers of calls stay below `NO_TICKET`. */
const NUMBERS_MAX = NO_TICKET - 1;

export class StoredRun implements StoredLoopRun {
  readonly runId: string;
  readonly #engine: GuardEngine;
  readonly #settings: LogSettings;
  readonly #registry: StoredRunRegistry;
  readonly #reporter: LoopReporter;
  /** Part of the ids of calls that have none. */
  readonly #name: string = randomHex(8);
  readonly #open = new OpenCalls();
  readonly #verdicts = new GivenVerdicts();
  /** Made at first use; given up when the registry needs the room, and made again if the run goes on after all. */
  #log: SharedLog | undefined;
  /** Of the newest call: what its ticket is in a run that is not shared. */
  #number = 0;
  #closing: Promise<void> | undefined;

  constructor(engine: GuardEngine, runId: string, settings: LogSettings, registry: StoredRunRegistry) {
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

  // Each is one async function from end to end: every further one is a good part of what a decision costs. And each stays
  // with the log that it began with, which waits for it when the run is closed or has to make room meanwhile.

  async before(call: LoopCall): Promise<Verdict> {
    const log = this.#live();
    try {
      const rules = this.#engine.tools.of(call.name);
      if (!rules.counted) return ALLOW;
      const given = callId(call);
      if (call.retryable === true) return this.#untracked(call, given);
      const told =
        rules.identity === undefined ? call.arguments : identityArguments(rules, call, this.#engine.config.faults);
      let args: Body;
      try {
        args = core.takeArguments(told);
      } catch (error) {
        publishError(error, "arguments", call.name);
        return this.#untracked(call, given);
      }
      const number = this.#next();
      const id = this.#idOf(given, number);
      const { packed, report } = await this.#askBefore(log, call, rules, args, id);
      const known = isKnown(packed) ? this.#verdicts.of(id) : undefined;
      if (known !== undefined) return known;
      const verdict =
        report === undefined
          ? this.#reporter.allow(args.characters)
          : this.#reporter.judge(resolver(log, id), call, rules, report, packed, number, args.characters);
      this.#open.add(number, given, call, verdict);
      if (given !== undefined) this.#verdicts.add(given, verdict);
      return verdict;
    } catch (error) {
      return failOpenOrTell(error, "before", call);
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
      const told = this.#open.verdictAt(at);
      // What a host says of a call that it refused is the refusal itself; a call that a human let pass did run.
      if (told.action === "hint" || told.action === "abort") return ALLOW;
      this.#open.remove(at);
      if (number === NO_TICKET) return this.#unseen(log);
      return await this.#complete(log, call, outcome ?? {}, rules, this.#idOf(given, number), told);
    } catch (error) {
      return failOpenOrTell(error, "after", call);
    }
  }

  async invalid(call: LoopCall, error: unknown): Promise<Verdict> {
    const log = this.#live();
    try {
      const rules = this.#engine.tools.of(call.name);
      if (!rules.counted || call.retryable === true) return ALLOW;
      const given = callId(call);
      const args = takeOrTell(identityArguments(rules, call, this.#engine.config.faults), call.name);
      const reason = errorKey(error);
      const now = askedAt(this.#engine, rules);
      const number = this.#next();
      const id = this.#idOf(given, number);
      const { name } = call;
      const { packed, report } = await log.submit(
        (native) => native.recordInvalid(name, args, id, rules.profile, reason, now),
        args.characters + reason.length,
      );
      const known = isKnown(packed) ? this.#verdicts.of(id) : undefined;
      if (known !== undefined) return known;
      const verdict =
        report === undefined
          ? this.#reporter.allow(args.characters)
          : this.#reporter.judge(resolver(log, id), call, rules, report, packed, number, args.characters);
      // The core refused it, and the user's function let it pass: it counts as called and failed after all.
      if (isRefusal(packedAction(packed)) && verdict.run)
        await log.submit((native) =>
          native.recordAfter(id, rules.profile, undefined, false, EventFlag.failed, reason, now, never),
        );
      this.#open.add(number, given, call, verdict);
      if (given !== undefined) this.#verdicts.add(given, verdict);
      return verdict;
    } catch (fault) {
      return failOpenOrTell(fault, "invalid", call);
    }
  }

  beginRound(): void {
    this.#live().push((native) => native.recordStep(Step.beginRound));
  }

  beginTurn(): void {
    this.#live().push((native) => native.recordStep(Step.beginTurn));
    this.#reporter.forget();
  }

  async reset(): Promise<void> {
    const done = this.#live().submit((native) => native.recordStep(Step.reset));
    this.#open.clear();
    this.#verdicts.clear();
    this.#reporter.forget();
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

  /** Gives the memory back. A host that still holds the run, and uses it, goes on with what the store has. */
  async sleep(): Promise<void> {
    const log = this.#log;
    this.#log = undefined;
    await log?.close();
  }

  #live(): SharedLog {
    if (this.#closing !== undefined) throw closedError("run");
    this.#registry.touch(this);
    this.#log ??= new SharedLog(this.runId, this.#engine, this.#settings, (key) => this.#reporter.replays?.rekey(key));
    return this.#log;
  }

  #askBefore(log: SharedLog, call: LoopCall, rules: ToolRules, args: Body, id: string): Promise<Applied> {
    const query = queryOf(this.#engine, rules, call);
    const now = askedAt(this.#engine, rules);
    const { name } = call;
    const record: Recorder = (native) => native.recordBefore(name, args, id, query, rules.profile, now);
    return log.submit(record, args.characters);
  }

  #untracked(call: LoopCall, given: string | undefined): Verdict {
    this.#open.add(NO_TICKET, given, call, ALLOW);
    return ALLOW;
  }

  /** A call that this worker does not remember: of another one, or of before it began; or nobody was asked about it. */
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
    // It ran without being asked about: it is counted now, and what `before` would have said is not lost.
    const args = core.takeArguments(identityArguments(rules, call, this.#engine.config.faults));
    const id = this.#idOf(given, this.#next());
    const { packed, report } = await this.#askBefore(log, call, rules, args, id);
    if (!this.#engine.shadow && isRefusal(packedAction(packed)))
      resolver(log, id).resolve(NO_TICKET, ACTIONS.indexOf("allow"));
    this.#reporter.allow(args.characters);
    const late = await this.#complete(log, call, outcome, rules, id, ALLOW);
    if (late.detection !== null || report === undefined) return late;
    return this.#reporter.conclude(resolver(log, id), call, rules, report, packed, NO_TICKET, ALLOW);
  }

  /** A call that nobody counts has come back: whatever it did or gave may be news. It goes along with the next decision. */
  #unseen(log: SharedLog): Verdict {
    if (this.#engine.judgesNews) log.push((native) => native.recordStep(Step.unseen));
    return ALLOW;
  }

  async #complete(
    log: SharedLog,
    call: LoopCall,
    outcome: LoopOutcome,
    rules: ToolRules,
    id: string,
    told: Verdict,
  ): Promise<Verdict> {
    const onError = (error: unknown): void => {
      publishError(error, "result", call.name);
    };
    const engine = this.#engine;
    const taken = core.takeResult(readResult(engine, rules, outcome.result, onError), onError);
    const read = readsResults(engine, rules);
    const flags = outcomeFlags(outcome);
    const error = outcomeError(rules, outcome);
    const now = returnedAt(engine, rules, call, outcome);
    const kept = read ? taken : undefined;
    const record: Recorder = (native) => native.recordAfter(id, rules.profile, kept, read, flags, error, now, onError);
    const { packed, report } = await log.submit(record, (read ? taken.characters : 0) + (error?.length ?? 0));
    // It was through already: one outcome told twice is one outcome.
    if (isThrough(packed)) return ALLOW;
    const reporter = this.#reporter;
    const keep = taken.kind !== ResultKind.none && flags === 0;
    reporter.completed(rules, call, outcome.result, taken.characters, keep);
    const tell = resolver(log, id);
    const end = report?.detector ?? Number.POSITIVE_INFINITY;
    for (const found of reporter.custom?.findings(call, outcome, end) ?? []) {
      const { index, name, key, repeats } = found;
      const own = await log.submit((native) => native.recordDetect(index, rules.profile, name, key, repeats));
      if (own.report !== undefined)
        return reporter.conclude(tell, call, rules, own.report, own.packed, NO_TICKET, told);
    }
    return report === undefined ? ALLOW : reporter.conclude(tell, call, rules, report, packed, NO_TICKET, told);
  }

  #next(): number {
    this.#number = (this.#number + 1) % NUMBERS_MAX;
    return this.#number;
  }

  /** What the call is known by in records: its own id, or one that nobody else has. */
  #idOf(given: string | undefined, number: number): string {
    return given ?? `\0${this.#name}:${number}`;
  }
}

/** Arguments that cannot be written are told, and are none. */
function takeOrTell(args: unknown, toolName: string): Body {
  try {
    return core.takeArguments(args);
  } catch (error) {
    publishError(error, "arguments", toolName);
    return core.takeArguments(undefined);
  }
}

/** Nothing is no result that could throw. */
function never(): void {}

/** Tells the others what the user's function made of a verdict; it goes along with the next decision. */
function resolver(log: SharedLog, id: string): { resolve(ticket: number, action: number): void } {
  return { resolve: (_, action) => log.push((native) => native.recordResolve(id, action)) };
}

/** A guard never breaks a run, but where the host asks to hear of the store it does. */
function failOpenOrTell(error: unknown, where: string, call: LoopCall): Verdict {
  if (property(error, "code") === "ERR_LOOPGUARD_STORE") throw error;
  return failOpen(error, where, call);
}

function isKnown(packed: AppliedVerdict): boolean {
  return (packed & 16) !== 0;
}

function isThrough(packed: AppliedVerdict): boolean {
  return (packed & 32) !== 0;
}
