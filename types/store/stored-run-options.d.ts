import type { Delegation, LoopCall, LoopDetection, LoopGuardStats, LoopOutcome, LoopUsage, TextOptions, Verdict } from "../base/types.ts";
import type { LogSettings } from "./shared-log.ts";
import type { JournalStore, StateStore } from "./state-store.ts";
/** Options of `guard.storedRun(key, options)`. */
export interface StoredRunOptions {
    /** The store with the state of the run. */
    store: StateStore | JournalStore;
    /**
     * `"allow"`: when the store fails, the run continues without it. `"throw"`: `before`, `after`, `invalid` and `reset`
     * reject with `ERR_LOOPGUARD_STORE`; the call is counted all the same. Default `"allow"`.
     */
    onStoreError?: "allow" | "throw";
    /** Milliseconds that an exchange with the store may take, lost races included. Default 1,000. */
    timeoutMs?: number;
    /** Milliseconds after a failure before the store is asked again. Default 1,000. */
    retryAfterMs?: number;
    /** The number of events that may wait for the store; beyond it the oldest is dropped. Default 10,000. */
    maxPending?: number;
    /** The run that started this one, or its key in the same store. The newest one given counts; without it, a run keeps the one that it has. */
    parent?: string | StoredLoopRun;
    /** The name of the agent that works in the run, for detections. Default: the key. */
    agent?: string;
    /** `true`: a stored state that cannot be read is replaced. Default `false`: it is left as it is. */
    replaceUnreadable?: boolean;
}
/**
 * The state of one agent run in a store, shared by all who use the same key and store: workers, processes, steps of a
 * workflow. The verdicts are those of a `LoopRun`; methods that ask the store return a promise.
 *
 * When the store fails, the run continues without it: nothing is thrown (unless `onStoreError` says so), each outage is
 * published once on `loopguard:error`, and events are sent when the store is back, with the next call or `close`.
 *
 * Detectors made with `custom` see only this worker's calls, and `replay` has only this worker's results.
 *
 * @example
 * await using run = guard.storedRun(sessionId, fileStore("./state"));
 * run.beginTurn();
 * const call = { id, name, arguments: args };
 * const before = await run.before(call);
 * let text = before.message; // of a refused call the model reads this
 * if (before.allowed) {
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
    /** Records the outcome of a call and judges the pattern that it completes. One exchange with the store. */
    after(call: LoopCall, outcome: LoopOutcome): Promise<Verdict>;
    /** A call that never reaches a tool: an unknown name, or arguments that never parse. */
    invalid(call: LoopCall, error: unknown): Promise<Verdict>;
    /**
     * Takes what the model writes, as `LoopRun.text` does. Only a loop is sent to the store, so strikes are shared; the text
     * before it is what this worker saw.
     */
    text(chunk: string, about?: TextOptions): Promise<Verdict>;
    /** Adds what a model response has used, for `budget`, over all who share the run; see `LoopRun.usage`. */
    usage(usage: LoopUsage): Promise<Verdict>;
    /**
     * Judges that another agent is to work, as `LoopRun.delegate` does. Strikes are shared through the store; what was delegated
     * before, and what calls of other runs returned, is what this worker saw.
     */
    delegate(to: Delegation): Promise<Verdict>;
    /** How many runs started runs down to this one; 0: it has no parent. */
    readonly depth: number;
    /** The next calls are of one model response. Sent with the next call. */
    beginRound(): void;
    /** A user spoke. Sent with the next call, or with `close`. */
    beginTurn(): void;
    /** The context was compacted, see `LoopRun.compacted`. Sent with the next call, or with `close`. */
    compacted(): void;
    /** Forgets everything, for all who share the run. */
    reset(): Promise<void>;
    /** The state, for `LoopGuard.restore`, after an exchange with the store. */
    snapshot(): Promise<Uint8Array>;
    /** Sends what waits. `true`: the store has everything up to now. */
    flush(): Promise<boolean>;
    /** The counts of this worker in this run. */
    stats(): LoopGuardStats;
    /** Sends what waits and frees the memory. The state stays in the store. Never rejects. */
    close(): Promise<void>;
    [Symbol.asyncDispose](): Promise<void>;
    /** The detection that stopped this run, once a verdict for this worker was `abort`. */
    readonly tripped: LoopDetection | null;
}
type RunStore = StoredRunOptions["store"];
/** Whether these are a store, or options with one. */
export declare function isForStore(value: unknown): boolean;
/** Reads a store, or options with one; `relation` is not checked yet. Throws `ERR_LOOPGUARD_OPTION`. */
export declare function readStoredRunOptions(from: RunStore | StoredRunOptions): {
    settings: LogSettings;
    relation: Pick<StoredRunOptions, "parent" | "agent">;
};
export {};
