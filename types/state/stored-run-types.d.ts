/** The public types of a run whose state is in a store. */
import type { LoopCall, LoopDetection, LoopGuardStats, LoopOutcome, Verdict } from "../base/types.ts";
import type { JournalStore, StateStore } from "./state-store.ts";
/** Options of `guard.storedRun(key, options)`. */
export interface StoredRunOptions {
    /** Where the state of the run is. */
    store: StateStore | JournalStore;
    /**
     * `"allow"`: when the store cannot be asked, the run goes on by itself. `"throw"`: `before`, `after`, `invalid` and `reset`
     * reject with `ERR_LOOPGUARD_STORE`; the call is counted all the same. Default `"allow"`.
     */
    onStoreError?: "allow" | "throw";
    /** Milliseconds that an exchange with the store may take, lost races included. Default 1,000. */
    timeoutMs?: number;
    /** Milliseconds for which a store that could not be asked is left alone. Default 1,000. */
    retryAfterMs?: number;
    /** Events that wait for a store which cannot be asked, oldest out first. Default 10,000. */
    maxPending?: number;
    /** What is stored and cannot be read is replaced, instead of left as it is. Default `false`. */
    replaceUnreadable?: boolean;
}
/**
 * The state of one agent run, shared by all who give its key and the same store: workers, processes, steps of a workflow.
 * As `LoopRun`, with the same verdicts, but what asks the store gives a promise.
 *
 * Without the store, the run goes on by itself: nothing is thrown into it (unless asked for), `loopguard:error` tells once
 * for each outage, and what the run did is sent when the store is back, with the next call or `close`.
 *
 * Detectors made with `custom` see this worker's calls only, and results for `replay` are those of this worker.
 *
 * @example
 * await using run = guard.storedRun(sessionId, fileStore("./state"));
 * run.beginTurn();
 * const call = { id, name, arguments: args };
 * const before = await run.before(call);
 * let text = before.message; // of a refused call the model reads this
 * if (before.run) {
 *   const result = await tool(args);
 *   const after = await run.after(call, { result });
 *   text = [result, before.message, after.message].filter(Boolean).join("\n\n");
 * }
 */
export interface StoredLoopRun {
    /** The key. */
    readonly runId: string;
    /** Judges a call before it runs. One exchange with the store. */
    before(call: LoopCall): Promise<Verdict>;
    /** Takes what came back and judges the pattern that it completes. One exchange with the store. */
    after(call: LoopCall, outcome: LoopOutcome): Promise<Verdict>;
    /** A call that never reaches a tool: an unknown name, or arguments that never parse. */
    invalid(call: LoopCall, error: unknown): Promise<Verdict>;
    /** The calls that follow are one model response. Goes along with the next call. */
    beginRound(): void;
    /** A user spoke. Goes along with the next call, or with `close`. */
    beginTurn(): void;
    /** Forgets everything, for all who share the run. */
    reset(): Promise<void>;
    /** The state as a `LoopGuard.restore` takes it, after an exchange with the store. */
    snapshot(): Promise<Uint8Array>;
    /** Sends what waits. `true`: the store has everything that was done before. */
    flush(): Promise<boolean>;
    /** What this worker has done in this run. */
    stats(): LoopGuardStats;
    /** Sends what waits and gives the memory back. The state stays in the store. Never rejects. */
    close(): Promise<void>;
    [Symbol.asyncDispose](): Promise<void>;
    /** The detection that stopped this run, once a verdict for this worker was `abort`. */
    readonly tripped: LoopDetection | null;
}
