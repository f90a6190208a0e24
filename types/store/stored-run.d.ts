/** A run whose state is in a store: as a run in memory, but each event is submitted to the store, and each verdict waits for it. */
import type { LoopCall, LoopOutcome, Verdict } from "../base/types.ts";
import { type Event } from "../core/event.ts";
import type { ToolRules } from "../rules/tool-policy.ts";
import { BaseRun } from "../run/base-run.ts";
import type { GuardEngine, OpenRuns } from "../run/guard-engine.ts";
import type { Applied, Use } from "../run/open-calls.ts";
import { SharedLog } from "./shared-log.ts";
import type { LogSettings, StoredLoopRun } from "./stored-run-options.ts";
export declare class StoredRun extends BaseRun<SharedLog, Promise<Verdict>> implements StoredLoopRun {
    #private;
    readonly runId: string;
    constructor(engine: GuardEngine, runId: string, settings: LogSettings, registry: OpenRuns<StoredRun>);
    before(call: LoopCall): Promise<Verdict>;
    get closed(): boolean;
    reset(): Promise<void>;
    snapshot(): Promise<Uint8Array>;
    flush(): Promise<boolean>;
    close(): Promise<void>;
    [Symbol.asyncDispose](): Promise<void>;
    /** Gives the memory back. If the host uses the run again, it continues with the state in the store. */
    sleep(): Promise<void>;
    /** Who waits keeps the log that it began with: if the run is closed meanwhile, that log waits for it. */
    protected live(): SharedLog;
    protected say(verdict: Verdict): Promise<Verdict>;
    /** One promise: each is a good part of what a decision costs. */
    protected whenKnown<T>(value: T | Promise<T>, where: string, call: unknown, use: Use<T, Promise<Verdict>>): Promise<Verdict>;
    protected fail(error: unknown, where: string, call: unknown): Promise<Verdict>;
    protected tell(log: SharedLog, event: Event): void;
    protected submit(log: SharedLog, event: Event, characters?: number): Promise<Applied>;
    protected wasJudged(log: SharedLog, id: string): boolean | Promise<boolean>;
    protected ticketOf(log: SharedLog, id: string): number | Promise<number>;
    protected nextNumber(): number;
    protected keyOf(id: string | undefined, number: number): string;
    /**
     * The id alone does not tell. Ids come again in later rounds, and another worker may have had this one judged since:
     *
     *   worker a   round 1  call_0  allow
     *   worker b   round 2  call_0  abort
     *   worker a   round 2  call_0  again: abort, and not what it was told in round 1
     */
    protected knownVerdict(id: string, _: number, applied: Applied): Verdict | undefined;
    protected judgeCall(log: SharedLog, call: LoopCall, rules: ToolRules, id: string | undefined): Promise<Verdict>;
    protected keepVerdict(id: string, number: number, { packed, report }: Applied): void;
    protected complete(log: SharedLog, call: LoopCall, outcome: LoopOutcome, rules: ToolRules, id: string | undefined, number: number, verdict: Verdict): Promise<Verdict>;
}
