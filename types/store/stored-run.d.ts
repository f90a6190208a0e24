import type { LoopCall, LoopOutcome, Verdict } from "../base/types.ts";
import { type Event } from "../core/event.ts";
import type { ToolRules } from "../rules/tool-policy.ts";
import type { AskedDelegation } from "../run/delegations.ts";
import type { GuardEngine } from "../run/guard-engine.ts";
import type { Applied, Use } from "../run/open-calls.ts";
import { OpenRuns } from "../run/open-runs.ts";
import { RunProtocol } from "../run/run-protocol.ts";
import { type LogSettings, SharedLog } from "./shared-log.ts";
import type { StoredLoopRun } from "./stored-run-options.ts";
declare class StoredRun extends RunProtocol<SharedLog, Promise<Verdict>> implements StoredLoopRun {
    #private;
    readonly runId: string;
    constructor(engine: GuardEngine, runId: string, settings: LogSettings, registry: OpenRuns<StoredRun>);
    get store(): object;
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
    protected settle(asked: AskedDelegation, judge: () => Promise<Verdict>): Promise<Verdict>;
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
    protected keepVerdict(id: string, { packed, report }: Applied, verdict: Verdict): void;
    protected complete(log: SharedLog, call: LoopCall, outcome: LoopOutcome, rules: ToolRules, id: string | undefined, number: number, said: Verdict): Promise<Verdict>;
}
export declare class StoredRuns extends OpenRuns<StoredRun> {
    #private;
    constructor(engine: GuardEngine, max: number);
    /** The run of a key; the settings are those of the first call for it. */
    get(key: string, settings: LogSettings): StoredRun;
    protected added(run: StoredRun): void;
    protected removed(run: StoredRun): void;
}
export {};
