/** A run whose state is in a store: a `LoopRun` that waits for it. */
import type { LoopCall, LoopDetection, LoopGuardStats, LoopOutcome, Verdict } from "../base/types.ts";
import type { GuardEngine } from "../run/guard-engine.ts";
import { type LogSettings } from "./shared-log.ts";
import type { StoredLoopRun } from "./stored-run-types.ts";
/** Who holds the open runs. */
export interface StoredRunRegistry {
    touch(run: StoredRun): void;
    remove(run: StoredRun): void;
}
export declare class StoredRun implements StoredLoopRun {
    #private;
    readonly runId: string;
    constructor(engine: GuardEngine, runId: string, settings: LogSettings, registry: StoredRunRegistry);
    get store(): object;
    get tripped(): LoopDetection | null;
    before(call: LoopCall): Promise<Verdict>;
    after(call: LoopCall, outcome: LoopOutcome): Promise<Verdict>;
    invalid(call: LoopCall, error: unknown): Promise<Verdict>;
    beginRound(): void;
    beginTurn(): void;
    reset(): Promise<void>;
    snapshot(): Promise<Uint8Array>;
    flush(): Promise<boolean>;
    stats(): LoopGuardStats;
    close(): Promise<void>;
    [Symbol.asyncDispose](): Promise<void>;
    /** Gives the memory back. A host that still holds the run, and uses it, goes on with what the store has. */
    sleep(): Promise<void>;
}
