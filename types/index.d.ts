/** loopguard: keeps LLM agents out of tool-call loops. */
import { LoopCall, LoopOutcome, StoredLoopRun, WindowOptions, TextLoopOptions, LoopDetection } from './shared.js';
import { DeskInput } from './adapter.js';
export { ActionOption, AgentEventMap, ApprovalConfig, ApprovalDecision, ApprovalManager, ApprovalRequest, ApprovalResponse, Artifact, ArtifactsConfig, AsyncToolConfig, type BudgetOptions, type CheckedCall, type CountOptions, type CustomDetectorFn, type CustomDetectorInput, type CycleOptions, DefineAsyncToolConfig, Delegation, type DelegationOptions, type DetectionMessage, type Detector, type DetectorActions, type DuplicateOptions, type ErrorMessage, type ErrorStreakOptions, EventBus, EventMap, GivenCall, GivenTool, type GuardInput, InferArguments, InferInput, type JournalPosition, type JournalState, type JournalStore, JsonSchema, Ladder, type LimitOptions, LoopDecision, LoopGuard, type LoopGuardOptions, LoopGuardStats, LoopRecovery, LoopRun, LoopUsage, type MessagesVerdict, type NearRepeatOptions, type NoNewsOptions, type NoProgressOptions, ParameterSchema, type PingPongOptions, PollPolicy, PresetName, RawToolCall, type RecoverOptions, type RecoveryMessage, RecoveryRung, type RepeatOptions, type RestoreMessage, type RestoreReport, RunContext, RunContextOptions, RunOptions, SafeParseSchema, SandboxConfig, type SimilarQueryOptions, StandardSchema, type StateStore, type StoredRunOptions, type StoredState, TextOptions, type TextRepeatOptions, type ThresholdOptions, ToolArtifact, ToolCacheConfig, ToolCall, ToolCallResult, ToolConfig, ToolDef, ToolDefinition, ToolExecutor, ToolExecutorConfig, ToolLoopError, ToolPolicy, ToolResult, type UnknownToolOptions, Untyped, Verdict, VerdictAction, VolatileClass, ZodLike, checkMessages, createPollResultTool, defineAsyncTool, defineTool, factories_d as detectors, findToolLoopError, runScope } from './shared.js';

type LoopGuardErrorCode = "ERR_LOOPGUARD_OPTION" | "ERR_LOOPGUARD_CLOSED" | "ERR_LOOPGUARD_SNAPSHOT" | "ERR_LOOPGUARD_STORE" | "ERR_LOOPGUARD_BACKEND" | "ERR_LOOPGUARD_JSON" | "ERR_LOOPGUARD_MEMORY";

/** Which build of the C core runs: the Node-API addon or WebAssembly. Both give the same verdicts. */
declare const backend: "native" | "wasm";
/** Why the addon is not used, or why the preferred one did not load; `undefined` if nothing failed. */
declare const backendError: Error | undefined;

interface FingerprintOptions {
    /** `true`: the order of keys does not count. `false`: it does. Default `true`. */
    canonical?: boolean;
    /** 16 bytes, or 32 hex digits. Without a key, fingerprints are the same in every process and version. */
    key?: Uint8Array | string;
}
/**
 * The identity of a call, name and arguments, as 32 hex digits: equal calls have equal fingerprints. A string as
 * arguments is the JSON text that a model sent. Throws `ERR_LOOPGUARD_JSON` for arguments without a JSON text (cycles,
 * BigInt), and `ERR_LOOPGUARD_OPTION` for a name or options of the wrong type.
 *
 * @example
 * fingerprint("search", { q: "x", n: 1 }) === fingerprint("search", '{"n":1,"q":"x"}'); // true
 */
declare function fingerprint(name: string, args?: unknown, options?: FingerprintOptions): string;
/**
 * The canonical JSON text (RFC 8785) of a value; a string is taken for JSON text and parsed first. Numbers that a
 * double cannot hold keep their digits. Throws `ERR_LOOPGUARD_JSON` for a string that is not JSON, and for a value
 * without JSON text.
 *
 * @example
 * canonicalize('{"b": 1.0, "a": 2}'); // '{"a":2,"b":1}'
 */
declare function canonicalize(value: unknown): string;
/**
 * One line for a call and its outcome, to push into a `LoopDetector`. A failure is `name:status:title`, whatever the
 * arguments; a success is `name:ok#<fingerprint of name and arguments>`.
 *
 * @example
 * callSignature({ name: "post_tweet" }, { status: 402, errorTitle: "CreditsDepleted" }); // "post_tweet:402:CreditsDepleted"
 */
declare function callSignature(call: LoopCall, given?: LoopOutcome): string;

/**
 * A query in lower case, with only letters, digits, `_` and single spaces, as Python makes it with `str.lower()`,
 * `re.sub(r"[^\w\s]", "", text)` and `str.split()`. Combining marks are dropped. Results may differ from Python's only
 * for characters that one of the two Unicode versions does not have.
 *
 * @example
 * normalizeQuery("What's  NEW in Node-22?"); // "whats new in node22"
 */
declare function normalizeQuery(text: string): string;
/**
 * The Ratcliff-Obershelp ratio of two texts, from 0 (nothing in common) to 1 (equal), exactly as Python's
 * `difflib.SequenceMatcher(None, a, b).ratio()`. Works on code points; only the first 4,096 of each text are compared.
 *
 * @example
 * similarity("fix bug", "fix the bug"); // 0.7777777777777778
 */
declare function similarity(a: string, b: string): number;
/**
 * Whether two queries ask for the same. False when one is empty, or when they contain different destructive words; else
 * true when the `similarity` of the normalised queries is at least `threshold` (0 to 1, default 0.75). Throws
 * `ERR_LOOPGUARD_OPTION` for options that are out of range.
 *
 * @example
 * queriesAreSimilar("fix bug", "fix the bug"); // true
 * queriesAreSimilar("delete user", "deactivate user"); // false
 */
declare function queriesAreSimilar(a: string, b: string, options?: {
    threshold?: number;
    dangerousTokens?: readonly string[];
}): boolean;

interface GuardFunctionOptions<A extends unknown[] = unknown[]> {
    /**
     * The value by which calls are compared, made from the arguments. Default: all arguments that are data: texts, numbers,
     * objects, lists, dates, maps, instances whose fields can be compared. What hides its state, such as a body or private
     * fields, is equal to itself alone. Left out are functions, and objects that go along with a call: what has a function or a
     * signal in it, or a member such as `toolCallId`. The first plain object or list always counts.
     */
    argumentsOf?: (...args: A) => unknown;
    /**
     * The run that a call belongs to, as a key for `guard.run(key)`: a session, a user, a framework's context. `undefined`:
     * as without this option. Default: the run of the scope around the call (`runScope`), or else of the HTTP request that is
     * being answered, or else the guard's default run.
     */
    run?: (...args: A) => string | object | undefined;
}
/** Gives the message of a refusal too; a promise or a generator gives or yields it. */
type OrRefusal<R> = R extends Generator<infer T, infer E, infer N> ? Generator<T | string, E | string, N> : R extends AsyncGenerator<infer T, infer E, infer N> ? AsyncGenerator<T | string, E | string, N> : R extends PromiseLike<infer V> ? Promise<V | string> : R | string;
type Returning<F extends Tool, R> = ((this: ThisParameterType<F>, ...args: Parameters<F>) => R) & {
    [K in keyof F]: F[K];
};
type Tool = (...args: any[]) => unknown;
/** `F`, whose results may be the message of a refusal. `F` itself where they can be texts anyway, or are nothing. */
type GuardedFunction<F extends Tool> = string extends Awaited<ReturnType<F>> ? F : [
    Awaited<ReturnType<F>>
] extends [void] ? F : Returning<F, OrRefusal<ReturnType<F>>>;
/**
 * The function with a guard around it: same name, same `this`. A synchronous function stays synchronous, and a
 * promise or a generator stays one; with a run in a store every call gives a promise. A refused call returns the message. A
 * warning is added to the result, or to the error that is thrown. An abort throws a `ToolLoopError`, which ends the run only if
 * the host does not catch errors of tools.
 *
 * A call belongs to the run that the option `run` gives, or to the run given in place of the guard, or to the scope around it
 * (`runScope`), or to the HTTP request that `node:http` answers, or else to the guard's default run, one for the whole process:
 * other servers with many users must say whose call it is. Calls of a run that start before the first of them has returned are
 * one round. If a function of the options throws, that is published on `loopguard:error`.
 *
 * @example
 * const search = guardFunction("search", async (args: { q: string }) => index.search(args.q), { maxRepeats: 3 });
 * const answer = await runScope(sessionId, () => agent.answer(question)); // whose calls of `search` are one run
 */
declare function guardFunction<F extends Tool>(name: string, fn: F, guard: StoredLoopRun, options?: GuardFunctionOptions<Parameters<F>>): Returning<F, ReturnType<F> extends AsyncGenerator ? OrRefusal<ReturnType<F>> : Promise<Awaited<ReturnType<F>> | string>>;
declare function guardFunction<F extends Tool>(name: string, fn: F, guard?: DeskInput, options?: GuardFunctionOptions<Parameters<F>>): GuardedFunction<F>;

/** What `push` found. */
type LoopMatch = {
    readonly detected: false;
} | {
    readonly detected: true;
    /** One block of the cycle, oldest first. */
    readonly pattern: string[];
    readonly cycleLength: number;
    /** Whole repetitions at the end of the window. */
    readonly repeats: number;
};
/**
 * A sliding window of signatures that finds a cycle at its end: a low-level primitive for hosts that make their own
 * signatures; see `callSignature`.
 *
 * @example
 * const detector = new LoopDetector({ repeats: 3, maxCycleLen: 8 });
 * const match = detector.push("post_tweet:402:CreditsDepleted");
 * if (match.detected) throw new Error(`Loop of ${match.cycleLength}: ${match.pattern.join(" -> ")}`);
 */
declare class LoopDetector {
    #private;
    /** Throws `ERR_LOOPGUARD_OPTION`. */
    constructor(options?: WindowOptions);
    /** Adds a signature. O(maxCycleLen), whatever the size of the window. */
    push(signature: string): LoopMatch;
    /** Pushes all of them, and returns the match of the last. */
    rehydrate(signatures: Iterable<string>): LoopMatch;
    /** Forgets every signature. */
    reset(): void;
    /** The window as bytes: digests, no signatures. */
    snapshot(): Uint8Array;
    /**
     * A detector in the state of a snapshot, options included. In `pattern`, signatures from before the snapshot are `#`
     * and a digest. Throws `ERR_LOOPGUARD_SNAPSHOT` for anything that is not such a snapshot.
     */
    static restore(bytes: Uint8Array): LoopDetector;
    /** Frees the memory. Afterwards every method but `close` throws `ERR_LOOPGUARD_CLOSED`. */
    close(): void;
    [Symbol.dispose](): void;
}
/** What `push` and `endMessage` found. */
type TextLoopMatch = {
    readonly detected: false;
} | {
    readonly detected: true;
    /**
     * `period`: the text repeats one block. `mosaic`: it consists of pieces that came before, as the same sentences in
     * any order, or a sentence in which a word changes. `message`: a message is like earlier ones.
     */
    readonly kind: "period" | "mosaic" | "message";
    /** Characters from one occurrence to the next; a mean for `mosaic` and `message`. */
    readonly period: number;
    /** Occurrences so far. */
    readonly repeats: number;
    /** How many characters were before the first of them. */
    readonly start: number;
    /**
     * `false` when the loop is seen first: a table or a list that somebody asked for may look the same. `true` when it is
     * several times as long.
     */
    readonly sure: boolean;
};
/**
 * Finds loops in text while it streams: what a model says, or thinks. Each loop is reported when it has lasted long
 * enough, once more when it is `sure`, and not again while it goes on. How the text is cut into chunks does not matter.
 * Characters are those of JavaScript strings. The detector keeps 32 KB, whatever the length of the text: the last 8,192
 * characters or so, with which it compares what comes.
 *
 * @example
 * const detector = new TextLoopDetector();
 * async function readUntilLoop(stream: AsyncIterable<string>) {
 *   for await (const chunk of stream) if (detector.push(chunk).detected) return; // ends the stream
 * }
 */
declare class TextLoopDetector {
    #private;
    /** Throws `ERR_LOOPGUARD_OPTION`. */
    constructor(options?: TextLoopOptions);
    /** Adds text. The first loop that is complete within it is reported. O(chunk). */
    push(chunk: string): TextLoopMatch;
    /** The message is over: compares it with earlier ones. The next chunk begins another one. */
    endMessage(): TextLoopMatch;
    /** Forgets all text. */
    reset(): void;
    /** The state as bytes, about 13 KB. They hold the last 8,192 characters or so: keep them as you keep the text. */
    snapshot(): Uint8Array;
    /** A detector in the state of a snapshot, options included. Throws `ERR_LOOPGUARD_SNAPSHOT` for anything else. */
    static restore(bytes: Uint8Array): TextLoopDetector;
    /** Gives the memory back. Afterwards every method but `close` throws `ERR_LOOPGUARD_CLOSED`. */
    close(): void;
    [Symbol.dispose](): void;
}

interface PruneOptions {
    /**
     * `true`: a response in which the model says something that no response that stays says is not left out. `false`: what it
     * said goes with its calls. Default `true`.
     */
    keepText?: boolean;
}
interface PrunedMessages<T> {
    /** A new list. The messages are those that were given, but for copies of those whose result has the line. */
    readonly messages: T[];
    /** How many calls are left out. */
    readonly removed: number;
    /** About how many tokens less that is: a quarter of the characters. */
    readonly tokens: number;
    /** What was done, for a log. */
    readonly text: string;
}
/**
 * The conversation without the repetitions of a loop, which make a model repeat itself once more. Of calls with the same name,
 * arguments and result the first and the last stay, with one line at the last result that says how many were left out;
 * refusals of a guard are left out too. Only whole responses are left out, with all their results, reasoning and signatures, so
 * a request that is valid stays valid; what cannot be left out like that stays, and so does every result that was news.
 *
 * Messages are those that `checkMessages` reads, but for user interfaces'; others stay, and no call before them counts as the same
 * as one behind. Pure: nothing given is changed. Once pruned, a conversation is not pruned further. It costs about what reading
 * costs. Throws `ERR_LOOPGUARD_OPTION` if `messages` is no array, `detection` has no `toolName`, or an option is unknown.
 *
 * @example
 * const verdict = guard.before(call);
 * const next = verdict.allowed ? messages : pruneLoop(messages, verdict.detection).messages;
 */
declare function pruneLoop<T>(messages: readonly T[], detection: Pick<LoopDetection, "toolName"> & Partial<Pick<LoopDetection, "pattern">>, options?: PruneOptions): PrunedMessages<T>;

export { LoopCall, LoopDetection, LoopDetector, LoopOutcome, type StoredLoopRun, TextLoopDetector, type TextLoopOptions, type WindowOptions, backend, backendError, callSignature, canonicalize, fingerprint, guardFunction, normalizeQuery, pruneLoop, queriesAreSimilar, similarity };
export type { FingerprintOptions, GuardFunctionOptions, GuardedFunction, LoopGuardErrorCode, LoopMatch, PruneOptions, PrunedMessages, TextLoopMatch };
