/** `LoopGuard`: a guard and its runs. */
import type { Delegation, LoopCall, LoopDecision, LoopDetection, LoopGuardStats, LoopOutcome, LoopRun, LoopUsage, RunOptions, TextOptions, ToolPolicy, Verdict } from "../base/types.ts";
import { type RestoreReport } from "../rules/diagnostics.ts";
import { type LoopGuardOptions } from "../rules/options.ts";
import type { JournalStore, StateStore } from "../store/store-interface.ts";
import { type StoredLoopRun, type StoredRunOptions } from "../store/stored-run-options.ts";
/**
 * Detects loops of tool calls and says what to do about them. One guard serves many runs; `run(key)` gives the state of
 * one, and the methods of the guard itself act on its default run.
 *
 * @example
 * const guard = new LoopGuard({ maxRepeats: 3, action: "hint" });
 * const call = { id, name, arguments: args };
 * const before = guard.before(call);
 * let text = before.message; // of a refused call the model reads this
 * if (before.allowed) {
 *   const result = await tool(args);
 *   const after = guard.after(call, { result });
 *   text = [result, before.message, after.message].filter(Boolean).join("\n\n");
 * }
 */
export declare class LoopGuard {
    #private;
    /** Without options: the recommended preset. Throws `ERR_LOOPGUARD_OPTION`. */
    constructor(options?: LoopGuardOptions);
    /** The option of this name: whether each run has its own state. */
    get scope(): "instance" | "run";
    /** The detection that stopped the default run. */
    get tripped(): LoopDetection | null;
    /** What was dropped from the snapshot that this guard was restored from; `undefined`: it was not restored. */
    get restored(): RestoreReport | undefined;
    /**
     * The state of one run; the same key gives the same run, and none the default run. An object, such as a framework's
     * context, is a key by its identity and is not kept alive. `storedRun` gives a run whose state is in a store.
     *
     * `parent` and `agent` say which runs belong together, for the `delegation` detector; see `LoopRun.delegate`.
     */
    run(key?: string | object, options?: RunOptions): LoopRun;
    /**
     * A run whose state is in a store, where it outlives this process and is shared with others: the same verdicts, but each
     * waits for the store. The same key and store give the same run until it is closed; `run(key)` is another one.
     *
     * @example
     * const run = guard.storedRun(sessionId, fileStore(".loopguard"));
     * const verdict = await run.before(call);
     */
    storedRun(key: string, store: StateStore | JournalStore | StoredRunOptions): StoredLoopRun;
    /** Judges a call before it runs. */
    before(call: LoopCall): Verdict;
    /** Records the outcome of a call and judges the pattern that it completes. */
    after(call: LoopCall, outcome: LoopOutcome): Verdict;
    /** A call that reaches no tool: its name is unknown, or its arguments are invalid. */
    invalid(call: LoopCall, error: unknown): Verdict;
    /** What a human said of a call whose verdict was `ask`; see `LoopRun.decide`. */
    decide(call: LoopCall, decision: LoopDecision): Verdict;
    /** Takes what the model writes, as it streams; see `LoopRun.text`. */
    text(chunk: string, about?: TextOptions): Verdict;
    /** Adds what a model response has used, for `budget`; see `LoopRun.usage`. */
    usage(usage: LoopUsage): Verdict;
    /** Judges that another agent is to work; see `LoopRun.delegate`. */
    delegate(to: Delegation): Verdict;
    /** The next calls are of one model response. */
    beginRound(): void;
    /** A user spoke. */
    beginTurn(): void;
    /** The context was compacted: the agent forgot what it read, and may read it once more. */
    compacted(): void;
    /** Forgets the default run's calls. */
    reset(): void;
    /**
     * The detection for the last call of this history, or `null`. It changes no run and calls no listener. Each call is a round
     * of its own; an outcome that is a string is a result; a call without an outcome is in progress.
     */
    check(calls: readonly LoopCall[], outcomes?: readonly (LoopOutcome | string | null | undefined)[]): LoopDetection | null;
    /** Replays a log of earlier calls in the default run; see `LoopRun.rehydrate`. */
    rehydrate(history: string | Iterable<unknown>): Verdict;
    /**
     * The state of the default run and of every run with a string for a key, as bytes: digests, tool names and counts.
     * Results for `replay` and the calls kept for custom detectors are not in it.
     */
    snapshot(): Uint8Array;
    /**
     * A guard in the state of a snapshot. `options` should be those of the guard that made it. With other detectors, counts and
     * past calls are kept, and the strikes of detectors that have not changed; `restored` and a message on the diagnostics
     * channel `loopguard:restore` say what was dropped. Throws `ERR_LOOPGUARD_SNAPSHOT` for anything but such a snapshot.
     */
    static restore(bytes: Uint8Array, options?: LoopGuardOptions): LoopGuard;
    /** What the guard has done so far, all runs together. */
    stats(): LoopGuardStats;
    /**
     * Closes every run and frees the memory. It does not wait for runs with a store: close those first if what they still have
     * to send matters. Afterwards every method but `close` throws `ERR_LOOPGUARD_CLOSED`. */
    close(): void;
    [Symbol.dispose](): void;
}
/** Also true for a guard of another copy of the package. */
export declare function isGuard(guard: unknown): guard is LoopGuard;
/** Adds policies to a guard, under the exact names of tools; where its own options name one, they win. Gives the guard back. */
export declare function withToolPolicies(guard: LoopGuard, policies: Readonly<Record<string, false | ToolPolicy>>): LoopGuard;
