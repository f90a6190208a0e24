/** A run whose state is in a store: as a `LoopRun`, but each verdict waits for the store. */
import type { Delegation, LoopCall, LoopDetection, LoopGuardStats, LoopOutcome, LoopUsage, TextOptions, Verdict } from "../base/types.ts";
import type { GuardEngine } from "../run/guard-engine.ts";
import type { OpenRuns } from "../run/open-runs.ts";
import { RelatedRun } from "../run/related-run.ts";
import { type LogSettings } from "./shared-log.ts";
import type { StoredLoopRun } from "./stored-run-types.ts";
export declare class StoredRun extends RelatedRun implements StoredLoopRun {
    #private;
    readonly runId: string;
    constructor(engine: GuardEngine, runId: string, settings: LogSettings, registry: OpenRuns<StoredRun>);
    get store(): object;
    get tripped(): LoopDetection | null;
    before(call: LoopCall): Promise<Verdict>;
    after(call: LoopCall, outcome: LoopOutcome): Promise<Verdict>;
    invalid(call: LoopCall, error: unknown): Promise<Verdict>;
    text(chunk: string, about?: TextOptions): Promise<Verdict>;
    usage(usage: LoopUsage): Promise<Verdict>;
    delegate(to: Delegation): Promise<Verdict>;
    beginRound(): void;
    beginTurn(): void;
    compacted(): void;
    reset(): Promise<void>;
    snapshot(): Promise<Uint8Array>;
    flush(): Promise<boolean>;
    stats(): LoopGuardStats;
    close(): Promise<void>;
    [Symbol.asyncDispose](): Promise<void>;
    /** Gives the memory back. If the host uses the run again, it continues with the state in the store. */
    sleep(): Promise<void>;
}
