type Awaitable<T> = T | Promise<T>;

/** What to do with a call: run it, run it with a message, refuse it, ask a human first, stop the run. */
type VerdictAction = "allow" | "warn" | "hint" | "ask" | "abort";
/** One tool call that a model asked for. */
interface LoopCall {
    /** The model's id for this call. The same id twice in one round is one call. */
    id?: string | undefined;
    /** The tool's name. */
    name: string;
    /** A parsed value, or the raw JSON text that the model sent; both give the same identity. */
    arguments?: unknown;
    /** `true`: never counted. For calls that legitimately need more bites at the apple. */
    retryable?: boolean | undefined;
}
/** What came back for a call. */
interface LoopOutcome {
    /**
     * The full result, before any truncation. `undefined`, as from a function that returns nothing, is an empty result; where
     * nobody knows the result, leave the member out. A string, or any value: compared by its JSON, and where that does not say it all
     * by what it can say (an error's message, the entries of a `Map`, a digest of bytes). What hides its state, such as a
     * stream, is never the same as another result.
     */
    result?: unknown;
    /** What went wrong: an `Error`, a message, or any value that is not `undefined` or `null`. */
    error?: unknown;
    /** A status code of the failure, such as 402 or `"ETIMEDOUT"`. */
    status?: number | string | undefined;
    /** A short, stable name of the failure, such as `"CreditsDepleted"`. */
    errorTitle?: string | undefined;
}
/** What one model response has used, as the framework or the provider reports it. */
interface LoopUsage {
    /** All input tokens, cached ones included. */
    inputTokens?: number | undefined;
    /** Those of them that were read from a cache, for the guard's `price`. */
    cachedInputTokens?: number | undefined;
    /** All output tokens, reasoning included. */
    outputTokens?: number | undefined;
    /** In any currency, the same for all of a run. */
    cost?: number | undefined;
}
/** What a detector found. Holds names, counts and digests; never arguments or results. */
interface LoopDetection {
    /** The detector's name, such as `"count"`, `"ping_pong"` or a custom one. */
    detector: string;
    /** The tool of the call that was judged. */
    toolName: string;
    /** How often the call, or the whole cycle, came. */
    repeats: number;
    /** Length of the repeated block, in calls; 1 for a single call. */
    cycleLength: number;
    /** One block of the pattern, oldest first: tool names, with `#` and a digest where the arguments matter. */
    pattern: string[];
    /** `"strong"`: same call and same result. `"weak"`: arguments alone, names alone, or mere similarity. */
    evidence: "strong" | "weak";
    /** 1 for the detection itself, one more for each further step of the same loop. */
    strikes: number;
    /** What was found, for a model or a log. */
    message: string;
    /** Further facts, by detector. */
    details: Record<string, unknown>;
    /** The `id` of the call that was judged, if it has one. */
    callId?: string;
    /** The key of the run, if it is a string. */
    runId?: string;
    /** 32 hex digits that stand for the call; keyed per guard, so they say nothing about its arguments. Empty: not known. */
    fingerprint: string;
}
/** What every verdict has. An alias and not an interface, so that a user's declarations can spell it out. */
type VerdictOf<Action extends VerdictAction, MayRun extends boolean, Found> = {
    readonly action: Action;
    /**
     * Before a call: whether it may run. After one: whether the agent may go on like this; `false`: tell the model, since the
     * same once more is refused (`hint`, `ask`), or stop the run (`abort`).
     */
    readonly allowed: MayRun;
    /** The text for the model: added to the result (`warn`), or in its place (`hint`, `ask`, `abort`). */
    readonly message: string;
    /** What was found. `allow` has one in shadow mode, and where a function for `action` let the call pass. */
    readonly detection: Found;
    /** For a poll: how many milliseconds to wait before the next one. */
    readonly waitMs?: number;
};
/**
 * What to do with a call. The verdict of an untroubled call is one frozen object, the same every time.
 *
 * @example
 * const verdict = guard.before(call);
 * if (verdict.action === "abort") throw new ToolLoopError(verdict.detection);
 * if (!verdict.allowed) return verdict.message; // the model reads this in place of a result
 */
type Verdict = VerdictOf<"allow", true, LoopDetection | null> | VerdictOf<"warn", true, LoopDetection> | (VerdictOf<"hint" | "ask", false, LoopDetection> & {
    /** The earlier result of the same call, under `duplicate({ replay: true })`. */
    readonly replay?: unknown;
}) | VerdictOf<"abort", false, LoopDetection>;
/** Strikes at which each step starts. The highest step reached wins. */
interface Ladder {
    /** From this strike on the call runs, and the model reads the message after its result. */
    warn?: number;
    /** From this strike on the call does not run, and the model reads the message in place of a result. */
    hint?: number;
    /** As `hint`, but a human is asked first where the host can do so. */
    ask?: number;
    /** From this strike on the run is to end. */
    abort?: number;
}
/** Kinds of spans in a result that change from call to call without being news. */
type VolatileClass = "timestamps" | "durations" | "uuids" | "hexIds" | "counters" | "pids" | "tempPaths" | "ansi" | "digits" | "space" | "envelope" | "frames" | "unlessAll";
/** One verdict from the first strike on, or a function that chooses one for each detection. */
type ActionOption = "warn" | "hint" | "abort" | ((detection: LoopDetection) => VerdictAction);
/**
 * A tool that is asked again until something is ready.
 *
 * @example
 * const job_status: PollPolicy = { final: (result) => ["done", "failed"].includes(JSON.parse(result as string).status) };
 */
interface PollPolicy {
    /** Milliseconds: a poll that comes sooner is refused with `waitMs`. @default 0 */
    minIntervalMs?: number;
    /** Milliseconds for which a poll may give one result; 0: for ever. @default 1800000 */
    maxWaitMs?: number;
    /**
     * Whether there is nothing more to wait for after this result (as `after` was told of it; failures are not asked about).
     * Its call is then judged as one that is no poll, until it gives a result that is not final. What is thrown, or no boolean,
     * goes to `loopguard:error` and means no. @default none is final
     */
    final?: (result: unknown) => boolean;
}
/** How one tool, or every tool that a glob names, is treated. */
interface ToolPolicy {
    /** The arguments that make a call "the same": names or JSON pointers, or a function of the parsed arguments. */
    identity?: string[] | ((args: unknown) => unknown);
    /** Arguments left out of the identity: names or JSON pointers. */
    ignore?: string[];
    /** Spans replaced before a result is compared. */
    volatile?: (VolatileClass | RegExp | string)[];
    /** Polling the same thing is a loop by time only. `true`: `{}`. */
    poll?: boolean | PollPolicy;
    /** Its success starts a new streak for the calls it can change. */
    mutates?: boolean;
    /** Never counted. */
    retryable?: boolean;
    /** Own threshold of the detectors that count repetitions of one call. */
    maxRepeats?: number;
    /** Own limit of the `limit` detector. */
    limit?: number;
    /** For loops of this tool, in place of the detector's and the guard's. */
    action?: ActionOption;
    /** For loops of this tool, in place of the detector's and the guard's. */
    ladder?: Ladder;
}
/**
 * `"recommended"`: right for most agents. `"strict"`: earlier and harder, where calls are dear. `"lenient"`: late warnings,
 * for exploration, games and debuggers. `"observe"`: the recommended one in shadow.
 */
type PresetName = "recommended" | "strict" | "lenient" | "observe";
/**
 * What is done to a request to get the model out of a loop. `"prune"`: the repetitions are left out. `"tools"`: the loop's tools, too.
 * `"model"`: another model or temperature. `"fresh"`: the task, with what is known. `"answer"`: the last request of a run
 * that was stopped, without tools.
 */
type RecoveryRung = "prune" | "tools" | "model" | "fresh" | "answer";
/** What was done to a request, and what became of it. */
interface LoopRecovery {
    readonly rung: RecoveryRung;
    /** Of the refusal, or the abort, that led to it. */
    readonly detection: LoopDetection;
    /** `"tried"`: the request is about to be made. `"ended"`: the loop has ended. `"failed"`: the next response was in it again. */
    readonly outcome: "tried" | "ended" | "failed";
    /** Requests since the loop was first refused, this one included. */
    readonly requests: number;
    /** Of the rung `"answer"`: the run's results so far. The host's own values, and in no other message. */
    readonly results?: readonly unknown[];
}
/** What a guard has done so far. */
interface LoopGuardStats {
    /** Calls judged. */
    calls: number;
    /** Calls refused: `hint`, `ask` and `abort`. Not those that a human let run. */
    refused: number;
    /** Refused calls by their tool; names after the first 1,000 are counted together, as `"*"`. */
    refusedByTool: Record<string, number>;
    /** Calls that ran with a warning. */
    warned: number;
    /** Distinct loops, by detector and by tool. */
    loops: {
        total: number;
        byDetector: Record<string, number>;
        byTool: Record<string, number>;
    };
    /** What was done to requests to get the model out of a loop, by rung: how often it was tried, and how often the loop ended. */
    recoveries: {
        [R in RecoveryRung]?: {
            tried: number;
            ended: number;
        };
    };
    /** Characters of arguments and results that refused calls did not cost (estimated from the calls that ran). */
    charactersSaved: number;
    /** `charactersSaved / 4`, the usual rule of thumb. */
    tokensSaved: number;
    /** Open runs; of a guard, the default run is always one of them. */
    runs: number;
}
/** What `text` is told about a chunk. */
interface TextOptions {
    /** Reasoning is looked at apart from answers. @default "text" */
    kind?: "text" | "reasoning";
    /** The message of the chunk. Another id than that of the last chunk ends the message before. */
    messageId?: string | undefined;
    /** `true`: the message ends with this chunk, which may be empty. */
    end?: boolean;
}
/** What `delegate` is told: which agent is to work next. */
interface Delegation {
    /** The name of the agent. */
    agent: string;
    /** What it is to do: any value. Only its digest is kept. Without it, the same task cannot be seen. */
    task?: unknown;
    /**
     * `true`: the agent takes over in this run (a handoff). `false`: it works in a run of its own, which
     * `guard.run(key, { parent })` gives, one deeper than this one.
     * @default false
     */
    handoff?: boolean;
}
/** Options of `guard.run(key, options)`. */
interface RunOptions {
    /** The run that started this one, or its key. The newest one given counts; without it, a run keeps the one that it has. */
    parent?: string | LoopRun;
    /** The name of the agent that works in the run, for detections. Default: the key, if that is a string. */
    agent?: string;
}
/** What a human said where the verdict was `ask`. */
interface LoopDecision {
    /** Whether the call runs. */
    allow: boolean;
    /**
     * How many further calls of this loop run unasked; `Infinity`: all of them, until a user speaks. The ladder begins anew after
     * them. With 0 the next call of the loop is asked about again.
     * @default 0
     */
    more?: number | undefined;
    /** What the model is told of a call that does not run. Default: the verdict's message. */
    words?: string | undefined;
}
/** The state of one agent run. */
interface LoopRun {
    /** Judges a call before it runs. Never throws for bad input: such a call is allowed and untracked. */
    before(call: LoopCall): Verdict;
    /** Takes what came back and judges the pattern that it completes. */
    after(call: LoopCall, outcome: LoopOutcome): Verdict;
    /** A call that never reaches a tool: an unknown name, or arguments that never parse. */
    invalid(call: LoopCall, error: unknown): Verdict;
    /**
     * What a human said of a call whose verdict was `ask`; gives the verdict that holds now: `allow`, or `hint` with the human's
     * words. A call that a human let run is no strike. The state, and so a snapshot, keeps what was allowed beyond it.
     *
     * @example
     * let verdict = run.before(call);
     * if (verdict.action === "ask") verdict = run.decide(call, { allow: await confirm(verdict.message), more: 5 });
     */
    decide(call: LoopCall, decision: LoopDecision): Verdict;
    /**
     * Takes what the model writes, as it streams, and looks for loops in it; how it is cut into chunks does not matter. `hint`:
     * end this generation, and give the model the message in the next request. `warn`: give it the message then, and go on.
     * `allow` always, unless the guard has a `textRepeat` detector. Each loop has one verdict, and `allow` while it goes on.
     * Nothing of the text is kept, and snapshots have the strikes only. O(chunk).
     *
     * @example
     * for await (const chunk of stream) {
     *   const verdict = run.text(chunk, { messageId });
     *   if (verdict.action === "abort") throw new ToolLoopError(verdict.detection);
     *   if (!verdict.allowed) return verdict.message; // for the model's next request
     * }
     * run.text("", { messageId, end: true });
     */
    text(chunk: string, about?: TextOptions): Verdict;
    /**
     * Adds what a model response has used, for `budget`: `abort` when a budget is used up, so that the run should end, and `warn`
     * when a share is passed for the first time. An amount that is no number from 0 up goes to `loopguard:error` and counts as 0.
     *
     * @example
     * const verdict = run.usage({ inputTokens: 1200, outputTokens: 80, cost: 0.004 });
     */
    usage(usage: LoopUsage): Verdict;
    /**
     * Judges that another agent is to work, before it does: one that takes over in this run (`handoff`), or one that gets a run
     * of its own. `hint`: do not let it; the message is for the agent that asked. `allow` always, unless the guard has a
     * `delegation` detector. Never throws for bad input.
     *
     * @example
     * const verdict = run.delegate({ agent: "researcher", task });
     * if (verdict.action === "abort") throw new ToolLoopError(verdict.detection);
     * if (!verdict.allowed) return verdict.message;
     * const child = guard.run(childId, { parent: run, agent: "researcher" });
     */
    delegate(to: Delegation): Verdict;
    /** How many runs started runs down to this one; 0: it has no parent. */
    readonly depth: number;
    /** The calls that follow are one model response. */
    beginRound(): void;
    /** A user spoke. */
    beginTurn(): void;
    /**
     * The context was compacted: the agent forgot what it read. The next repetition of each known call is no loop, if
     * anything was new since the compaction before. Compaction is no turn: what the run knows stays.
     */
    compacted(): void;
    /** Forgets everything about the run: calls, strikes, and what budgets have counted. */
    reset(): void;
    /**
     * Goes through a log of earlier calls as if the run had been there, and tells nobody; the verdict is the most severe of the
     * last response's, so a run that looped yesterday is refused before its first request today. The log is an iterable of
     * `RecordedCall`s, of messages as `checkMessages` takes them, or of signatures of `callSignature`; or all that as a text:
     * a JSON array, or a JSON value on each line. A log has no times, so polling is not judged. Throws `ERR_LOOPGUARD_OPTION`
     * for anything else, and changes nothing then.
     *
     * @example
     * const verdict = run.rehydrate(readFileSync("calls.jsonl", "utf8"));
     * if (verdict.action === "abort") throw new ToolLoopError(verdict.detection);
     */
    rehydrate(history: string | Iterable<unknown>): Verdict;
    /** The state as bytes, for `LoopGuard.restore`: digests, names and counts; no arguments, no results. */
    snapshot(): Uint8Array;
    /** What the run has seen and refused so far. */
    stats(): LoopGuardStats;
    /** Frees the run's memory. Its key then begins a new run. */
    close(): void;
    /** The detection that stopped this run, once a verdict was `abort`. */
    readonly tripped: LoopDetection | null;
}

/**
 * Thrown when the verdict on a call is `abort`: the agent is in a loop, and its run should end. `code` is
 * `"ERR_TOOL_LOOP"`. `results` holds what calls had returned, so that no work is lost.
 *
 * @example
 * try {
 *   await agent.run(input);
 * } catch (error) {
 *   const loop = findToolLoopError(error);
 *   if (loop) console.error(loop.toolName, loop.repeats, loop.detection.detector);
 * }
 */
declare class ToolLoopError<Result = unknown> extends Error {
    readonly name = "ToolLoopError";
    readonly code = "ERR_TOOL_LOOP";
    readonly reason = "loop";
    /** The tool of the call that was judged last. */
    readonly toolName: string;
    /** How often the call, or the whole cycle, came. */
    readonly repeats: number;
    /** What was found. */
    readonly detection: LoopDetection;
    /**
     * What calls had returned, oldest first: of `executeAll` the sibling calls that had finished, of an adapter the newest 64 of the
     * turn. Your own values, no copies.
     */
    results: Result[];
    constructor(detection: LoopDetection, results?: Result[]);
    /** For a loop that no guard found: `repeats` equal calls, as the detector `count` counts them. */
    constructor(toolName: string, repeats: number, results?: Result[]);
    /** The call that was judged last, with its arguments, where it is known. For the host alone: `toJSON` leaves it out. */
    get call(): LoopCall | undefined;
    /**
     * The message, and what the host can know beside it: the call with its arguments, shortened; what came back last; how often
     * calls were refused; how to go on. `console.error(error)` prints it. For the host alone, as `call`.
     */
    get explanation(): string;
    /** Like `instanceof`, but also true for an error of another copy of the package. */
    static isInstance(error: unknown): error is ToolLoopError;
    /**
     * Safe to log and to send: names, counts and digests, but no arguments and no results. To another thread send this:
     * `findToolLoopError` finds it there, but not what `postMessage` or `structuredClone` makes of the error, which is its text alone.
     */
    toJSON(): Record<string, unknown>;
}
/**
 * The `ToolLoopError` in what a framework threw: the error itself, or one that it wraps; or in the result of a run that it
 * ended without an error, newest first. An error from JSON, or of Agentium, is converted to a `ToolLoopError`.
 */
declare function findToolLoopError(error: unknown): ToolLoopError | undefined;

/** The value of a key. */
interface StoredState {
    readonly bytes: Uint8Array;
    /** Identifies this value; `save` replaces it only under this version. */
    readonly version: string;
}
/**
 * A store with one value for each key, replaced by compare and swap.
 *
 * A method that fails rejects; an answer of a wrong type counts as a failure. The run then continues without the store and
 * tries again later. Methods need no time limit: the run has one, and ignores later answers. A `save` that succeeds although
 * its answer is lost does no harm.
 *
 * @example
 * const rows = new Map<string, StoredState>();
 * let writes = 0; // never the same version twice, even where a key was deleted
 * const store: StateStore = {
 *   load: async (key) => rows.get(key),
 *   save: async (key, bytes, ifVersion) => {
 *     if (rows.get(key)?.version !== ifVersion) return undefined;
 *     const version = String(++writes);
 *     rows.set(key, { bytes: bytes.slice(), version });
 *     return version;
 *   },
 *   delete: async (key) => void rows.delete(key),
 * };
 */
interface StateStore {
    /** The value of `key`; `undefined` or `null`: there is none. The bytes are a `Uint8Array`, such as a `Buffer`. */
    load(key: string): Promise<StoredState | undefined>;
    /**
     * Stores `bytes` if the stored version is `ifVersion` (`undefined`: if nothing is stored), and returns the new version.
     * `undefined`: another writer was faster, and nothing was changed. `bytes` must be copied or written, not kept.
     */
    save(key: string, bytes: Uint8Array, ifVersion: string | undefined): Promise<string | undefined>;
    /** Deletes the key, if it exists. */
    delete(key: string): Promise<void>;
    /** Closes files and connections of the store's own. Runs do not call it. */
    close?(): void | Promise<void>;
}
/** A worker's position in a journal. */
interface JournalPosition {
    /** Identifies the journal, from the first `open` of the key until it is lost; never used twice. */
    readonly incarnation: string;
    /** Characters that were appended to the journal up to this position. */
    readonly offset: number;
    /**
     * Identifies everything that was appended up to this position, such as a running digest: other content has another mark, at
     * this offset and at any other. It reveals that a store lost its last entries and got others, as after a failover.
     */
    readonly mark: string;
}
/** What a worker must apply, and its position afterwards, which the next `append` passes. */
interface JournalState extends JournalPosition {
    /** The state before `entries`; `undefined`: the worker's own. */
    readonly snapshot: Uint8Array | undefined;
    /** The entries, in order, as they were appended. A line that begins with `#` belongs to the store. */
    readonly entries: string;
    /** With a snapshot from `append`: the writer's highest number in snapshot and entries; 0: none. Absent: not known. */
    readonly last?: number;
}
/**
 * A store with a log of entries for each key, which the server keeps in order, after a snapshot of the state before them.
 *
 * An entry is a line of ASCII, `<writer>:<number>:<record in base64>` and a line feed. A worker recognises its own entries by
 * writer and number.
 */
interface JournalStore extends StateStore {
    /**
     * The whole state of `key`, with its snapshot. If nothing is stored, `proposal` becomes the snapshot of a new journal:
     * `snapshot` is then `undefined`, `entries` is empty and `offset` is 0.
     */
    open(key: string, proposal: Uint8Array): Promise<JournalState>;
    /**
     * Adds the entries that this writer has not added yet, and returns everything after `at.offset`, own entries included, in
     * the server's order. Atomic: no other `append` comes in between.
     *
     * If `at.mark` is not at `at.offset` (the log was compacted, or the store lost it), returns the snapshot and everything after
     * it, with the writer's `last` number. Nothing is then added after a gap in the writer's numbers: the worker first puts back
     * what is missing.
     *
     * `entries` are numbered from `firstSeq`; the highest number of each writer is kept, so that a retry after a lost answer adds
     * nothing twice. Without entries, it only returns what is new. `"gone"`: nothing is stored, or another journal; nothing was
     * added. All entries of one call are of one writer, which need not be the worker itself. `writer` is 16 hex digits.
     */
    append(key: string, at: JournalPosition, writer: string, firstSeq: number, entries: readonly string[]): Promise<JournalState | "gone">;
    /**
     * Replaces the entries up to `at` by `snapshot`, the state at that position. Does nothing if the journal is another one, if
     * `at.mark` is no longer there, or if a later offset was compacted already.
     */
    compact(key: string, at: JournalPosition, snapshot: Uint8Array): Promise<void>;
}

/** Options of `guard.storedRun(key, options)`. */
interface StoredRunOptions {
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
/** Methods that wait for the store. */
type Waiting<Run> = {
    [Name in keyof Run]: Run[Name] extends (...given: infer Given) => infer Answer ? (...given: Given) => Promise<Answer> : never;
};
/**
 * The state of one agent run in a store, shared by all who use the same key and store: workers, processes, steps of a
 * workflow. The verdicts are those of a `LoopRun`; methods that ask the store return a promise, those that judge after one
 * exchange with it. What `beginRound`, `beginTurn` and `compacted` say is sent with the next call, or with `close`.
 *
 * When the store fails, the run continues without it: nothing is thrown (unless `onStoreError` says so), each outage is
 * published once on `loopguard:error`, and events are sent when the store is back, with the next call or `close`.
 *
 * Strikes and usage are shared. But texts, delegations, and the calls that detectors made with `custom` see are only those of
 * this worker, `replay` has only its results, and `stats` its counts.
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
interface StoredLoopRun extends Waiting<Pick<LoopRun, "before" | "after" | "invalid" | "decide" | "text" | "usage" | "delegate">>, Pick<LoopRun, "depth" | "beginRound" | "beginTurn" | "compacted" | "stats" | "tripped"> {
    /** The key. */
    readonly runId: string;
    /** Forgets everything, for all who share the run. */
    reset(): Promise<void>;
    /** The state, for `LoopGuard.restore`, after an exchange with the store. */
    snapshot(): Promise<Uint8Array>;
    /** Sends what waits. `true`: the store has everything up to now. */
    flush(): Promise<boolean>;
    /** Sends what waits and frees the memory. The state stays in the store. Never rejects. */
    close(): Promise<void>;
    [Symbol.asyncDispose](): Promise<void>;
}

/** A call that is not to run. */
interface Refusal {
    readonly runs: false;
    /** For the model, in place of a result. */
    readonly message: string;
    /** A human may let it run all the same: what they say is given to `decide`. */
    readonly ask: boolean;
    /** The earlier result of the same call, as the guard was given it, to be shown in place of the message. */
    readonly replay?: unknown;
    /** The run ends: because of this call, or of a sibling that has just ended it. */
    readonly end?: ToolLoopError;
}
/** A call that may run. */
interface Admission {
    readonly runs: true;
    /** What was found before it, for the model. `after` gives it with the outcome. */
    readonly message: string | undefined;
    readonly end?: undefined;
}
/** What came back for a call. `invalid`: no tool took it, and this is why. */
type CallOutcome = LoopOutcome | {
    readonly invalid: unknown;
};
/** How results look in a framework. All but `refused` have a default. */
interface ResultForm<R = unknown> {
    /** Agents may work `"in"` the tool, or it `"is"` one: if one was stopped, the caller is told why. */
    readonly agents?: "in" | "is";
    /** The result of a call that does not run. May throw `refusal.end`. */
    refused(refusal: Refusal): R;
    /**
     * Asks a human about a call, by the framework's means; `undefined`: it has none here, and `WAITS`: the run is suspended until
     * there is an answer. Anything else is one, for `decide`.
     */
    asks?(refusal: Refusal): unknown;
    /** An earlier result, from the value that `outcome` gave. Default: that value. */
    replayed?(earlier: unknown): R;
    /** What a result says; `undefined`: the call has not ended, as when it waits for a human. Default `{ result }`. */
    outcome?(result: R): CallOutcome | undefined;
    /** The same of a thrown error. Default `{ error }`. */
    failure?(error: unknown): CallOutcome | undefined;
    /** The result with a message for the model. Default: `withMessage`. */
    withMessage?(result: R, message: string): R;
    /** What is thrown in place of a tool's error, with a message for the model. Default: `errorWithMessage`. */
    failed?(error: unknown, message: string): unknown;
    /**
     * The outcome of a call ends the run: throws, or gives what stands in place of the outcome, or `undefined`: the outcome stands, and
     * the run is ended before its next request. Default: that.
     */
    ended?(end: ToolLoopError, ran: Ran<R>): R | undefined;
    /** Wraps a result that comes in parts; `undefined`: it is an ordinary one. */
    iterated?(result: R, ends: CallEnds<R>): R | undefined;
}
/** What a call came to, as the framework sees it. */
type Ran<R = unknown> = {
    readonly result: R;
} | {
    readonly error: unknown;
};
/** Give a call's outcome to the guard, for results that come in parts. */
interface CallEnds<R = unknown> {
    /** Gives the last value, with a message for the model if there is one. */
    finish(result: R): Awaitable<R>;
    /** Gives what is to be thrown in place of the error, or a result that stands in its place. */
    fail(error: unknown): Awaitable<Ran<R>>;
    /** The call ended without an outcome. */
    drop(): Awaitable<void>;
    /** The values, in the reading of which the tool works. */
    within<T>(values: AsyncIterable<T>): AsyncIterable<T>;
}
/** A refusal as a text, for frameworks that can show nothing else: with the earlier result, in which bytes are named. */
declare function refusalText(refusal: Refusal): string;

/** A run in memory or in a store. */
type AnyRun = LoopRun | StoredLoopRun;
/** How an abort ends a run: with a `ToolLoopError`; quietly, in the framework's own way; or so, after a last request without tools. */
type OnAbort = "throw" | "stop" | "answer";
/** What the author of an adapter says of the framework. */
interface FrameworkSettings {
    /**
     * How far an abort reaches. `"run"`: until a turn begins, no further call runs. `"round"`: until the next round, for hosts
     * that may catch the error and go on. `"call"`: it is one call that does not run, where nothing is known of rounds. Default
     * `"run"`.
     */
    endsWith?: "run" | "round" | "call";
    /** The error that ends a run, in a form of the framework's own. Default: a `ToolLoopError`. */
    errorOf?: (detection: LoopDetection) => ToolLoopError;
    /** Whether the adapter can ask this model of `recover`, or at this temperature; what it cannot is not tried. Default: always. */
    asksOther?: (other: {
        readonly model?: unknown;
        readonly temperature?: number | undefined;
    }) => boolean;
}
interface CallRunSettings extends Required<FrameworkSettings> {
    readonly onAbort: OnAbort;
    /** The user wants an answer, whether the model can be asked for one or not. */
    readonly answers: boolean;
    /** See `AdapterOptions`. */
    readonly more: number;
    /** The run was given by the user: it goes on when an agent is done, or begins anew. */
    readonly kept: boolean;
}
/** After an abort no call that has not started runs: all of them are refused, until a turn begins. */
declare class CallRun {
    #private;
    /** The guard's own run. */
    readonly run: AnyRun;
    readonly onAbort: OnAbort;
    constructor(run: AnyRun, settings: CallRunSettings);
    /** The error that ends the run, once a verdict was `abort`; a new one each time, so that nobody shares its results. */
    get ended(): ToolLoopError | undefined;
    /** The error of the abort that ended the round under way, in a host that goes on after one. */
    get endedRound(): ToolLoopError | undefined;
    /** The calls that follow are of one model response. `id`: of the response, if the framework has one; the same is the same round. */
    round(id?: unknown): void;
    /** For hooks: whether a call may run. `after` or `drop` follows if it does. */
    before(call: LoopCall): Awaitable<Admission | Refusal>;
    /** For hooks: what came back. Gives what the model is to read with it. `ended` may be set afterwards. */
    after(call: LoopCall, outcome: LoopOutcome): Awaitable<string | undefined>;
    /** For hooks: the call did not run after all, or nobody knows its outcome. */
    drop(call: LoopCall): Awaitable<void>;
    /** A call that no tool can take. The model is to read the message with the framework's own error, or in place of it. */
    invalid(call: LoopCall, error: unknown): Awaitable<Admission | Refusal>;
    /** For wrappers: judges a call, runs it with `invoke` unless it is refused, and records its outcome. */
    call<R>(call: LoopCall, invoke: () => R, form: ResultForm<NoInfer<Awaited<R>>>): R;
    /** What a human said of a call that `ask` was about, see `decisionOf`. The words of a refusal are the human's. */
    decide(call: LoopCall, answer: unknown): Awaitable<Admission | Refusal>;
    /** For frameworks that ask before they run a tool: whether a human is to be asked about this call. It is judged again then. */
    asks(call: LoopCall): Awaitable<boolean>;
    /** For wrappers: a call that was judged before goes on, for instance with what a human said. */
    resume<R>(call: LoopCall, invoke: () => R, form: ResultForm<NoInfer<Awaited<R>>>): R;
    /** Throws the error that ends the run, if there is one and the option `onAbort` says so. */
    throwIfEnded(): void;
    /** Who works in this run, for detections. */
    name(agent: string): void;
    /** The error for a detection of this run, with what the host can know: the results so far, the call, what came back last. */
    errorOf(detection: LoopDetection): ToolLoopError;
}

interface RecoverOptions {
    /** The repetitions are left out of the request, as by `pruneLoop`. Default `true`. */
    prune?: boolean;
    /** One request is made without the tools of the loop. Default `true`. */
    tools?: boolean;
    /** Models of the framework for one request each, in this order: instances or names, as it takes them. Default none. */
    models?: readonly unknown[];
    /** The temperature of one request, or of those to `models`. Default: as it is. */
    temperature?: number;
    /** What followed the task is replaced by a summary: results that were news, and what was tried in vain. Default `true`. */
    fresh?: boolean;
}

/** `lg_unit`, by number. */
declare const UNITS: readonly ["none", "calls", "tokens", "cost", "seconds", "refusals"];
/** `lg_detector_type`, by number. */
declare const DETECTOR_TYPES: readonly ["count", "repeat", "stall", "ping_pong", "cycle", "duplicate", "similar_query", "limit", "no_progress", "error_streak", "unknown_tool", "poll", "custom", "no_news", "text_repeat", "stop_loop", "near_repeat", "budget", "delegation"];

/** The types of detectors, as the core names them; also the values of `LoopDetection.detector`. */
type DetectorType = (typeof DETECTOR_TYPES)[number];
/** What a budget limits. */
type BudgetUnit = Exclude<(typeof UNITS)[number], "none">;
/** Options of every factory: what its detections lead to. */
interface DetectorActions {
    /** Takes precedence over the guard's `action`. */
    action?: ActionOption;
    /** Takes precedence over the guard's `ladder`. */
    ladder?: Ladder;
}
interface DetectorBase<Type extends DetectorType> {
    /** The name of its detections: `LoopDetection.detector`. */
    readonly name: string;
    readonly type: Type;
    readonly action?: ActionOption;
    readonly ladder?: Readonly<Ladder>;
}
interface ThresholdOptions {
    /** How many observations make a detection. Default 3. */
    threshold?: number;
}

interface BudgetOptions {
    /** Calls that may run, those that reach no tool included. `Infinity`, here and below: no limit, the default. */
    calls?: number;
    /** Tokens, input and output together, that `usage` may tell of. */
    tokens?: number;
    /** What `usage` may tell of as `cost`, in any currency; prices are the host's to know. */
    cost?: number;
    /** Seconds since the first call or usage of the period, by the guard's clock. */
    seconds?: number;
    /** Verdicts `hint`, `ask` and `abort` on calls, but for those that a human let run. */
    refusals?: number;
    /**
     * `"turn"`: each user message has the budget anew. `"run"`: until `reset()`. `"key"`: for as long as the state of the run's
     * key lives, `reset()` or not. Default `"run"`.
     */
    per?: "turn" | "run" | "key";
    /** Only calls of these tools, by name or glob, count and are refused. Not with `tokens` or `cost`. Default: every tool. */
    tools?: readonly string[];
    /** The share of a limit at which the model is warned, once; 0: never. Default 0.8. */
    warn?: number;
    /** The share from which a human is asked before each call; 0: never. Default 0. */
    ask?: number;
    /** The share from which calls are refused and the run ends; 0: never. Default 1. */
    abort?: number;
    /** Decides in place of the shares, as the guard's `action` does. */
    action?: (detection: LoopDetection) => VerdictAction;
}
interface BudgetDetector extends DetectorBase<"budget">, Readonly<Required<Omit<BudgetOptions, "action">>> {
}
/**
 * What a run may use. A policy beside the detectors: it looks for no loop, no ladder applies to it, and its refusals come
 * before those of all detectors. Tokens and cost are what `usage` is told.
 *
 * @example
 * const guard = new LoopGuard({ detectors: [noNews(), budget({ tokens: 200_000, calls: 100 }), budget({ calls: 5, tools: ["deploy_*"], per: "key" })] });
 * guard.usage({ inputTokens: 1200, outputTokens: 80 });
 */
declare function budget(options: BudgetOptions): BudgetDetector;

/** What a restored run lacks of its snapshot, because the guard's detectors or policies have changed since. */
interface RestoreReport {
    /** The same detectors with the same parameters, in the same order. Ladders and messages may differ. */
    readonly sameOptions: boolean;
    readonly dropped: {
        /** Loops, with their strikes, of detectors that the guard no longer has. */
        readonly loops: number;
        /** Armed patterns of such detectors: the next call could have continued them. */
        readonly armed: number;
        /** Detections by such detectors of calls that were in progress. */
        readonly detections: number;
        /** Completed calls that no detector looks back on any more, oldest first. */
        readonly observations: number;
        /** Counted calls beyond `maxEntries`, least recently used first. */
        readonly counts: number;
        /**
         * Policies, which no tool has any more, of calls that were in progress; such a call continues under the default
         * policy.
         */
        readonly policies: number;
    };
}
/** A message on `loopguard:detection`. It may come from another version of the package in the same process. */
interface DetectionMessage {
    detection: LoopDetection;
    verdict: Verdict;
    runId?: string;
    /** The call had already run when the loop was found: its result stands, and a refusal acts as a warning. */
    ran?: true;
    /** The guard is in shadow mode: the verdict is not acted on. */
    shadow?: true;
}
/** A message on `loopguard:error`: something failed inside the guard, which allowed the call. */
interface ErrorMessage {
    error: unknown;
    /** What failed, such as `"before"` or `"onDetection"`. */
    where: string;
    toolName?: string;
}
/** A message on `loopguard:restore`: a run was restored under other options than those of its snapshot. */
interface RestoreMessage {
    report: RestoreReport;
    runId?: string;
}
/** A message on `loopguard:recovery`: what was done to a request, and, in a second message, what became of it. */
interface RecoveryMessage {
    recovery: LoopRecovery;
    runId?: string;
}

interface CountOptions {
    /** Equal calls that may run; the next one is a detection. 0 or more; `Infinity`: no limit. Default 3. */
    maxRepeats?: number;
    /**
     * `true`: the order of keys does not count. Default `false`: calls are compared by `name::JSON.stringify(arguments)`.
     */
    canonical?: boolean;
}
interface CountDetector extends DetectorBase<"count">, Readonly<Required<CountOptions>> {
}
/**
 * Detects a call that is made more than `maxRepeats` times in a run, whatever its results. Acts before the call runs.
 *
 * @example
 * new LoopGuard({ detectors: [count({ maxRepeats: 5 })] });
 */
declare function count(options?: CountOptions & DetectorActions): CountDetector;

/** What a custom detector receives: the last 64 completed calls, oldest first, each with its outcome. */
interface CustomDetectorInput {
    readonly calls: readonly LoopCall[];
    readonly outcomes: readonly LoopOutcome[];
}
/**
 * Returns a detection with at least one field, or `null` or `undefined` for none. Missing fields are filled in: the
 * newest call's name, one repeat, weak evidence. A boolean, a promise, or a field of the wrong type is an error, and no
 * detection.
 */
type CustomDetectorFn = (input: CustomDetectorInput) => Partial<LoopDetection> | null | undefined;
interface CustomDetector extends DetectorBase<"custom"> {
    readonly detect: CustomDetectorFn;
}
/**
 * Your own detector, called after each completed call. If it throws or returns something that is not a detection, that
 * is published once on `loopguard:error` and counts as `null`. Two detections are the same loop when they have the same
 * `fingerprint` or, without one, the same tool and pattern. `name` must not be that of a built-in detector.
 *
 * @example
 * custom("too_many_edits", ({ calls }) =>
 *   calls.filter((call) => call.name === "edit").length > 20 ? { message: "Over 20 edits." } : null);
 */
declare function custom(name: string, detect: CustomDetectorFn, options?: DetectorActions): CustomDetector;

/** The options of `LoopDetector`. */
interface WindowOptions {
    /** How many of the last signatures are searched. Default 32. */
    windowSize?: number;
    /** The shortest block, in calls. Default 1. */
    minCycleLen?: number;
    /** The longest block, in calls. Default 8. */
    maxCycleLen?: number;
    /** How often the block must come in a row. Default 3. */
    repeats?: number;
}
interface CycleOptions extends WindowOptions {
    /** `true`: fires only when the results repeat too, which is strong evidence. Default `false`. */
    sameResults?: boolean;
}
interface CycleDetector extends DetectorBase<"cycle">, Readonly<Required<CycleOptions>> {
}
/**
 * Detects a block of calls that repeats, such as read, edit, read, edit, read, edit: the same tools with the same
 * arguments and the same errors. Acts after a call has run.
 *
 * @example
 * new LoopGuard({ detectors: [cycle({ maxCycleLen: 4, repeats: 2 })] });
 */
declare function cycle(options?: CycleOptions & DetectorActions): CycleDetector;

interface DelegationOptions {
    /** How many runs deep agents may start agents, 1 to 1,000: a run without a parent has depth 0. Default 8. */
    depth?: number;
    /** How often the same task, or the same round of handoffs, makes a detection, 2 to 100. Default 3. */
    threshold?: number;
}
interface DelegationDetector extends DetectorBase<"delegation">, Readonly<Required<DelegationOptions>> {
}
/**
 * Detects agents that hand work to each other and get nowhere: the same agents in the same order again and again, the
 * same agent with the same task, agents that start each other in circles, or agents that start agents without end. Fed by
 * `delegate()` and by the adapters, and silent without them.
 *
 * @example
 * new LoopGuard({ detectors: [delegation({ depth: 4 }), noNews()] });
 */
declare function delegation(options?: DelegationOptions & DetectorActions): DelegationDetector;

interface DuplicateOptions {
    /** `true`: the verdict carries the earlier result in `replay`. Default `false`. */
    replay?: boolean;
}
interface DuplicateDetector extends DetectorBase<"duplicate">, Readonly<Required<DuplicateOptions>> {
}
/**
 * Detects a call that already ran in this turn with the same arguments. With `replay: true` a refusal carries the
 * earlier result, so that the caller can return that in place of running the tool.
 *
 * @example
 * new LoopGuard({ detectors: [duplicate({ replay: true })] });
 */
declare function duplicate(options?: DuplicateOptions & DetectorActions): DuplicateDetector;

interface ErrorStreakOptions extends ThresholdOptions {
    /** As `threshold`, for transient failures: rate limits, timeouts, 5xx. Default 8. */
    transientThreshold?: number;
    /**
     * `true`: failures of one kind are one error, too: texts that differ only in what is quoted, in paths, numbers, ids and
     * other words that are not made of letters alone; and so are results that begin as failures do ("Error: ..."). Such a
     * streak is at most warned of. Default `false`.
     */
    alike?: boolean;
}
interface ErrorStreakDetector extends DetectorBase<"error_streak">, Readonly<Required<ErrorStreakOptions>> {
}
/**
 * Detects a tool that fails `threshold` times in a row with the same error, whatever the arguments. Calls of other
 * tools in between do not end the streak, unless one of them is new: it may be the repair.
 *
 * @example
 * new LoopGuard({ detectors: [errorStreak({ threshold: 4, transientThreshold: 10 })] });
 */
declare function errorStreak(options?: ErrorStreakOptions & DetectorActions): ErrorStreakDetector;

interface LimitOptions {
    /** How often a tool may run in one turn, by name or glob: 1 or more; `Infinity`: no limit. Default `{}`. */
    limits?: Readonly<Record<string, number>>;
    /** The limit of every other tool, 0 or more; `Infinity`: no limit. Default 3. */
    default?: number;
}
interface LimitDetector extends DetectorBase<"limit">, Readonly<Required<LimitOptions>> {
}
/**
 * Detects a call of a tool that has already run as often as it may in this turn, whatever the arguments.
 *
 * @example
 * new LoopGuard({ detectors: [limit({ limits: { "browser_*": 20, send_mail: 1 }, default: Infinity })] });
 */
declare function limit(options?: LimitOptions & DetectorActions): LimitDetector;

interface NearRepeatOptions {
    /** How many rounds with nearly the same call and the same result make a detection. Default 5. */
    threshold?: number;
}
interface NearRepeatDetector extends DetectorBase<"near_repeat">, Readonly<Required<NearRepeatOptions>> {
}
/**
 * Detects a tool that is called `threshold` times with nearly the same arguments and gives the same result each time,
 * when nothing new happened in between: up to two arguments differ, in a number or a few words. A result that only echoes
 * the argument ("P1006 not found", "P1007 not found") is the same. Pages with new results are not counted. This is weak
 * evidence, so it warns at most, unless the detector is given an `action` or a `ladder` of its own.
 *
 * @example
 * new LoopGuard({ detectors: [noNews(), nearRepeat({ threshold: 6 })] });
 */
declare function nearRepeat(options?: NearRepeatOptions & DetectorActions): NearRepeatDetector;

interface NoNewsOptions {
    /** Equal results in a row, 1 or more, after which the call is refused until something new happens. Default 2. */
    times?: number;
    /**
     * As `times`, for bare acknowledgements: an empty result, `OK`, `true`, `{"success":true}`. Default 6, or `times` if
     * larger.
     */
    ackTimes?: number;
    /** As `times`, for transient failures: rate limits, timeouts, 5xx. Default 6, or `times` if larger. */
    transientTimes?: number;
    /**
     * `true`: asks for more evidence. Nothing new may have happened between the equal results either; otherwise one more
     * equal result is needed, or a whole lap of calls without anything new. A call that gave different results earlier in
     * the run needs one more, and one that did so by itself, with nothing new in between, twice as many. Default `false`.
     */
    settled?: boolean;
    /**
     * Milliseconds for which a poll may give the same result: a call of which something shows that it waits (a wait ran, the
     * answer says "not yet", the agent was idle for long) is judged by time and not by count. Default 1,800,000 (thirty
     * minutes); 0: no limit. Where there is no clock, sixty equal results are the limit.
     */
    maxWaitMs?: number;
}
interface NoNewsDetector extends DetectorBase<"no_news">, Readonly<Required<NoNewsOptions>> {
}
/**
 * Detects a call that gave the same result `times` times in a row, when nothing new happened since it last ran: no call
 * gave a result that it had not given before, and no user spoke. It needs no window, so blocks of any length are found.
 * Pace does not matter: one call a minute is as much a loop as ten a second. Waiting is none: a call of which something
 * shows that it waits is judged by time. Acts before the call runs.
 *
 * @example
 * new LoopGuard({ detectors: [noNews({ times: 2 })], ladder: { hint: 1, abort: 5 } });
 */
declare function noNews(options?: NoNewsOptions & DetectorActions): NoNewsDetector;

interface NoProgressOptions extends ThresholdOptions {
    /** As `threshold`, for calls that fail. Default: `threshold`. */
    errorThreshold?: number;
    /**
     * `true`: equal results of a call that succeeds count only if the last two have nothing new between them: no call that
     * was not made before, and no other result of one. Default `false`.
     */
    settled?: boolean;
    /** How many of the last completed calls are searched. Default 32. */
    windowSize?: number;
}
interface NoProgressDetector extends DetectorBase<"no_progress">, Readonly<Required<NoProgressOptions>> {
}
/**
 * Detects a call that gave the same result `threshold` times within the window, whatever ran in between. A call that
 * changes something (a `mutates` tool) starts the count anew.
 *
 * @example
 * new LoopGuard({ detectors: [noProgress({ threshold: 3, windowSize: 16 })] });
 */
declare function noProgress(options?: NoProgressOptions & DetectorActions): NoProgressDetector;

interface PingPongOptions {
    /** Length of the block, in calls. Default 2. */
    cycleLength?: number;
    /** How often the block must come in a row. Default 3. */
    repetitions?: number;
}
interface PingPongDetector extends DetectorBase<"ping_pong">, Readonly<Required<PingPongOptions>> {
}
/**
 * Detects alternating tools: a block of tool names, with at least two different ones, that repeats, whatever the
 * arguments.
 *
 * @example
 * new LoopGuard({ detectors: [pingPong({ repetitions: 5 })] }); // a, b, a, b, a, b, a, b, a, b
 */
declare function pingPong(options?: PingPongOptions & DetectorActions): PingPongDetector;

interface RepeatOptions extends ThresholdOptions {
    /** `true`: only calls that fail count, whatever their errors. Default `false`. */
    failures?: boolean;
}
interface RepeatDetector extends DetectorBase<"repeat">, Readonly<Required<RepeatOptions>> {
}
/**
 * Detects the same call `threshold` times in a row, with no other call in between, whatever its results.
 *
 * @example
 * new LoopGuard({ detectors: [repeat({ threshold: 5 })] });
 */
declare function repeat(options?: RepeatOptions & DetectorActions): RepeatDetector;

interface SimilarQueryOptions {
    /** The tools whose queries are compared, by name or glob. Required. */
    tools: readonly string[];
    /** Names of the arguments that may hold the query; the first that is a string is used. Default: `QUERY_KEYS`. */
    keys?: readonly string[];
    /** Queries with at least this `similarity`, from 0 to 1, are similar. Default 0.75. */
    threshold?: number;
    /**
     * Words that make two queries different when only one contains them. Default: `delete`, `remove`, `drop` and the
     * like.
     */
    dangerousTokens?: readonly string[];
}
interface SimilarQueryDetector extends DetectorBase<"similar_query">, Readonly<Required<SimilarQueryOptions>> {
}
/**
 * Detects a query that is similar to one of an earlier round of this turn: the model rewords the same search.
 *
 * @example
 * new LoopGuard({ detectors: [similarQuery({ tools: ["web_search"], threshold: 0.8 })] });
 */
declare function similarQuery(options: SimilarQueryOptions & DetectorActions): SimilarQueryDetector;

interface StallDetector extends DetectorBase<"stall">, Readonly<Required<ThresholdOptions>> {
}
/**
 * Detects a tool that gives the same result `threshold` times in a row, whatever the arguments.
 *
 * @example
 * new LoopGuard({ detectors: [stall({ threshold: 6 })] });
 */
declare function stall(options?: ThresholdOptions & DetectorActions): StallDetector;

/** The options of `textRepeat` and of `TextLoopDetector`. */
interface TextLoopOptions {
    /**
     * 2 to 1,000. A block of words must come twice as often in a row; where it covers 3.3 times `minLength`, a quarter more
     * often than this is enough. Code, tables and counted lines must come up to four times as often. Default 4.
     */
    minRepeats?: number;
    /** About how many characters the repeated text must have in all, 1 to 1,000,000; code and tables more. Default 300. */
    minLength?: number;
    /** The longest block, 1 to 4,096 characters. Default 4,096. */
    maxPeriod?: number;
    /** How many of the last nine messages must be alike, 2 to 8. Default 3. */
    messages?: number;
}
/** The options of `textRepeat`. */
interface TextRepeatOptions extends TextLoopOptions {
    /**
     * `true`: what the ladder says applies when a loop is first seen. `false`: until the loop is several times as long, so
     * that nobody can have asked for it, there is only a warning. Default `false`.
     */
    atOnce?: boolean;
}
interface TextRepeatDetector extends DetectorBase<"text_repeat">, Readonly<Required<TextRepeatOptions>> {
}
/**
 * Detects that the model repeats itself in what it writes: one block again and again, the same sentences in any order,
 * or the same message. Fed by `text()`, and silent without it. A loop is warned of when it is seen, and is one strike
 * when it is sure; `hint` means to end this generation and to tell the model. A message that repeats is only warned of.
 *
 * @example
 * new LoopGuard({ detectors: [textRepeat({ ladder: { hint: 1, abort: 2 } })] });
 */
declare function textRepeat(options?: TextRepeatOptions & DetectorActions): TextRepeatDetector;

interface UnknownToolOptions extends ThresholdOptions {
    /** As `threshold`, for calls in a row, whatever their names, with none between them that ran. Default 5. */
    any?: number;
}
interface UnknownToolDetector extends DetectorBase<"unknown_tool">, Readonly<Required<UnknownToolOptions>> {
}
/**
 * Detects calls that cannot run: `threshold` calls of a tool that does not exist, or with invalid arguments; or `any` such
 * calls in a row, since a model may make up a new name each time. Fed by `invalid()`.
 *
 * @example
 * new LoopGuard({ detectors: [unknownTool({ threshold: 2 })] });
 */
declare function unknownTool(options?: UnknownToolOptions & DetectorActions): UnknownToolDetector;

/** An entry of the `detectors` option, made by one of the factories. */
type Detector = CountDetector | RepeatDetector | StallDetector | PingPongDetector | CycleDetector | DuplicateDetector | SimilarQueryDetector | LimitDetector | NoProgressDetector | ErrorStreakDetector | UnknownToolDetector | NoNewsDetector | TextRepeatDetector | DelegationDetector | NearRepeatDetector | CustomDetector | BudgetDetector;
/** The name that the detections of a detector have, unless the detector was given another one. */
type DetectorName = Exclude<Detector["type"], "custom">;

/**
 * Options of a guard; all are optional. Unknown names, wrong types and impossible values throw `ERR_LOOPGUARD_OPTION`.
 *
 * @example
 * new LoopGuard({ preset: "strict", tools: { "poll_*": { poll: true }, clock: false }, onDetection: console.warn });
 */
interface LoopGuardOptions {
    /**
     * Detectors, ladders and volatile spans under one name. Default `"recommended"`, unless `detectors` or `maxRepeats`
     * is given. Together with `detectors`, its own come after yours, but for those of a type that you give.
     */
    preset?: PresetName;
    /**
     * Shorthand for `detectors: [count({ maxRepeats })]`: calls with equal arguments that may run. `Infinity`: no limit.
     */
    maxRepeats?: number;
    /**
     * Up to 64 detectors, asked in order; the first that fires decides the verdict. Without `preset` they are all that there
     * are. Default: those of the preset.
     */
    detectors?: Detector[];
    /**
     * What a run may use, beside whatever detects: `{ calls: 100, cost: 0.5 }`. `cost` needs `price`, or usage that says its
     * cost.
     */
    budget?: BudgetOptions;
    /** Of a million tokens, in any currency: what `usage` costs where it does not say so. `cached` defaults to `input`. */
    price?: {
        input: number;
        output: number;
        cached?: number;
    };
    /**
     * The verdict of the first strike: `"hint"` is the ladder `{ hint: 1 }`. With `ladder`, which counts where both name a step,
     * `"warn"` and `{ abort: 5 }` are `{ warn: 1, abort: 5 }`. A function decides each detection.
     */
    action?: ActionOption;
    /**
     * The strike at which each action starts. Default: the preset's; `{ warn: 1, hint: 2, abort: 5 }` with `detectors`,
     * `{ hint: 1, abort: 4 }` with `maxRepeats`.
     */
    ladder?: Ladder;
    /** Replaces the text that the model sees. When a function throws or returns no string, the default text stays. */
    message?: string | ((detection: LoopDetection) => string);
    /**
     * Per tool, by name or glob (`*`, `?`). Exact names win over globs, earlier globs over later ones. `false`: not
     * checked.
     */
    tools?: Record<string, false | ToolPolicy>;
    /**
     * Parts of a result that do not count when results are compared, unless the tool's policy says. Default: the
     * preset's, else none.
     */
    volatile?: (VolatileClass | RegExp)[] | {
        results?: (VolatileClass | RegExp)[];
        failures?: (VolatileClass | RegExp)[];
    };
    /**
     * `"run"`: each run has its own state, where a run is what the host knows as one: `RunContext.runId`, a session, or
     * the key of `runScope`. `"instance"`: all calls share one state. Default `"run"`; `"instance"` only for the
     * shorthand `loopDetection: { maxRepeats, action }` of `ToolExecutor`.
     */
    scope?: "instance" | "run";
    /** `true`: detect and report, but allow every call. Default: the preset's, else `false`. */
    shadow?: boolean;
    /**
     * Called for every detection, with the verdict that it led to. It may be async; it is not awaited. What it throws or
     * rejects with is published on the diagnostics channel `loopguard:error`.
     */
    onDetection?: (detection: LoopDetection, verdict: Verdict) => void;
    /**
     * What is done to the next request when a call was refused, so that the model gets out of its loop: one thing after the other, each
     * once per loop, until the loop ends or the ladder stops the run. `true`: all that need no more than that. It works where an
     * adapter can change requests, and in your own loop by `desk`; see docs/recovery.md. Default `false`.
     */
    recover?: boolean | RecoverOptions;
    /** Called for each of these, and again with what became of it. As `onDetection`. */
    onRecovery?: (recovery: LoopRecovery) => void;
    /** Distinct calls counted per run; past it the least recently used is dropped. Default 10,000. */
    maxEntries?: number;
    /** Open runs; past it the least recently used is dropped. Default 1,024. */
    maxRuns?: number;
    /** The clock, in milliseconds; for tests. Default `Date.now`. */
    now?: () => number;
}

/** What is to be done to one request. */
interface RequestEdit {
    /** The run is over, and this is its last request: what the model says is the result, with this error beside it. */
    readonly answers: ToolLoopError | undefined;
    /** Another model for this request, as the user gave it. */
    readonly model: unknown;
    /** Another temperature for this request. */
    readonly temperature: number | undefined;
    /** The tools to offer: without those of the loop, unless none would be left; none in the last request. */
    tools<T>(tools: readonly T[], nameOf: (tool: T) => string): T[];
    /** The messages to send in place of these, which are not changed. `user`: a message of a user in the framework. */
    messages<M>(messages: readonly M[], user: (text: string) => M): M[];
}

type TextKind = NonNullable<TextOptions["kind"]>;
/** What becomes of a generation: it goes on, it is cut and the model is told why, or it ends the run. */
type TextStep = "continue" | "cut" | "abort";
/**
 * Fails open: a guard that is closed in the middle of a text says so, and the text goes on. Always synchronous: with a store
 * the verdict comes later, and holds for the next piece; `pending` waits for it.
 */
declare class TextMonitor {
    #private;
    /** Until the store has answered. */
    pending: Promise<void> | undefined;
    constructor(run: AnyRun);
    /** The text ends. There is nothing left to cut: of a hint the model reads in the next request. */
    end(kind: TextKind, messageId: string): TextStep;
    /** Takes the next piece of a text, which may be long; `length`: of how much of it the step is known, which is all of it if it goes on. */
    readLong(text: string, kind: TextKind, messageId: string): {
        step: TextStep;
        length: number;
    };
    /** The response broke off: what comes when it is asked for again is no more of its text. So what came before is forgotten. */
    broke(): void;
    /** What the model is to be told with its next request; removes it. */
    take(): string | undefined;
    /** Asks the model, with what it is to be told. A request that fails has told it nothing: the next one, such as a retry, does. */
    ask<R>(request: (note: string | undefined) => Awaitable<R> | PromiseLike<R>): Promise<R>;
}

/** What a chunk says of a text. */
interface TextPiece {
    readonly kind: TextKind;
    /** Of the text within the response; chunks of one text have the same. */
    readonly id: string;
    /** The text of the chunk; `undefined`: the text begins, or ends. */
    readonly text?: string | undefined;
    /** The text ends with this chunk. */
    readonly end?: boolean;
    /** It is not cut, though it may end the run. */
    readonly spared?: boolean | undefined;
}
/** How the chunks of a response look in a framework. */
interface StreamForm<Q, C> {
    /** `undefined`: the chunk is no text. */
    read(chunk: C): TextPiece | undefined;
    /** The chunk with another text. */
    withText(chunk: C, text: string): C;
    /** Whether the chunk calls a tool, so that another request follows. */
    isCall(chunk: C): boolean;
    /** A response that calls tools is passed on as it is: the model is told, or the run ended, with their results. */
    readonly sparesCalls?: boolean;
    /** The request with what the model has written since, which may be nothing, and what it is told. Default: in its `messages`. */
    again?(request: Q, written: string, note: string | undefined): Q;
    /** Whether a cut may be shown in the text and more text may follow; not so for JSON. Default: always. */
    mayMark?(request: Q): boolean;
    /** A chunk of a response that goes on after `cuts` cuts, for instance with another id; `undefined`: it is left out. */
    later?(chunk: C, cuts: number): C | undefined;
    /** What shows a cut, and ends the text. `mark` is empty where none may be shown. */
    close(id: string, kind: TextKind, mark: string): Iterable<C>;
    /** The last chunks of a response that was cut and is not continued. `end`: the run is over. */
    finish(end: ToolLoopError | undefined, calls: boolean): Iterable<C>;
}
/** Asks the model; `undefined`: there is no response. `return` of the iterator must stop the model, also while `next` waits. */
type AskStream<Q, C> = (request: Q) => Promise<AsyncIterator<C> | undefined> | AsyncIterator<C> | undefined;
interface TextStream<C> extends AsyncIterable<C> {
    /** Asks the model at once, for frameworks that await a response before they read it; `false`: there is none. */
    open(): Promise<boolean>;
    /** Stops the model. */
    cancel(): Promise<void>;
    /** The chunks as a web stream; one is asked for when one is read. */
    readable(): ReadableStream<C>;
}

/** What is to be done to the next request to the model. */
interface NextRequest {
    /** The run is over: there is to be no request, see `AgentRun.finish`. */
    readonly end: ToolLoopError | undefined;
    /** For the model, as a message at the end of the request. It is given once. */
    readonly note: string | undefined;
    /** The run is in a loop, or was in one, or is to answer: what else is done to the request. */
    readonly edit: RequestEdit | undefined;
}
/** A run, with what adapters have in common. Methods that give an `Awaitable` give a promise only for a run in a store. */
declare class AgentRun extends CallRun {
    #private;
    constructor(run: AnyRun, settings: CallRunSettings);
    /** What the model writes, for adapters that end a generation themselves; others use `stream`. */
    get text(): TextMonitor;
    /**
     * A message with the role of a user has come: it begins a turn, unless a program wrote it, such as a nudge that repeats itself
     * or a note of ours. Without a message a user surely spoke. Gives whether a turn began.
     */
    turn(message?: unknown): boolean;
    /**
     * An agent begins to work, as it does once for each `key`. That is a turn of a run that the user gave in place of a guard, unless by
     * the `messages` no user spoke last, or a tool of it is at work, in which the agent is: not one that has answered before, which a
     * user goes on with while a tool that was given up still works, and none after an abort, but in that tool. A new run goes on with
     * what the `messages` say. Gives whether it is the first time.
     */
    begin(key?: object, messages?: readonly unknown[]): boolean;
    /** A run under the same key that begins anew; one that the user gave in place of a guard begins a turn. */
    restart(): Awaitable<void>;
    /** Another agent is to work; an empty text or object is no task. `runs: false`: it is not to; after an abort none is. */
    delegate({ task, ...to }: Delegation): Awaitable<Admission | Refusal>;
    /** What a model response has used, for budgets, as the framework or the provider writes it. Fails open. */
    usage(used: unknown): Awaitable<void>;
    /**
     * Asked before each request to the model. This is the one place that says what is to be done to a request.
     *
     * @example
     * import { desk } from "loopguard/adapter";
     *
     * const agentRun = desk().run(sessionId);
     * const { end, note, edit } = agentRun.next();
     * if (end !== undefined) show(agentRun.finish(end, { stopped: (_, text) => text }));
     * if (note !== undefined) show(note); // as a message of the user at the end of the request
     * if (edit !== undefined) show(edit.messages(messages, (content) => ({ role: "user", content })));
     */
    next(): NextRequest;
    /** What is done to the next request to get the model out of a loop; the same until a call was judged. `next` has it, too. */
    edit(): RequestEdit | undefined;
    /** Whether nothing is asked any more: the run is over, and has had its last request, if it has one. */
    get over(): boolean;
    /** The model has answered without a call: what was done to the request has helped. */
    answered(): void;
    /** The request has failed: what was done to it has not helped, and what was written is no text. */
    failed(): void;
    /**
     * Ends a run that is over: throws the error, or gives what `stopped` does, as the option `onAbort` says. That is the framework's own
     * result, from which `findToolLoopError` gets the error. `text`: what it says, which under `"answer"` is an answer of ours, where the
     * model gave none.
     */
    finish<R>(end: ToolLoopError, form: {
        stopped(end: ToolLoopError, text: string): R;
    }): R;
    /** What a run says that was stopped: why, and under `"answer"` what is known, where the model said nothing. */
    endText(end: ToolLoopError): string;
    /** A response, and those that follow because the model had repeated itself, as one; a whole one is a stream of its texts. */
    stream<Q, C>(request: Q, ask: AskStream<Q, C>, form: StreamForm<Q, C>): TextStream<C>;
    /**
     * The run is over. A run in a store stays there, and one that the user gave in place of a guard stays open. `failed`: it broke off.
     */
    close(failed?: boolean): Awaitable<void>;
}

/** A call with its outcome. */
interface RecordedCall extends LoopCall, LoopOutcome {
    /** Calls with the same number were requested together; without it, each call is a round of its own. */
    round?: number;
    /** Calls with the same number are between the same two messages of the user. */
    turn?: number;
    /** Calls with the same name are of one run. Each run is judged by itself. */
    run?: string;
    /** When it was requested, and when its outcome came, in milliseconds: what waits is judged by time. */
    at?: number;
    end?: number;
    /** A guard's message in place of a result: the call did not run. */
    refused?: string;
}

/** A call of the last model response, and its verdict. */
interface CheckedCall {
    readonly call: LoopCall;
    readonly verdict: Verdict;
    /** The history has no result for it: it has not run yet. */
    readonly pending: boolean;
}

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
declare class LoopGuard {
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

/** What every adapter takes as `guard`: a guard, the options of one, or nothing for the recommended preset. */
type GuardInput = LoopGuard | LoopGuardOptions;
/** The most severe verdict on the calls of the last response, and these calls. */
type MessagesVerdict = Verdict & {
    /** In the order of the calls. Empty when there are none, or when a user spoke after them. */
    readonly calls: readonly CheckedCall[];
};
/**
 * The verdict of a guard that had seen this conversation from its beginning on the calls of the last model response: for a
 * call without a result, whether to run it; for one with a result, what the result completed (`warn` and above: tell the
 * model; `abort`: do not call it again). It changes no run of the guard and calls no listener.
 *
 * The history is replayed in a new run: each response with calls is a round, each message of a user a new turn (automatic
 * nudges are not), each result an outcome. A result that is a refusal of this package means that the call did not run, and a
 * warning at the end of a result is not part of it; both are recognised by the guard's texts, or by a `message` that is a text.
 * A call with a result counts as run even if it would be refused. Arguments that are not JSON are `invalid()`. If a user spoke
 * last, the verdict is `allow`.
 *
 * Messages are those of OpenAI (chat and responses), Anthropic, the AI SDK (model and UI messages), LangChain (instances,
 * dictionaries, serialized), Gemini, Genkit, LiveKit, LlamaIndex, OpenAI Agents, pi and TanStack AI, in any mixture; others are
 * skipped. A history has no times, so polling is not judged. Each call costs about as much as the whole history costs a run.
 *
 * @example
 * const verdict = checkMessages(messages, { maxRepeats: 3, action: "hint" });
 * if (verdict.action === "abort") return endOfChat(verdict.message);
 */
declare function checkMessages(messages: Iterable<unknown>, guard?: GuardInput): MessagesVerdict;

/** What an adapter takes in the place of a guard: a guard, its options, nothing for the recommended preset, or one run for all. */
type DeskInput = GuardInput | AnyRun;
/** What every adapter takes as its last argument. */
interface AdapterOptions {
    /**
     * How an abort ends a run. `"throw"`: with a `ToolLoopError`, which a framework may wrap, or a stream have in an error part:
     * `findToolLoopError(error)` gets it. `"stop"`: quietly, in the framework's own way; `findToolLoopError(result)` gets the
     * error. `"answer"`: as `"stop"`, after one last request without tools, whose answer is the result; where there can be none, a
     * text of ours is. Default `"throw"`.
     */
    onAbort?: OnAbort | undefined;
    /**
     * How many further calls of a loop a human's yes allows, where the framework's approval cannot say: see `LoopDecision`.
     * Default 0: the next one is asked about again.
     */
    more?: number | undefined;
}
interface DeskSettings extends FrameworkSettings {
    /** The adapter makes the last request of `onAbort: "answer"`. Without it such a run ends as under `"stop"`, with an answer of ours. */
    answers?: boolean;
    /** Names of options that the adapter has beside those of `AdapterOptions`. */
    more?: readonly string[];
}
/** `R`: what it gives for a run. */
interface Desk<R extends CallRun = AgentRun> {
    /** `undefined`: a run was given in its place. */
    readonly guard: LoopGuard | undefined;
    readonly onAbort: OnAbort;
    /** Whether `next()` may have an `edit`; for adapters to which it is a cost to look. */
    readonly edits: boolean;
    /** Whether a call may have to be asked about, likewise. */
    readonly asks: boolean;
    /**
     * The run of an agent, by a key of the framework's: a session's id, or an object that it keeps for each run. Without a key a
     * run of its own. The parent is the run in whose tool the code is, unless `parent` says otherwise. If the desk was given a
     * run, it is always that one.
     */
    run(key?: string | object, options?: RunOptions): R;
    /** The run that `find` gets from the guard, by a key of its own or in the scope around; or the run that the desk was given. */
    runBy(find: (guard: LoopGuard) => AnyRun): R;
    /** The desk's side of a run that the guard gave. The same run is the same. */
    of(run: AnyRun): R;
}
/**
 * A desk for an adapter. Throws `ERR_LOOPGUARD_OPTION` for options that cannot work.
 *
 * @example
 * import { desk } from "loopguard/adapter";
 *
 * const agentRun = desk({ preset: "strict" }, { onAbort: "stop" }).run(sessionId);
 */
declare function desk(guard?: DeskInput, options?: AdapterOptions, settings?: DeskSettings): Desk;

/** The detector's name for a loop that the record itself shows: calls that a guard refused. */
declare const REFUSED = "refused";

/** The loop that `toLoop` expects; absent fields match any loop. */
interface ExpectedLoop {
    /** The name of a detector, or of one in the options. `"refused"`: calls that a guard refused while they were recorded. */
    detector?: DetectorName | typeof REFUSED | (string & {});
    toolName?: string;
    /** At least so many repetitions: of four equal calls, 4. */
    repeats?: number;
}
interface LoopMatchers<R> {
    /**
     * No detector finds a loop in these calls, and no guard refused one of them. Accepts the recording of an executor or its
     * calls, `LoopCall`s with their `result` or `error`, results of `executeAll`, steps of the AI SDK, and messages of
     * Agentium, OpenAI, Anthropic and others. `options`: a guard's options. Default: the recommended preset.
     *
     * Throws a `TypeError`, also with `.not`, for what cannot be judged: no calls; calls without a result, unless the options
     * have only detectors that need none; arguments without a JSON text.
     */
    toBeLoopFree(options?: LoopGuardOptions): R;
    /**
     * A detector finds a loop like `expected` in these calls. Default of `options`: only the detector that `expected`
     * names, with its defaults; if it names none, the recommended preset. Throws a `TypeError` for what `toBeLoopFree` throws
     * for, and for an expectation that nothing can meet.
     */
    toLoop(expected?: ExpectedLoop, options?: LoopGuardOptions): R;
    /** A guard, a run, or an executor with a guard has refused a call; with `tool`, one of that tool. */
    toHaveRefused(tool?: string): R;
}

/**
 * What declarations of this package take from the platform, for programs that are compiled with neither `@types/node` nor "DOM"
 * nor "ESNext.Disposable" in `lib`. Where a program knows these names, nothing is added to them.
 */
declare global {
    interface SymbolConstructor {
        readonly dispose: unique symbol;
        readonly asyncDispose: unique symbol;
    }
    interface AbortSignal {
    }
    interface ReadableStream<R = any> {
    }
}
/** A `Buffer`, which without `@types/node` is only known to be a `Uint8Array`. */
type Bytes = typeof globalThis extends {
    Buffer: {
        alloc(size: number): infer B;
    };
} ? B : Uint8Array;

/** One tool call that a model asked for. */
interface ToolCall {
    /** The model's id for this call. */
    id: string;
    /** The tool's name. */
    name: string;
    /** Parsed; for JSON text see `RawToolCall`. */
    arguments: Record<string, unknown>;
    /** `true`: loop detection does not count this call. @default false */
    retryable?: boolean;
}
/** A call whose arguments are still JSON text, as the model sent it; the executor parses it. */
interface RawToolCall extends Omit<ToolCall, "arguments"> {
    /** JSON text. */
    arguments: string;
}
/** Something other than text that a tool produced. */
interface ToolArtifact {
    type: string;
    data: unknown;
    mimeType?: string;
}
/** `ToolArtifact`, by its name in Agentium. */
type Artifact = ToolArtifact;
/** A tool's result, if it is more than text. `content` is what the model sees. */
interface ToolResult {
    content: string;
    artifacts?: ToolArtifact[];
}
/** The result of `executeAll` for one call. */
interface ToolCallResult {
    /** The `id` of the call. */
    toolCallId: string;
    /** The `name` of the call. */
    toolName: string;
    /** For the model: what the tool returned, or why it did not run. */
    result: string | ToolResult;
    /** The error if the call did not succeed; `"loop-detected"` if loop detection refused it. */
    error?: string;
}
/**
 * What Agentium types as a zod schema or `unknown`, and what takes more than that here. Only `any` can be both: this
 * package does not import zod, whose version is yours.
 */
type Untyped = any;
/**
 * The events of Agentium 2.6's bus, so that what is written for it compiles. `EventMap` names those that are emitted.
 */
interface Usage {
    promptTokens: number;
    completionTokens: number;
    totalTokens: number;
    reasoningTokens?: number;
    cachedTokens?: number;
    cacheWriteTokens?: number;
    audioInputTokens?: number;
    audioOutputTokens?: number;
    providerMetrics?: Record<string, unknown>;
}
/** The output of an Agentium agent. */
interface RunOutput {
    text: string;
    toolCalls: ToolCallResult[];
    usage: Usage;
    structured?: unknown;
    thinking?: string;
    durationMs?: number;
    runId?: string;
    agentName?: string;
    sessionId?: string;
    userId?: string;
    model?: string;
    modelProvider?: string;
    status?: "completed" | "error" | "stopped" | "cancelled";
    createdAt?: number;
    metrics?: {
        inputTokens: number;
        outputTokens: number;
        totalTokens: number;
        reasoningTokens?: number;
        cachedTokens?: number;
        audioInputTokens?: number;
        audioOutputTokens?: number;
        timeToFirstTokenMs?: number;
        durationMs?: number;
    };
    messages?: ChatMessage[];
    responseId?: string;
    followupSuggestions?: string[];
}
interface ChatMessage {
    role: "system" | "user" | "assistant" | "tool";
    content: string | ContentPart[] | null;
    toolCalls?: ToolCall[];
    toolCallId?: string;
    name?: string;
}
type ContentPart = {
    type: "text";
    text: string;
} | {
    type: "image";
    data: string;
    mimeType?: "image/png" | "image/jpeg" | "image/gif" | "image/webp";
} | {
    type: "audio";
    data: string;
    mimeType?: "audio/mp3" | "audio/wav" | "audio/ogg" | "audio/webm";
} | {
    type: "file";
    data: string;
    mimeType: string;
    filename?: string;
};
type OfRun<More = unknown> = {
    runId: string;
} & More;
type OfAgent<More = unknown> = {
    agentName: string;
} & More;
type OfAgentRun<More = unknown> = OfRun<OfAgent<More>>;
type SessionCategory = "light" | "medium" | "heavy" | "extreme";
/** Names and payloads of what an Agentium bus carries. A type, because an interface would not fit into a `Record`. */
type AgentEventMap = {
    "tool.call": OfRun<{
        toolName: string;
        args: unknown;
    }>;
    "tool.result": OfRun<{
        toolName: string;
        result: unknown;
    }>;
    "tool.approval.request": OfAgentRun<{
        requestId: string;
        toolName: string;
        args: unknown;
    }>;
    "tool.approval.response": {
        requestId: string;
        approved: boolean;
        reason?: string;
    };
    "run.start": OfAgentRun<{
        input: string;
    }>;
    "run.complete": OfRun<{
        output: RunOutput;
    }>;
    "run.error": OfRun<{
        error: Error;
    }>;
    "run.stream.chunk": OfRun<{
        chunk: string;
    }>;
    "run.cancelled": OfAgentRun;
    "loop.roundtrip.complete": OfRun<{
        roundtrip: number;
        tokensSoFar: Usage;
    }>;
    "loop.budget.exceeded": OfAgentRun<{
        roundtrip: number;
    }>;
    "checkpoint.saved": OfRun<{
        checkpointId: string;
        roundtrip: number;
    }>;
    "checkpoint.rollback": OfRun<{
        checkpointId: string;
    }>;
    "trace.complete": {
        traceId: string;
    };
    "team.delegate": OfRun<{
        memberId: string;
        task: string;
    }>;
    "workflow.step": OfRun<{
        stepName: string;
        status: "start" | "done" | "error";
    }>;
    "handoff.transfer": OfRun<{
        fromAgent: string;
        toAgent: string;
        reason: string;
    }>;
    "handoff.complete": OfRun<{
        chain: string[];
        finalAgent: string;
    }>;
    "cost.tracked": OfAgentRun<{
        modelId: string;
        usage: Usage;
    }>;
    "cost.budget.exceeded": OfAgentRun<{
        budget: string;
        current: number;
        limit: number;
    }>;
    "cache.hit": OfAgent<{
        input: string;
        cachedId: string;
    }>;
    "cache.miss": OfAgent<{
        input: string;
    }>;
    "context.compressed": OfRun<{
        beforeTokens: number;
        afterTokens: number;
    }>;
    "context.compacted": OfRun<{
        beforeTokens: number;
        afterTokens: number;
        strategy: string;
    }>;
    "context.curated": OfRun<{
        originalCount: number;
        curatedCount: number;
        failedRemoved: number;
    }>;
    "pii.scrubbed": OfRun<{
        fieldsCount: number;
    }>;
    "model.fallback": {
        from: string;
        to: string;
        error: string;
    };
    "model.circuit.open": {
        provider: string;
        modelId: string;
        failureCount: number;
    };
    "model.circuit.close": {
        provider: string;
        modelId: string;
    };
    "model.routed": {
        tier: number;
        complexity: number;
        modelId: string;
    };
    "reflection.critique": OfRun<{
        pass: boolean;
        score: number;
        feedback: string;
    }>;
    "reflection.loop.escaped": OfRun<{
        tool: string;
        repeatCount: number;
    }>;
    "reflection.postmortem": OfRun<{
        lesson: string;
        category: string;
    }>;
    "version.created": OfAgent<{
        versionId: string;
    }>;
    "ab.routed": {
        testName: string;
        variant: "control" | "variant";
        userId?: string;
    };
    "ab.metrics": {
        testName: string;
        control: Record<string, number>;
        variant: Record<string, number>;
    };
    "shadow.compared": OfAgent<{
        match: boolean;
        similarity: number;
    }>;
    "memory.extract": OfAgent<{
        sessionId: string;
        userId?: string;
    }>;
    "memory.stored": OfAgent<{
        store: string;
        key: string;
    }>;
    "memory.error": OfAgent<{
        store: string;
        error: Error;
    }>;
    "memory.fact.added": {
        userId: string;
        fact: string;
        source: "auto" | "manual";
        importance?: number;
    };
    "memory.fact.invalidated": {
        userId: string;
        factId: string;
        reason: string;
    };
    "memory.fact.consolidated": {
        userId: string;
        mergedCount: number;
        resultFact: string;
    };
    "memory.graph.node.added": {
        nodeId: string;
        type: string;
        name: string;
    };
    "memory.graph.edge.added": {
        edgeId: string;
        sourceId: string;
        targetId: string;
        type: string;
    };
    "memory.procedure.recorded": {
        trigger: string;
        stepCount: number;
    };
    "memory.context.built": {
        sessionId: string;
        totalTokens: number;
        sections: Record<string, number>;
    };
    "memory.recall": {
        query: string;
        resultCount: number;
        topScore: number;
    };
    "memory.correction.recorded": OfAgent<{
        correctionId: string;
        field?: string;
        entityKey?: string;
        runId?: string;
    }>;
    "memory.learning.invalidated": OfAgent<{
        learningIds: string[];
        supersededBy: string;
    }>;
    "skill.loaded": {
        skillName: string;
        source: string;
    };
    "skill.learned": OfAgent<{
        skillName: string;
    }>;
    "voice.connected": OfAgent;
    "voice.audio": OfAgent<{
        data: Bytes;
    }>;
    "voice.transcript": OfAgent<{
        text: string;
        role: "user" | "assistant";
    }>;
    "voice.tool.call": OfAgent<{
        toolName: string;
        args: unknown;
    }>;
    "voice.tool.result": OfAgent<{
        toolName: string;
        result: string;
    }>;
    "voice.error": OfAgent<{
        error: Error;
    }>;
    "voice.disconnected": OfAgent;
    "browser.screenshot": {
        data: Bytes;
    };
    "browser.action": {
        action: unknown;
    };
    "browser.step": {
        index: number;
        action: unknown;
        pageUrl: string;
        screenshot: Bytes;
    };
    "browser.done": {
        result: string;
        success: boolean;
        steps: unknown[];
    };
    "browser.error": {
        error: Error;
    };
    "capacity.session.classified": {
        sessionId: string;
        category: SessionCategory;
        totalTokens: number;
        previousCategory?: SessionCategory;
    };
    "capacity.warning": {
        type: "kv_pressure" | "session_limit";
        message: string;
        estimatedKvGb: number;
        sessionCount: number;
    };
    "metrics.snapshot": {
        timestamp: number;
    };
    "compliance.audit.logged": {
        entryId: string;
        action: string;
        agentName: string;
    };
    "compliance.erasure": {
        userId: string;
        storesErased: number;
        entriesAnonymized: number;
    };
    "compliance.retention.purged": {
        purgedCount: number;
    };
    "tenant.scoped": OfAgent<{
        tenantId: string;
    }>;
    "rateLimit.throttled": {
        scope: string;
        limitType: string;
        resetMs: number;
    };
    "rateLimit.degraded": {
        scope: string;
        originalModel: string;
        degradedModel: string;
    };
    "rateLimit.rejected": {
        scope: string;
        reason: string;
    };
    "schedule.fired": OfAgent<{
        scheduleId: string;
    }>;
    "schedule.completed": OfAgent<{
        scheduleId: string;
        runCount: number;
    }>;
    "schedule.error": OfAgent<{
        scheduleId: string;
        error: Error;
    }>;
    "trigger.fired": OfAgent<{
        triggerId: string;
        event: string;
    }>;
};
/** A request for a human's approval. */
interface ApprovalRequest {
    requestId: string;
    toolName: string;
    /** The arguments of the call, as the model sent them. */
    args: Untyped;
    agentName: string;
    runId: string;
    /** The detection, if loop detection (the verdict `ask`) is the reason for the request. */
    detection?: LoopDetection;
}
interface ApprovalDecision {
    approved: boolean;
    /** Of a call in a loop that is denied: what the model is told. */
    reason?: string;
    /** Of a call in a loop: see `LoopDecision`. */
    more?: number;
}
interface ApprovalResponse extends ApprovalDecision {
    requestId: string;
}
/**
 * The events and their payloads. Those declared here are emitted; the inherited ones are Agentium's. Add your own by
 * declaration merging.
 */
interface EventMap extends AgentEventMap {
    /** A call that loop detection allows, before its tool runs. */
    "tool.call": {
        runId: string;
        toolName: string;
        args: Record<string, unknown>;
    };
    /** `result` is the text that the model sees, with the prefix `[cached] ` if it comes from the cache. */
    "tool.result": {
        runId: string;
        toolName: string;
        result: string;
    };
    /** A human must decide. */
    "tool.approval.request": ApprovalRequest;
    /** What was decided, by whomever. */
    "tool.approval.response": ApprovalResponse;
    /** A loop was found, whatever the verdict: in shadow mode too. */
    "loop.detected": {
        runId: string;
        detection: LoopDetection;
        verdict: Verdict;
    };
    /** A listener of `event` threw. */
    error: {
        error: unknown;
        event: string;
    };
}
/** What anyone may emit: the payloads of `EventMap`, and those of Agentium's types, which are wider. */
type Emitted = AgentEventMap & Partial<Omit<EventMap, keyof AgentEventMap>>;
type Listener<Payload> = (payload: Payload) => unknown;
/**
 * A bus with the events of `EventMap`, made by `new EventBus()`.
 *
 * Each method has two signatures: the second has Agentium's payloads, and TypeScript compares overloads without the
 * names of events, so that Agentium's bus, and a subclass whose methods name Agentium's events, fit.
 */
interface EventBus {
    on<Name extends keyof EventMap>(event: Name, listener: Listener<EventMap[Name]>): this;
    on<Name extends keyof EventMap>(event: Name, listener: Listener<Emitted[Name]>): this;
    once<Name extends keyof EventMap>(event: Name, listener: Listener<EventMap[Name]>): this;
    once<Name extends keyof EventMap>(event: Name, listener: Listener<Emitted[Name]>): this;
    /**
     * Removes a listener that `on` or `once` added. If it was added several times, the last one, as in Node's emitters.
     */
    off<Name extends keyof EventMap>(event: Name, listener: Listener<EventMap[Name]>): this;
    off<Name extends keyof EventMap>(event: Name, listener: Listener<Emitted[Name]>): this;
    /** Calls the listeners; gives whether there were any. */
    emit<Name extends keyof EventMap>(event: Name, payload: EventMap[Name]): boolean;
    emit<Name extends keyof EventMap>(event: Name, payload: Emitted[Name]): boolean;
    removeAllListeners(event?: keyof EventMap): this;
}
/**
 * A small event emitter. Listeners are called synchronously, in the order in which they were added. What a listener
 * throws or rejects with becomes an `error` event and never reaches the run.
 *
 * The class is separate from its interface, because a type with private members fits no other class.
 *
 * @example
 * const bus = new EventBus();
 * bus.on("loop.detected", ({ detection }) => metrics.increment(detection.detector));
 */
declare const EventBus: new () => EventBus;

/** What `new RunContext()` takes. */
interface RunContextOptions<Bus extends EventBus = EventBus> {
    /** The run whose calls are judged together: one for each agent run. @default a random UUID */
    runId?: string;
    /** The conversation. For your tools; loops are counted by `runId`. */
    sessionId: string;
    /** For your tools; nothing here reads it. */
    userId?: string;
    /** For your tools; nothing here reads it. */
    tenantId?: string;
    /** For your tools; nothing here reads it. */
    metadata?: Record<string, unknown>;
    /** @default a new `EventBus` */
    eventBus?: Bus;
    /** Pass the same object in each context of a session, so that artifacts and jobs outlive the run. @default {} */
    sessionState?: Record<string, unknown>;
    /** Aborts the run: ends waits and sandboxes, and calls that have not begun do not run. */
    signal?: AbortSignal;
    /** Strings by name; put anything else into `metadata`. */
    dependencies?: Record<string, string>;
}
/**
 * One agent run: its ids, its events, its state. `eventBus` has the type of the bus that was passed in, so that a
 * context with Agentium's bus fits Agentium's types, too; without one, it is an `EventBus`.
 *
 * @example
 * const ctx = new RunContext({ sessionId: "s-1", eventBus: new EventBus() });
 * const results = await executor.executeAll(calls, ctx);
 */
declare class RunContext<Bus extends EventBus = EventBus> {
    readonly runId: string;
    readonly sessionId: string;
    readonly userId?: string;
    readonly tenantId?: string;
    readonly metadata: Record<string, unknown>;
    readonly eventBus: Bus;
    sessionState: Record<string, unknown>;
    readonly signal?: AbortSignal;
    readonly dependencies: Record<string, string>;
    constructor(options: RunContextOptions<Bus>);
    /** Agentium's, for `ConstructorParameters`. */
    constructor(options: RunContextOptions & {
        eventBus: EventBus;
    });
    /** A value of the session state; its type `T` is not checked. */
    getState<T>(key: string): T | undefined;
    /** Changes a value of the session state. */
    setState(key: string, value: unknown): void;
}

/** Which calls a human must allow, and how the human is asked. */
interface ApprovalConfig {
    /** Which tools need approval: all, or those named. A tool's own `requiresApproval` wins. `"none"`: nobody is ever asked. */
    policy: "none" | "all" | string[];
    /**
     * Decides a request; if it throws, that is the call's error. Without it, `approve` or `deny` must be called. Request
     * and response are emitted on the bus in both cases.
     */
    onApproval?: (request: ApprovalRequest) => Promise<ApprovalDecision>;
    /** Milliseconds to wait for an answer, 0 or more. @default 300000 */
    timeout?: number;
    /** What happens without an answer in time; `"throw"`: the call fails. @default "deny" */
    timeoutAction?: "deny" | "approve" | "throw";
    /** The bus on which requests and responses are emitted. @default the run's bus */
    eventBus?: EventBus;
}
/**
 * Holds the requests that wait for an answer. Throws `ERR_LOOPGUARD_OPTION` for an invalid configuration.
 *
 * @example
 * const manager = executor.getApprovalManager();
 * bus.on("tool.approval.request", ({ requestId }) => manager?.approve(requestId));
 */
declare class ApprovalManager {
    constructor(config: ApprovalConfig);
    /** Requests that wait for `approve` or `deny`. */
    listPending(): ApprovalRequest[];
    /** Whether this call needs approval. The tool's own setting wins. Throws what the tool's function throws. */
    needsApproval(toolName: string, args: Record<string, unknown>, toolRequiresApproval?: boolean | ((args: Record<string, unknown>) => boolean)): boolean;
    /**
     * Asks, and waits for the answer, the time-out, or the abort of the run. Rejects with what the callback throws, and
     * on time-out with `timeoutAction: "throw"`.
     */
    check(toolName: string, args: unknown, ctx: RunContext, agentName: string, detection?: LoopDetection): Promise<ApprovalDecision>;
    /** Approves a waiting request; does nothing for an unknown id. */
    approve(requestId: string, reason?: string): void;
    /** Denies a waiting request; does nothing for an unknown id. */
    deny(requestId: string, reason?: string): void;
}

/** How a tool is isolated in a child process. Contains faulty tools, not hostile ones. */
interface SandboxConfig {
    /** @default true */
    enabled?: boolean;
    /** Milliseconds after which the process is killed. @default 30000 */
    timeout?: number;
    /** Limit of the process's JavaScript heap, in MiB. @default 256 */
    maxMemoryMB?: number;
    /** Whether network access is allowed. @default false */
    allowNetwork?: boolean;
    /** File access: all (`true`), none (`false`), or the paths that may be read, or read and written. @default false */
    allowFS?: boolean | {
        readOnly?: string[];
        readWrite?: string[];
    };
    /** The complete environment of the process, which inherits nothing. @default {} */
    env?: Record<string, string>;
}
/** How long results are cached. */
interface ToolCacheConfig {
    /** Milliseconds for which a result is valid. */
    ttl: number;
}
/**
 * A tool. `Args` is the type of the arguments of `execute`: the output of the schema in `parameters`.
 *
 * @example
 * const search: ToolDef = {
 *   name: "search",
 *   description: "Searches the web",
 *   parameters: z.object({ q: z.string() }),
 *   execute: async (args) => `results for ${args["q"]}`,
 * };
 */
interface ToolDef<Args = Record<string, unknown>> {
    name: string;
    description: string;
    /** A zod schema (version 3 or 4), anything with `safeParse`, or a Standard Schema: a `ParameterSchema`. */
    parameters: Untyped;
    /**
     * Runs the tool with checked arguments. What it throws becomes the call's error. A method, so that tools with
     * different arguments, and Agentium's tools, fit into one array.
     */
    execute(args: Args, ctx: RunContext): Promise<string | ToolResult>;
    /**
     * The JSON schema for the model, in place of the one made from `parameters`. `$schema`, `title`, `default`,
     * `examples`, `$id`, `$comment` and `additionalProperties: false`, which some providers refuse, are removed.
     */
    rawJsonSchema?: Record<string, unknown>;
    /** Caches results by name and arguments. @default no cache */
    cache?: ToolCacheConfig;
    /** Whether the tool runs in its own process. `false` wins over the executor's setting. */
    sandbox?: boolean | SandboxConfig;
    /**
     * Whether a human must approve a call; wins over the executor's policy. A function receives the arguments as sent. Without
     * `approval` the executor can ask nobody: the tool runs, which is told once.
     */
    requiresApproval?: boolean | ((args: Record<string, unknown>) => boolean);
    /**
     * Asks the provider to follow the schema strictly. With `true`, the definition follows the rules of OpenAI's strict
     * mode: objects are closed and require all properties, at every depth. An optional property of `parameters` may then
     * be `null`, and a `null` that `parameters` rejects counts as left out. A `rawJsonSchema` is only closed. @default
     * false
     */
    strict?: boolean;
    /** Examples of arguments; they are added to the description that the model sees. */
    inputExamples?: Untyped[];
    /** Turns the full result into the one that the model sees. @default the full result */
    toModelOutput?(result: string | ToolResult, ctx: RunContext): Promise<string | ToolResult>;
    /** The loop-detection policy of this tool; `false`: its calls are not checked. */
    loopDetection?: false | ToolPolicy;
}
/** A tool for an executor: a `ToolDef` whose lists may be read-only, and whose `toModelOutput` may be synchronous. */
interface GivenTool extends Omit<ToolDef, "inputExamples" | "toModelOutput"> {
    inputExamples?: readonly unknown[];
    toModelOutput?(result: string | ToolResult, ctx: RunContext): string | ToolResult | Promise<string | ToolResult>;
}
/** A tool definition for a model provider. */
interface ToolDefinition {
    name: string;
    description: string;
    /** JSON schema (draft 7) of the arguments. */
    parameters: Record<string, unknown>;
    strict?: boolean;
}
/** Of a pointer to an artifact, `art:<UUID>`. Here, so that its entry point need not load artifacts for it. */
declare const ARTIFACT_POINTER_PREFIX = "art:";

interface ArtifactsConfig {
    /** Results with more bytes (UTF-8) are stored. */
    maxToolOutputBytes: number;
    /** Characters of a stored result that the model still sees. @default 200 */
    previewChars?: number;
}
/** A stored artifact. The session state holds a map of them under `__artifacts`, by `id` and by `name:<name>`. */
interface StoredArtifact {
    /** A UUID; the pointer is `art:<id>`. */
    id: string;
    name?: string;
    value: unknown;
    preview: string;
    /** Bytes (UTF-8) of a string, or of a value's JSON; 0 for a value without JSON text. */
    sizeBytes: number;
    /** Milliseconds since 1970. */
    storedAt: number;
    contentType?: string;
}
/** Represents a stored value in a result. */
interface ArtifactPointer {
    /** `art:<UUID>`. */
    pointer: string;
    preview: string;
    sizeBytes: number;
    name?: string;
}
interface ArtifactOptions {
    /** A name by which the artifact can be read, too; it replaces an earlier artifact of the same name. */
    name?: string | undefined;
    /** Kept with the artifact, such as `"text/plain"`. */
    contentType?: string | undefined;
    /** Length of the preview, in UTF-16 code units. @default 200 */
    previewChars?: number | undefined;
}
/** A value and its options in one object. */
interface ArtifactInput extends ArtifactOptions {
    /** The text that is stored. */
    value: string;
}
/** Anything with a session state, such as a `RunContext` of loopguard or Agentium. */
type ArtifactContext = Pick<RunContext, "getState" | "setState">;
/**
 * Stores a value in the session state. An object in the form of an `ArtifactInput` is taken for a value and its
 * options; to store such an object itself, pass `{}` as options.
 *
 * @example
 * const { pointer } = storeArtifact(ctx, rows, { name: "q4-sales" });
 * getArtifact(ctx, pointer)?.value; // rows
 */
declare function storeArtifact(ctx: ArtifactContext, input: ArtifactInput): StoredArtifact & ArtifactPointer;
declare function storeArtifact(ctx: ArtifactContext, value: unknown, options?: ArtifactOptions): ArtifactPointer;
/** The artifact with this pointer (`art:...`), name, or id; `null` if there is none. */
declare function getArtifact(ctx: ArtifactContext, pointerOrName: string): StoredArtifact | null;
/** All artifacts of the session, oldest first. */
declare function listArtifacts(ctx: ArtifactContext): StoredArtifact[];
/** Whether a value has the form of a pointer, `art:...`. Does not look it up. */
declare function isPointer(value: unknown): value is string;
/** Bytes (UTF-8) of a string, or of a value's JSON; 0 for a value without JSON text. */
declare function approxByteSize(value: unknown): number;
/**
 * Makes the tools `storeArtifact`, `getArtifact` and `listArtifacts`. The note under a result that was too large tells
 * the model to call `getArtifact`.
 *
 * @example
 * new ToolExecutor([...tools, ...createArtifactTools()], { artifacts: { maxToolOutputBytes: 20_000 } });
 */
declare function createArtifactTools(): ToolDef[];

/** The options of `new ToolExecutor()`. */
interface ToolExecutorConfig {
    /** How many calls run at once. @default 5 */
    concurrency?: number;
    /** For all tools without a setting of their own. @default false */
    sandbox?: boolean | SandboxConfig;
    /** `null`: none. */
    approval?: ApprovalConfig | null;
    /** Shown to the human who approves. @default "" */
    agentName?: string;
    /** Called before each call that loop detection allows. When it throws, the call fails and the tool does not run. */
    onToolCall?(ctx: RunContext, toolName: string, args: Untyped): Promise<void>;
    /** Keeps large outputs out of the model's context. `null`: none. */
    artifacts?: ArtifactsConfig | null;
    /**
     * `true`: the recommended preset. Each run (`RunContext.runId`) has its own state, except with exactly
     * `{ maxRepeats, action }`, which has one state for the whole executor. With `{ maxRepeats }` alone, the action is
     * always `hint`. A guard's own `scope` wins. @default off
     */
    loopDetection?: boolean | Shorthand | LoopGuardOptions | LoopGuard;
}
/** The shorthand of loop detection: Agentium's option. */
interface Shorthand {
    maxRepeats: number;
    action: "abort" | "hint";
}
/**
 * The options as Agentium types them. Of a constructor with several signatures, TypeScript takes the last one for
 * `ConstructorParameters`; code that reads `loopDetection.maxRepeats` of such a type compiles.
 */
type AgentiumConfig = Omit<ToolExecutorConfig, "approval" | "artifacts" | "loopDetection"> & {
    approval?: ApprovalConfig;
    artifacts?: Required<ArtifactsConfig>;
    loopDetection?: Shorthand;
};

/** As `AnyCall`, with arguments that can be read as a `ToolCall`'s, by code that stands in for an executor. */
type GivenCall = Omit<ToolCall, "arguments"> & {
    arguments: Untyped;
};
/**
 * Runs tool calls in batches, with loop detection, approval, caching, validation, sandboxing and artifacts.
 *
 * @example
 * const executor = new ToolExecutor(tools, { loopDetection: { maxRepeats: 3, action: "hint" } });
 * const results = await executor.executeAll(calls, ctx);
 */
declare class ToolExecutor {
    #private;
    /** A number is the concurrency. Of tools with one name the last counts. Throws `ERR_LOOPGUARD_OPTION` for invalid options. */
    constructor(tools: readonly GivenTool[], config?: number | ToolExecutorConfig);
    constructor(tools: ToolDef[], config?: number | AgentiumConfig);
    /**
     * The guard for `loopDetection`; `undefined` if it is off. `loopGuard.run(ctx.runId)` is the state of a run, on which a
     * host may call `beginTurn()`, for example. With `scope: "instance"` it is `loopGuard.run()`.
     */
    get loopGuard(): LoopGuard | undefined;
    /** `undefined` without an approval policy. */
    getApprovalManager(): ApprovalManager | undefined;
    /** The definitions of the tools for a model provider; a copy, which the caller may change. */
    getToolDefinitions(): ToolDefinition[];
    /** Forgets the results of tools with `cache`. */
    clearCache(): void;
    /**
     * Runs the calls of one model response and returns their results in the same order. The result of a failed call
     * contains its error. Rejects only with a `ToolLoopError`, after the calls in progress have ended, and with all results
     * so far; and with `ERR_LOOPGUARD_CLOSED` if the host has closed the guard.
     *
     * The arguments of a call are parsed, or the JSON text that the model sent (`RawToolCall`).
     *
     * `ctx.runId` identifies the run: pass the same context for all responses of one agent run, and another for each run.
     * Functions that tools call and that are guarded (`guardFunction`) belong to the same run; see `runScope`.
     */
    executeAll(calls: GivenCall[], ctx: RunContext): Promise<ToolCallResult[]>;
}

/** The return value of `recordToolCalls`; `expect` takes it as it is. */
interface ToolCallRecording {
    /** The calls so far, in order, with their results or errors; a refused call has the message in `refused`. */
    readonly calls: RecordedCall[];
    /** Ends the recording. */
    stop(): void;
}
type Recorded = Pick<ToolExecutor, "executeAll">;
/**
 * Records all calls of an executor, for `expect(recording)`. Each `runId` is a run of its own.
 *
 * @example
 * const recording = recordToolCalls(executor);
 * await agent.run("Book a flight");
 * expect(recording).toBeLoopFree();
 */
declare function recordToolCalls(executor: Recorded): ToolCallRecording;

type factories_d_BudgetDetector = BudgetDetector;
type factories_d_BudgetOptions = BudgetOptions;
type factories_d_BudgetUnit = BudgetUnit;
type factories_d_CountDetector = CountDetector;
type factories_d_CountOptions = CountOptions;
type factories_d_CustomDetector = CustomDetector;
type factories_d_CustomDetectorFn = CustomDetectorFn;
type factories_d_CustomDetectorInput = CustomDetectorInput;
type factories_d_CycleDetector = CycleDetector;
type factories_d_CycleOptions = CycleOptions;
type factories_d_DelegationDetector = DelegationDetector;
type factories_d_DelegationOptions = DelegationOptions;
type factories_d_Detector = Detector;
type factories_d_DetectorActions = DetectorActions;
type factories_d_DuplicateDetector = DuplicateDetector;
type factories_d_DuplicateOptions = DuplicateOptions;
type factories_d_ErrorStreakDetector = ErrorStreakDetector;
type factories_d_ErrorStreakOptions = ErrorStreakOptions;
type factories_d_LimitDetector = LimitDetector;
type factories_d_LimitOptions = LimitOptions;
type factories_d_NearRepeatDetector = NearRepeatDetector;
type factories_d_NearRepeatOptions = NearRepeatOptions;
type factories_d_NoNewsDetector = NoNewsDetector;
type factories_d_NoNewsOptions = NoNewsOptions;
type factories_d_NoProgressDetector = NoProgressDetector;
type factories_d_NoProgressOptions = NoProgressOptions;
type factories_d_PingPongDetector = PingPongDetector;
type factories_d_PingPongOptions = PingPongOptions;
type factories_d_RepeatDetector = RepeatDetector;
type factories_d_RepeatOptions = RepeatOptions;
type factories_d_SimilarQueryDetector = SimilarQueryDetector;
type factories_d_SimilarQueryOptions = SimilarQueryOptions;
type factories_d_StallDetector = StallDetector;
type factories_d_TextLoopOptions = TextLoopOptions;
type factories_d_TextRepeatDetector = TextRepeatDetector;
type factories_d_TextRepeatOptions = TextRepeatOptions;
type factories_d_ThresholdOptions = ThresholdOptions;
type factories_d_UnknownToolDetector = UnknownToolDetector;
type factories_d_UnknownToolOptions = UnknownToolOptions;
type factories_d_WindowOptions = WindowOptions;
declare const factories_d_budget: typeof budget;
declare const factories_d_count: typeof count;
declare const factories_d_custom: typeof custom;
declare const factories_d_cycle: typeof cycle;
declare const factories_d_delegation: typeof delegation;
declare const factories_d_duplicate: typeof duplicate;
declare const factories_d_errorStreak: typeof errorStreak;
declare const factories_d_limit: typeof limit;
declare const factories_d_nearRepeat: typeof nearRepeat;
declare const factories_d_noNews: typeof noNews;
declare const factories_d_noProgress: typeof noProgress;
declare const factories_d_pingPong: typeof pingPong;
declare const factories_d_repeat: typeof repeat;
declare const factories_d_similarQuery: typeof similarQuery;
declare const factories_d_stall: typeof stall;
declare const factories_d_textRepeat: typeof textRepeat;
declare const factories_d_unknownTool: typeof unknownTool;
declare namespace factories_d {
  export { factories_d_budget as budget, factories_d_count as count, factories_d_custom as custom, factories_d_cycle as cycle, factories_d_delegation as delegation, factories_d_duplicate as duplicate, factories_d_errorStreak as errorStreak, factories_d_limit as limit, factories_d_nearRepeat as nearRepeat, factories_d_noNews as noNews, factories_d_noProgress as noProgress, factories_d_pingPong as pingPong, factories_d_repeat as repeat, factories_d_similarQuery as similarQuery, factories_d_stall as stall, factories_d_textRepeat as textRepeat, factories_d_unknownTool as unknownTool };
  export type { factories_d_BudgetDetector as BudgetDetector, factories_d_BudgetOptions as BudgetOptions, factories_d_BudgetUnit as BudgetUnit, factories_d_CountDetector as CountDetector, factories_d_CountOptions as CountOptions, factories_d_CustomDetector as CustomDetector, factories_d_CustomDetectorFn as CustomDetectorFn, factories_d_CustomDetectorInput as CustomDetectorInput, factories_d_CycleDetector as CycleDetector, factories_d_CycleOptions as CycleOptions, factories_d_DelegationDetector as DelegationDetector, factories_d_DelegationOptions as DelegationOptions, factories_d_Detector as Detector, factories_d_DetectorActions as DetectorActions, factories_d_DuplicateDetector as DuplicateDetector, factories_d_DuplicateOptions as DuplicateOptions, factories_d_ErrorStreakDetector as ErrorStreakDetector, factories_d_ErrorStreakOptions as ErrorStreakOptions, factories_d_LimitDetector as LimitDetector, factories_d_LimitOptions as LimitOptions, factories_d_NearRepeatDetector as NearRepeatDetector, factories_d_NearRepeatOptions as NearRepeatOptions, factories_d_NoNewsDetector as NoNewsDetector, factories_d_NoNewsOptions as NoNewsOptions, factories_d_NoProgressDetector as NoProgressDetector, factories_d_NoProgressOptions as NoProgressOptions, factories_d_PingPongDetector as PingPongDetector, factories_d_PingPongOptions as PingPongOptions, factories_d_RepeatDetector as RepeatDetector, factories_d_RepeatOptions as RepeatOptions, factories_d_SimilarQueryDetector as SimilarQueryDetector, factories_d_SimilarQueryOptions as SimilarQueryOptions, factories_d_StallDetector as StallDetector, factories_d_TextLoopOptions as TextLoopOptions, factories_d_TextRepeatDetector as TextRepeatDetector, factories_d_TextRepeatOptions as TextRepeatOptions, factories_d_ThresholdOptions as ThresholdOptions, factories_d_UnknownToolDetector as UnknownToolDetector, factories_d_UnknownToolOptions as UnknownToolOptions, factories_d_WindowOptions as WindowOptions };
}

type JsonSchema = Record<string, unknown>;

/** zod 3, zod 4, and anything else with `safeParse`. */
interface SafeParseSchema {
    safeParse(input: unknown): {
        success: boolean;
        data?: unknown;
        error?: unknown;
    };
}
/** The part of https://standardschema.dev that is used here. */
interface StandardSchema<Input = unknown, Output = Input> {
    readonly "~standard": {
        readonly version: 1;
        readonly vendor: string;
        readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
        readonly types?: {
            readonly input: Input;
            readonly output: Output;
        } | undefined;
    };
}
type StandardResult<Output> = {
    readonly value: Output;
    readonly issues?: undefined;
} | {
    readonly issues: readonly SchemaIssue[];
};
interface SchemaIssue {
    readonly message: string;
    readonly path?: readonly (PropertyKey | {
        readonly key: PropertyKey;
    })[] | undefined;
}
type ParameterSchema = SafeParseSchema | StandardSchema;
/** The type of the arguments of `execute`: the schema's output type. */
type InferArguments<Schema> = Schema extends {
    readonly _output: infer Output;
} ? Output : Schema extends {
    readonly "~standard": {
        readonly types?: infer Types;
    };
} ? NonNullable<Types> extends {
    readonly output: infer Output;
} ? Output : unknown : Schema extends {
    safeParse(input: unknown): infer Result;
} ? Extract<Result, {
    success: true;
}> extends {
    data: infer Data;
} ? Data : unknown : unknown;
/** The type of the arguments that the model sends: the schema's input type. */
type InferInput<Schema> = Schema extends {
    readonly _input: infer Input;
} ? Input : Schema extends {
    readonly "~standard": {
        readonly types?: infer Types;
    };
} ? NonNullable<Types> extends {
    readonly input: infer Input;
} ? Input : unknown : InferArguments<Schema>;

/** The argument of `defineTool`: a tool whose `execute` and `inputExamples` are typed by the schema. */
interface ToolConfig<Schema extends ParameterSchema, Args = InferArguments<Schema>> extends Omit<GivenTool, "parameters" | "execute" | "inputExamples"> {
    /** The schema of the arguments, of which the model sees a JSON schema. */
    parameters: Schema;
    /** Runs the tool with arguments that fit. What is thrown, `undefined` and `null` are failures. */
    execute(args: Args, ctx: RunContext): Promise<string | ToolResult>;
    /** Added to the description that the model reads. */
    inputExamples?: readonly (Args | InferInput<Schema>)[];
}
/** A zod schema says its output itself. A generic function over zod schemas needs this, and not a conditional type. */
type ZodLike = SafeParseSchema & {
    readonly _output: unknown;
};
/**
 * Makes a tool whose `execute` is typed by its schema: zod 3, zod 4, a Standard Schema, or anything with `safeParse`.
 *
 * @example
 * const search = defineTool({
 *   name: "search",
 *   description: "Searches the web",
 *   parameters: z.object({ q: z.string() }),
 *   execute: async ({ q }) => `results for ${q}`, // q: string
 * });
 */
declare function defineTool<Schema extends ZodLike>(config: ToolConfig<Schema, Schema["_output"]>): ToolDef;
declare function defineTool<Schema extends ParameterSchema>(config: ToolConfig<Schema>): ToolDef;
interface AsyncToolConfig<Schema extends ParameterSchema, Args = InferArguments<Schema>> extends Omit<ToolConfig<Schema, Args>, "cache" | "sandbox" | "toModelOutput"> {
    /** The job runs in this process, so the tool cannot be sandboxed. Set `false` if the executor sandboxes all tools. */
    sandbox?: false;
    /** Seconds after the call for which its result is kept. @default 600 */
    ttlSeconds?: number;
}
/** `AsyncToolConfig`, by its name in Agentium. */
type DefineAsyncToolConfig<Schema extends ParameterSchema> = AsyncToolConfig<Schema>;
/**
 * Makes a tool that returns `{"handle":"ah:...","status":"pending",...}` at once and continues in the background.
 *
 * @example
 * const report = defineAsyncTool({
 *   name: "report",
 *   description: "Builds the yearly report; takes minutes",
 *   parameters: z.object({ year: z.number() }),
 *   execute: async ({ year }) => buildReport(year),
 * });
 * const executor = new ToolExecutor([report, createPollResultTool()]);
 */
declare function defineAsyncTool<Schema extends ZodLike>(config: AsyncToolConfig<Schema, Schema["_output"]>): ToolDef;
declare function defineAsyncTool<Schema extends ParameterSchema>(config: AsyncToolConfig<Schema>): ToolDef;
/**
 * Makes the tool `pollResult`. Polling a pending result is judged by time, not by count. Every other answer is final:
 * polling it again and again is a loop like any other.
 *
 * @example
 * new ToolExecutor([report, createPollResultTool()], { loopDetection: true });
 */
declare function createPollResultTool(): ToolDef;

/** The part of a step that is read here. */
interface Step {
    readonly content?: readonly unknown[] | undefined;
    readonly usage?: unknown;
}

/**
 * Runs `fn` and returns its result. Calls made inside, or by asynchronous work that `fn` starts, of what is guarded with
 * `guardFunction` or `guardClient` and has no run of its own, belong to `guard.run(key)`. A server with many users puts a scope
 * around each request, with the session as key. `ToolExecutor`, `guardExecutor` and `guardServer` do the same around their
 * tools. Scopes may be nested; the inner one counts.
 *
 * `key`: a string that is not empty, or an object by its identity, which cannot be awaited (a query of an ORM is no key). With any
 * other key, which is told once, `fn` runs in a scope of its own.
 *
 * @example
 * app.post("/chat", (request, response) => runScope(request.sessionId, () => agent.answer(request, response)));
 */
declare function runScope<T>(key: string | object, fn: () => T): T;

export { ARTIFACT_POINTER_PREFIX, AgentRun, ApprovalManager, CallRun, EventBus, LoopGuard, RunContext, TextMonitor, ToolExecutor, ToolLoopError, approxByteSize, checkMessages, createArtifactTools, createPollResultTool, defineAsyncTool, defineTool, desk, factories_d, findToolLoopError, getArtifact, isPointer, listArtifacts, recordToolCalls, refusalText, runScope, storeArtifact };
export type { ActionOption, AdapterOptions, Admission, AgentEventMap, AnyRun, ApprovalConfig, ApprovalDecision, ApprovalRequest, ApprovalResponse, Artifact, ArtifactContext, ArtifactInput, ArtifactOptions, ArtifactPointer, ArtifactsConfig, AskStream, AsyncToolConfig, Awaitable, BudgetOptions, CallEnds, CallOutcome, CheckedCall, CountOptions, CustomDetectorFn, CustomDetectorInput, CycleOptions, DefineAsyncToolConfig, Delegation, DelegationOptions, Desk, DeskInput, DeskSettings, DetectionMessage, Detector, DetectorActions, DetectorName, DuplicateOptions, ErrorMessage, ErrorStreakOptions, EventMap, ExpectedLoop, GivenCall, GivenTool, GuardInput, InferArguments, InferInput, JournalPosition, JournalState, JournalStore, JsonSchema, Ladder, LimitOptions, LoopCall, LoopDecision, LoopDetection, LoopGuardOptions, LoopGuardStats, LoopMatchers, LoopOutcome, LoopRecovery, LoopRun, LoopUsage, MessagesVerdict, NearRepeatOptions, NextRequest, NoNewsOptions, NoProgressOptions, OnAbort, ParameterSchema, PingPongOptions, PollPolicy, PresetName, Ran, RawToolCall, RecordedCall, RecoverOptions, RecoveryMessage, RecoveryRung, Refusal, RepeatOptions, RequestEdit, RestoreMessage, RestoreReport, ResultForm, RunContextOptions, RunOptions, SafeParseSchema, SandboxConfig, SimilarQueryOptions, StandardSchema, StateStore, Step, StoredArtifact, StoredLoopRun, StoredRunOptions, StoredState, StreamForm, TextKind, TextLoopOptions, TextOptions, TextPiece, TextRepeatOptions, TextStep, TextStream, ThresholdOptions, ToolArtifact, ToolCacheConfig, ToolCall, ToolCallRecording, ToolCallResult, ToolConfig, ToolDef, ToolDefinition, ToolExecutorConfig, ToolPolicy, ToolResult, UnknownToolOptions, Untyped, Verdict, VerdictAction, VolatileClass, WindowOptions, ZodLike };
