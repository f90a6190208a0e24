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
     * The full result, before any truncation. A string, or any value: compared by its JSON, and where that does not say it all
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
/** What a detector found. Holds names, counts and digests; never arguments or results. */
interface LoopDetection {
    /** The detector's name, such as `"count"`, `"ping_pong"` or a custom one. */
    detector: string;
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
    callId?: string;
    runId?: string;
    /** 32 hex digits that stand for the call; keyed per guard, so they say nothing about its arguments. Empty: not known. */
    fingerprint: string;
}
/** What to do with a call. The verdict of an untroubled call is one frozen object, the same every time. */
interface Verdict {
    readonly action: VerdictAction;
    /** The text for the model: added to the result (`warn`), or in its place (`hint`, `ask`, `abort`). */
    readonly message: string;
    readonly detection: LoopDetection | null;
    /** The earlier result of the same call, under `duplicate({ replay: true })`. */
    readonly replay?: unknown;
    /** For a poll: how many milliseconds to wait before the next one. */
    readonly waitMs?: number;
}
/** Strikes at which each rung starts. The highest rung reached wins. */
interface Ladder {
    warn?: number;
    hint?: number;
    ask?: number;
    abort?: number;
}
/** Kinds of spans in a result that change from call to call without being news. */
type VolatileClass = "timestamps" | "durations" | "uuids" | "hexIds" | "counters" | "pids" | "tempPaths" | "ansi" | "digits" | "space";
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
    /** Milliseconds for which a poll may give one result; 0: for ever. @default 600000 */
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
    volatile?: (VolatileClass | RegExp)[];
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
    action?: ActionOption;
    ladder?: Ladder;
}
/**
 * `"recommended"`: right for most agents. `"strict"`: earlier and harder, where calls are dear. `"lenient"`: late warnings,
 * for exploration, games and debuggers. `"observe"`: the recommended one in shadow.
 */
type PresetName = "recommended" | "strict" | "lenient" | "observe";
/** What a guard has done so far. */
interface LoopGuardStats {
    /** Calls judged. */
    calls: number;
    /** Calls refused: `hint`, `ask` and `abort`. */
    refused: number;
    /** Calls that ran with a warning. */
    warned: number;
    /** Distinct loops, by detector and by tool. */
    loops: {
        total: number;
        byDetector: Record<string, number>;
        byTool: Record<string, number>;
    };
    /** Characters of arguments and results that refused calls did not cost (estimated from the calls that ran). */
    charactersSaved: number;
    /** `charactersSaved / 4`, the usual rule of thumb. */
    tokensSaved: number;
    /** Open runs. */
    runs: number;
}
/** The state of one agent run. */
interface LoopRun {
    /** Judges a call before it runs. Never throws for bad input: such a call is allowed and untracked. */
    before(call: LoopCall): Verdict;
    /** Takes what came back and judges the pattern that it completes. */
    after(call: LoopCall, outcome: LoopOutcome): Verdict;
    /** A call that never reaches a tool: an unknown name, or arguments that never parse. */
    invalid(call: LoopCall, error: unknown): Verdict;
    /** The calls that follow are one model response. */
    beginRound(): void;
    /** A user spoke. */
    beginTurn(): void;
    reset(): void;
    /**
     * Goes through a log of earlier calls as if the run had been there, and tells nobody; the verdict is the sternest of the
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
    snapshot(): Uint8Array;
    stats(): LoopGuardStats;
    close(): void;
    /** The detection that stopped this run, once a verdict was `abort`. */
    readonly tripped: LoopDetection | null;
}

/** `lg_detector_type`, by number. */
declare const DETECTOR_TYPES: readonly ["count", "repeat", "stall", "ping_pong", "cycle", "duplicate", "similar_query", "limit", "no_progress", "error_streak", "unknown_tool", "poll", "custom", "no_news"];

/** The core's types of detectors; the names are those of `LoopDetection.detector`. */
type DetectorType = (typeof DETECTOR_TYPES)[number];
/** What every factory takes besides its own parameters: what this detector's findings lead to. */
interface DetectorActions {
    /** Instead of the guard's `action`. */
    action?: ActionOption;
    /** Instead of the guard's `ladder`. */
    ladder?: Ladder;
}
interface DetectorBase<Type extends DetectorType> {
    /** The name that its detections carry. */
    readonly name: string;
    readonly type: Type;
    readonly action?: ActionOption;
    readonly ladder?: Readonly<Ladder>;
}
interface ThresholdOptions {
    /** Observations that make a detection. Default 3. */
    threshold?: number;
}

interface CountOptions {
    /** Calls that are allowed; the next one is a detection. `Infinity`: none ever is. Default 3. */
    maxRepeats?: number;
    /** `true`: key order does not count. Default `false`: the identity is `name::JSON.stringify(arguments)`. */
    canonical?: boolean;
}
interface CountDetector extends DetectorBase<"count">, Readonly<Required<CountOptions>> {
}
/** One call that comes more than `maxRepeats` times in a run, whatever came back. */
declare function count(options?: CountOptions & DetectorActions): CountDetector;

/** What a custom detector is shown: the last 64 completed calls, oldest first, each with its outcome. */
interface CustomDetectorInput {
    readonly calls: readonly LoopCall[];
    readonly outcomes: readonly LoopOutcome[];
}
/**
 * Gives a detection, of which it may leave out all but one field (the newest call's name, one repeat and weak evidence are
 * filled in), or `null` or `undefined`. Anything else does not fire: a boolean, a promise, a field of the wrong type.
 */
type CustomDetectorFn = (input: CustomDetectorInput) => Partial<LoopDetection> | null | undefined;
interface CustomDetector extends DetectorBase<"custom"> {
    readonly detect: CustomDetectorFn;
}
/**
 * A detector of your own, asked after each completed call. What it throws, and what it gives that is no detection, is told
 * once on `loopguard:error` and taken as `null`. Two detections are the same loop when their `fingerprint`s are equal, or,
 * without one, tool and pattern.
 *
 * @example
 * custom("too_many_edits", ({ calls }) =>
 *   calls.filter((call) => call.name === "edit").length > 20 ? { message: "Over 20 edits." } : null);
 */
declare function custom(name: string, detect: CustomDetectorFn, options?: DetectorActions): CustomDetector;

/** The options of `LoopDetector`. */
interface WindowOptions {
    /** Signatures that are looked back on. Default 32. */
    windowSize?: number;
    /** Default 1. */
    minCycleLen?: number;
    /** Default 8. */
    maxCycleLen?: number;
    /** Blocks in a row. Default 3. */
    repeats?: number;
}
interface CycleOptions extends WindowOptions {
    /** `true`: only when the results repeat too, which is strong evidence. Default `false`. */
    sameResults?: boolean;
}
interface CycleDetector extends DetectorBase<"cycle">, Readonly<Required<CycleOptions>> {
}
/** The last calls, arguments and errors included, are one block, repeated. */
declare function cycle(options?: CycleOptions & DetectorActions): CycleDetector;

interface DuplicateOptions {
    /** `true`: the verdict carries the earlier result in `replay`. Default `false`. */
    replay?: boolean;
}
interface DuplicateDetector extends DetectorBase<"duplicate">, Readonly<Required<DuplicateOptions>> {
}
/** The same call ran before, in this turn. */
declare function duplicate(options?: DuplicateOptions & DetectorActions): DuplicateDetector;

interface ErrorStreakOptions extends ThresholdOptions {
    /** The threshold of rate limits, timeouts and 5xx. Default 8. */
    transientThreshold?: number;
}
interface ErrorStreakDetector extends DetectorBase<"error_streak">, Readonly<Required<ErrorStreakOptions>> {
}
/** One tool failed `threshold` times in a row with one error, whatever the arguments. */
declare function errorStreak(options?: ErrorStreakOptions & DetectorActions): ErrorStreakDetector;

interface LimitOptions {
    /** How often a tool may run, by name or glob; `Infinity`: as often as it likes. */
    limits?: Readonly<Record<string, number>>;
    /** The limit of every other tool. Default 3. */
    default?: number;
}
interface LimitDetector extends DetectorBase<"limit">, Readonly<Required<LimitOptions>> {
}
/** A tool that ran as often as it may in one turn. */
declare function limit(options?: LimitOptions & DetectorActions): LimitDetector;

interface NoNewsOptions {
    /** Equal results in a row, from 1 up, after which the call is refused while nothing is news. Default 2. */
    times?: number;
    /** The same for bare acknowledgements: an empty result, `OK`, `true`, `{"success":true}`. Default 6; `times`, if more. */
    ackTimes?: number;
    /** The same for failures that pass by themselves: rate limits, timeouts and 5xx. Default 6; `times`, if more. */
    transientTimes?: number;
    /**
     * `true`: the equal results must have come without news between them too, or one more of them, or a lap of calls
     * without news; and one more from a call that has given different results in the run. Default `false`.
     */
    settled?: boolean;
    /**
     * Milliseconds: a call that was last asked for this long ago, or behind a wait, is a poll, and judged by time instead
     * of by count. Default 4,500; 0: never.
     */
    pollAfterMs?: number;
    /** Milliseconds for which such a poll may give one result. Default 600,000; 0: for ever. */
    maxWaitMs?: number;
}
interface NoNewsDetector extends DetectorBase<"no_news">, Readonly<Required<NoNewsOptions>> {
}
/**
 * A call whose last result came `times` times in a row, while nothing in the run has been news since it last ran: no call
 * gave a result that it had not given before, and nobody spoke. Laps of any length are found, without a window. Waiting
 * is no loop: a call that comes seconds after it was last asked for, or behind a wait, is judged by time.
 *
 * @example
 * new LoopGuard({ detectors: [noNews({ times: 2 })], ladder: { hint: 1, abort: 5 } });
 */
declare function noNews(options?: NoNewsOptions & DetectorActions): NoNewsDetector;

interface NoProgressOptions extends ThresholdOptions {
    /** The threshold of calls that fail. Default: `threshold`. */
    errorThreshold?: number;
    /** `true`: a call that succeeds counts only while no new call was made in between. Default `false`. */
    settled?: boolean;
    /** Completed calls that are looked back on. Default 32. */
    windowSize?: number;
}
interface NoProgressDetector extends DetectorBase<"no_progress">, Readonly<Required<NoProgressOptions>> {
}
/** One call gave one result `threshold` times, whatever ran between, and nothing in between changed it. */
declare function noProgress(options?: NoProgressOptions & DetectorActions): NoProgressDetector;

interface PingPongOptions {
    /** Tool names in one block. Default 2. */
    cycleLength?: number;
    /** Blocks in a row. Default 3. */
    repetitions?: number;
}
interface PingPongDetector extends DetectorBase<"ping_pong">, Readonly<Required<PingPongOptions>> {
}
/** The last tool names are one block, repeated, with at least two different names in it. */
declare function pingPong(options?: PingPongOptions & DetectorActions): PingPongDetector;

interface RepeatOptions extends ThresholdOptions {
    /** `true`: only calls that fail, whatever their errors say. Default `false`. */
    failures?: boolean;
}
interface RepeatDetector extends DetectorBase<"repeat">, Readonly<Required<RepeatOptions>> {
}
/** The last `threshold` completed calls are one call. */
declare function repeat(options?: RepeatOptions & DetectorActions): RepeatDetector;

interface SimilarQueryOptions {
    /** Tools whose queries are compared: names or globs. */
    tools: readonly string[];
    /** Arguments that may hold the query; the first that is a string does. */
    keys?: readonly string[];
    /** The ratio from which two queries are similar. Default 0.75. */
    threshold?: number;
    /** Words that make two queries different when only one has them. Default: `delete`, `remove`, `drop` and the like. */
    dangerousTokens?: readonly string[];
}
interface SimilarQueryDetector extends DetectorBase<"similar_query">, Readonly<Required<SimilarQueryOptions>> {
}
/** A search that is like one that ran in an earlier round of this turn. */
declare function similarQuery(options: SimilarQueryOptions & DetectorActions): SimilarQueryDetector;

interface StallDetector extends DetectorBase<"stall">, Readonly<Required<ThresholdOptions>> {
}
/** The last `threshold` completed calls have one tool and one result, whatever the arguments. */
declare function stall(options?: ThresholdOptions & DetectorActions): StallDetector;

interface UnknownToolDetector extends DetectorBase<"unknown_tool">, Readonly<Required<ThresholdOptions>> {
}
/** A name that no tool has, or arguments that never parse, came `threshold` times. */
declare function unknownTool(options?: ThresholdOptions & DetectorActions): UnknownToolDetector;

/** An entry of the `detectors` option, made by one of the factories. */
type Detector = CountDetector | RepeatDetector | StallDetector | PingPongDetector | CycleDetector | DuplicateDetector | SimilarQueryDetector | LimitDetector | NoProgressDetector | ErrorStreakDetector | UnknownToolDetector | NoNewsDetector | CustomDetector;

/** Options of a guard. Unknown names, wrong types and impossible values throw `ERR_LOOPGUARD_OPTION`. */
interface LoopGuardOptions {
    /**
     * Detectors, ladders and volatile spans under one name. Default `"recommended"`, where no detectors are given. Named beside
     * `detectors`, it gives all but the detectors.
     */
    preset?: PresetName;
    /** Shorthand for `detectors: [count({ maxRepeats })]`. `Infinity`: never. */
    maxRepeats?: number;
    /** Asked in order; the first that fires gives the verdict. Default: those of the preset. */
    detectors?: Detector[];
    /** What a detection leads to: `"hint"` is `{ hint: 1 }`, `"abort"` is `{ abort: 1 }`. */
    action?: ActionOption;
    /** Strikes at which each rung starts. */
    ladder?: Ladder;
    /** Replaces the texts that the model sees; where a function throws or gives no string, the usual text stays. */
    message?: string | ((detection: LoopDetection) => string);
    /** Per tool, by name or glob (`*`, `?`); the first match in order wins, exact names before globs; `false`: exempt. */
    tools?: Record<string, false | ToolPolicy>;
    /** Spans replaced before a result is compared, for tools that do not say. Default: those of the preset, else none. */
    volatile?: (VolatileClass | RegExp)[];
    /**
     * `"run"`: a state for each run, as the host knows it: `RunContext.runId`, a session, or the key of `runScope`.
     * `"instance"`: one state for all that the guard hears of. Default `"run"`; `"instance"` for the shorthand
     * `loopDetection: { maxRepeats, action }` of `ToolExecutor` alone.
     */
    scope?: "instance" | "run";
    /** Detect and report, never act. */
    shadow?: boolean;
    /**
     * Called for every detection, with the verdict that it led to. It may be async: nobody waits for it, and what it rejects
     * with is told on `loopguard:error`.
     */
    onDetection?: (detection: LoopDetection, verdict: Verdict) => void;
    /** Bound of each run's count table, least recently used out first. Default 10,000. */
    maxEntries?: number;
    /** Bound of open runs, longest unused out first. Default 1,024. */
    maxRuns?: number;
    /** The clock, in milliseconds; for tests. Default `Date.now`. */
    now?: () => number;
}

/** What was taken over from a snapshot, and what was not, because the detectors or the policies are others. */
interface RestoreReport {
    /** The same detectors with the same parameters, in the same order. Ladders and messages may differ. */
    readonly sameOptions: boolean;
    readonly dropped: {
        /** Loops with their strikes, of detectors that are not there any more. */
        readonly loops: number;
        /** Patterns of such detectors that the next call might have gone on with. */
        readonly armed: number;
        /** What such detectors said of calls that were under way. */
        readonly detections: number;
        /** Completed calls beyond what the detectors look back on, oldest first. */
        readonly observations: number;
        /** Counted calls beyond `maxEntries`, longest unused first. */
        readonly counts: number;
        /** Policies of calls that were under way, which no tool has any more; such a call goes on under the default one. */
        readonly policies: number;
    };
}

/** What a store has for a key. */
interface StoredState {
    readonly bytes: Uint8Array;
    /** Names this very value: what `save` must be told to replace it. */
    readonly version: string;
}
/**
 * One value per key, replaced by compare and swap.
 *
 * A method that cannot do its work rejects; an answer of another type counts as that, too. The run then goes on by itself and
 * tries again later. None needs a time limit of its own: whoever asks has one, and what comes after it is ignored. A `save`
 * that landed although its answer was lost does no harm.
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
    /** What is stored under `key`; `undefined`, or `null`: nothing. Bytes are a `Uint8Array`, such as a `Buffer`. */
    load(key: string): Promise<StoredState | undefined>;
    /**
     * Stores `bytes` if the version stored is `ifVersion` (`undefined`: if nothing is stored), and gives the new version.
     * `undefined`: somebody was quicker, and nothing was changed. `bytes` must not be kept: they are copied or written.
     */
    save(key: string, bytes: Uint8Array, ifVersion: string | undefined): Promise<string | undefined>;
    /** Forgets the key; one that is not there is fine. */
    delete(key: string): Promise<void>;
    /** Gives up what the store holds: files, connections of its own. Not called by runs. */
    close?(): void | Promise<void>;
}
/** Where a worker is. */
interface JournalPosition {
    /** Names one life of the key, from its first `open` to its loss: never what a life before was named. */
    readonly incarnation: string;
    /** Characters that were ever appended in this life, up to here. */
    readonly offset: number;
    /**
     * Stands for everything that was appended up to here, such as a running digest: never what it is where anything else was,
     * at this offset or another. A store that loses its last entries and takes others instead, as a failover makes it, is found
     * out by it.
     */
    readonly mark: string;
}
/** What a worker has to catch up with, and where it then is: the next `append` says it. */
interface JournalState extends JournalPosition {
    /** The state that `entries` go on from; `undefined`: the one that the worker has. */
    readonly snapshot: Uint8Array | undefined;
    /** The entries, one behind another, as they were appended. A line that begins with `#` is the store's own. */
    readonly entries: string;
    /**
     * Beside a snapshot that `append` gives: the writer's highest number that is in snapshot and entries, 0 where he has none
     * there. Left out where it is not known.
     */
    readonly last?: number;
}
/**
 * A log of entries per key, which the server keeps in order, and a snapshot that the log goes on from.
 *
 * An entry is a line of ASCII, `<writer>:<number>:<record in base64>` and a line feed. By writer and number a worker finds
 * its own among those of others.
 */
interface JournalStore extends StateStore {
    /**
     * The state of `key`, from its snapshot on. Where nothing is stored, `proposal` is taken for the snapshot of a new life:
     * then `snapshot` is `undefined`, `entries` are empty and `offset` is 0. Else `snapshot` is always given.
     */
    open(key: string, proposal: Uint8Array): Promise<JournalState>;
    /**
     * Adds the entries that this writer has not added yet, and gives everything behind `at.offset`, own entries included, in
     * the server's order. In one step: no other `append` comes in between.
     *
     * Where `at.mark` does not stand at `at.offset` (it was compacted away, or the store lost it), the snapshot and all that
     * follows it are given, with the writer's `last` number. Nothing is added then if `entries` do not go on from that number:
     * the worker puts back what is missing, and comes again.
     *
     * `entries` are numbered from `firstSeq` up; the highest number of each writer is kept, so that a retry after a lost answer
     * adds nothing twice. No entries: only catches up. `"gone"`: nothing is stored, or another life; nothing was added.
     * A worker may put back what another wrote: entries of one call are of one writer.
     *
     * `writer` is 16 hex digits.
     */
    append(key: string, at: JournalPosition, writer: string, firstSeq: number, entries: readonly string[]): Promise<JournalState | "gone">;
    /**
     * `snapshot` is the state at `at`: entries up to there may go. Does nothing when that life is over, when `at.mark` does not
     * stand there any more, or when a later offset was compacted already.
     */
    compact(key: string, at: JournalPosition, snapshot: Uint8Array): Promise<void>;
}

/** Options of `guard.run(key, options)`. */
interface StoredRunOptions {
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
 * await using run = guard.run(sessionId, { store: fileStore("./state") });
 * run.beginTurn();
 * const call = { id, name, arguments: args };
 * const before = await run.before(call);
 * let text = before.message; // of a refused call the model reads this
 * if (before.action === "allow" || before.action === "warn") {
 *   const result = await tool(args);
 *   const after = await run.after(call, { result });
 *   text = [result, before.message, after.message].filter(Boolean).join("\n\n");
 * }
 */
interface StoredLoopRun {
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

/**
 * Detects loops of tool calls and says what to do about them. One guard serves many runs; `run(key)` gives the state of
 * one, and the methods of the guard itself act on its default run.
 *
 * @example
 * const guard = new LoopGuard({ maxRepeats: 3, action: "hint" });
 * const call = { id, name, arguments: args };
 * const before = guard.before(call);
 * let text = before.message; // of a refused call the model reads this
 * if (before.action === "allow" || before.action === "warn") {
 *   const result = await tool(args);
 *   const after = guard.after(call, { result });
 *   text = [result, before.message, after.message].filter(Boolean).join("\n\n");
 * }
 */
declare class LoopGuard {
    #private;
    /** Without options: the recommended preset. Throws `ERR_LOOPGUARD_OPTION`. */
    constructor(options?: LoopGuardOptions);
    /** Whether hosts keep a state for each run that they know: the option of this name. */
    get scope(): "instance" | "run";
    /** The detection that stopped the default run. */
    get tripped(): LoopDetection | null;
    /** What was taken over from the snapshot that this guard was restored from; `undefined`: from none. */
    get restored(): RestoreReport | undefined;
    /**
     * A run whose state is in a store, where it outlives this process and is shared with others: the same verdicts, but each
     * waits for the store. The same key gives the same run until it is closed; a run without a store is another one.
     */
    run(key: string, options: StoredRunOptions): StoredLoopRun;
    /**
     * The state of one run; the same key gives the same run, and none the default run. An object, such as a framework's
     * context, is a key by its identity and is not kept alive.
     */
    run(key?: string | object): LoopRun;
    /** Judges a call before it runs. */
    before(call: LoopCall): Verdict;
    /** Takes what came back and judges the pattern that it completes. */
    after(call: LoopCall, outcome: LoopOutcome): Verdict;
    /** A call that never reaches a tool: an unknown name, or arguments that never parse. */
    invalid(call: LoopCall, error: unknown): Verdict;
    /** The calls that follow are one model response. */
    beginRound(): void;
    /** A user spoke. */
    beginTurn(): void;
    /** Forgets the default run's calls. */
    reset(): void;
    /**
     * The detection that the last call of this history raises, or `null`. Pure: no run is touched, nobody is told. Each
     * call is a round of its own; an outcome that is a string is a result; calls without an outcome are still open.
     */
    check(calls: readonly LoopCall[], outcomes?: readonly (LoopOutcome | string | null | undefined)[]): LoopDetection | null;
    /** Goes through a log of earlier calls in the default run; see `LoopRun.rehydrate`. */
    rehydrate(history: string | Iterable<unknown>): Verdict;
    /**
     * The state of the default run and of every run with a string for a key, as bytes: digests, tool names and counts.
     * Results for `replay` and the calls kept for custom detectors are not in it.
     */
    snapshot(): Uint8Array;
    /**
     * A guard in the state of a snapshot. `options` are those of the guard that it is of. Under other detectors, counts and
     * past calls are taken over, and so are the strikes of detectors that are still the same; `restored` says what is left
     * out, and so does a message on the diagnostics channel `loopguard:restore`. Throws `ERR_LOOPGUARD_SNAPSHOT` for anything that is not such a snapshot.
     */
    static restore(bytes: Uint8Array, options?: LoopGuardOptions): LoopGuard;
    /** What the guard has done so far, all runs together. */
    stats(): LoopGuardStats;
    /**
     * Ends every run and gives the memory back. Runs with a store are to be closed before, one by one, where what they still
     * have to send matters: this does not wait for it. Afterwards every method but `close` throws `ERR_LOOPGUARD_CLOSED`. */
    close(): void;
    [Symbol.dispose](): void;
}

/** What every adapter takes as `guard`: a guard, the options of one, or nothing for the recommended preset. */
type GuardInput = LoopGuard | LoopGuardOptions;

/**
 * Runs `fn` and gives back what it gives. Whatever is guarded with `guardFunction` or `guardClient`, is called inside, and
 * has no run of its own, judges with `guard.run(key)` of its guard; so does everything asynchronous that `fn` starts. For a
 * server that serves many users: one scope around each request, with the session for a key. `ToolExecutor`,
 * `guardExecutor` and `guardServer` do the same around the tools that they run. Scopes may be nested; the inner one counts.
 *
 * `key`: a string, or an object by its identity. Anything else is told on the channel `loopguard:error`, and `fn` runs in a
 * scope of its own.
 *
 * @example
 * app.post("/chat", (request, response) => runScope(request.sessionId, () => agent.answer(request, response)));
 */
declare function runScope<T>(key: string | object, fn: () => T): T;

declare global {
    interface SymbolConstructor {
        readonly dispose: unique symbol;
        readonly asyncDispose: unique symbol;
    }
    interface AbortSignal {
    }
}
/** A `Buffer`, which without `@types/node` is only known to be a `Uint8Array`. */
type Bytes = typeof globalThis extends {
    Buffer: {
        alloc(size: number): infer B;
    };
} ? B : Uint8Array;

interface Usage {
    promptTokens: number;
    completionTokens: number;
    totalTokens: number;
    reasoningTokens?: number;
    cachedTokens?: number;
}
type OfRun<More = unknown> = {
    runId: string;
} & More;
type OfAgent<More = unknown> = {
    agentName: string;
} & More;
type OfAgentRun<More = unknown> = OfRun<OfAgent<More>>;
type SessionCategory = "light" | "medium" | "heavy" | "extreme";
/** What a run tells of its tools: the part that every bus of this kind knows, in whatever version. */
interface ToolEventMap {
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
}
/** Names and payloads of what an Agentium bus carries. */
interface AgentEventMap extends ToolEventMap {
    "run.start": OfAgentRun<{
        input: string;
    }>;
    "run.complete": OfRun<{
        output: {
            text: string;
            [field: string]: unknown;
        };
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
}

interface ApprovalRequest {
    requestId: string;
    toolName: string;
    args: Record<string, unknown>;
    agentName: string;
    runId: string;
    /** Why loop detection asks, when it does. */
    detection?: LoopDetection;
}
interface ApprovalDecision {
    approved: boolean;
    reason?: string;
}
interface ApprovalResponse extends ApprovalDecision {
    requestId: string;
}

/**
 * The events and what they carry; those named here are emitted, the others are Agentium's. Add your own by declaration
 * merging.
 */
interface EventMap extends AgentEventMap {
    "tool.call": {
        runId: string;
        toolName: string;
        args: Record<string, unknown>;
    };
    /** `result` is the text that the model sees, after `[cached] ` for a cached one. */
    "tool.result": {
        runId: string;
        toolName: string;
        result: string;
    };
    "tool.approval.request": ApprovalRequest;
    "tool.approval.response": ApprovalResponse;
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
/**
 * What a run asks of a bus: an `EventBus`, Agentium's, or one of your own. Other events than these four are emitted on it
 * too; to listen to them with types, keep the bus that you made.
 */
interface EventBusLike {
    on<Name extends keyof ToolEventMap>(event: Name, listener: (payload: ToolEventMap[Name]) => void): unknown;
    once<Name extends keyof ToolEventMap>(event: Name, listener: (payload: ToolEventMap[Name]) => void): unknown;
    off<Name extends keyof ToolEventMap>(event: Name, listener: (payload: ToolEventMap[Name]) => void): unknown;
    emit<Name extends keyof ToolEventMap>(event: Name, payload: ToolEventMap[Name]): unknown;
}
type Listener<Payload> = (payload: Payload) => unknown;
/** A bus with the events of `EventMap`. */
interface EventBus extends EventBusLike {
    on<Name extends keyof EventMap>(event: Name, listener: Listener<EventMap[Name]>): this;
    once<Name extends keyof EventMap>(event: Name, listener: Listener<EventMap[Name]>): this;
    /** Removes a listener that `on` or `once` added; of several equal ones, the last, as Node's emitters do. */
    off<Name extends keyof EventMap>(event: Name, listener: Listener<EventMap[Name]>): this;
    /** Whether anybody listened. */
    emit<Name extends keyof EventMap>(event: Name, payload: EventMap[Name]): boolean;
    removeAllListeners(event?: keyof EventMap): this;
}
/**
 * A small event emitter. Listeners are called in the order they were added, at once. What a listener throws, or rejects
 * with, becomes an `error` event and never reaches the run.
 *
 * Apart from its interface, since private members would make it a type that no other class fits.
 *
 * @example
 * const bus = new EventBus();
 * bus.on("loop.detected", ({ detection }) => metrics.increment(detection.detector));
 */
declare const EventBus: new () => EventBus;

interface RunContextOptions<Bus extends EventBusLike = EventBusLike> {
    /** @default a random UUID */
    runId?: string;
    sessionId: string;
    userId?: string;
    tenantId?: string;
    metadata?: Record<string, unknown>;
    /** @default a new `EventBus` */
    eventBus?: Bus;
    sessionState?: Record<string, unknown>;
    /** Aborting it ends waits, sandboxes and calls that have not begun. */
    signal?: AbortSignal;
    /** Other things than texts may go into `metadata`. */
    dependencies?: Record<string, string>;
}
/** Makes contexts. A context that is given no bus has one of ours, which only a constructor's own type can say. */
interface RunContextConstructor {
    new <Bus extends EventBusLike = EventBus>(options: RunContextOptions<Bus>): RunContext<Bus>;
    readonly prototype: RunContext;
}
/**
 * One agent run: its ids, its events, its state. Its bus has the class of the one that it was given, so that a context with
 * Agentium's bus is one for Agentium's types too.
 */
interface RunContext<Bus extends EventBusLike = EventBusLike> {
    readonly runId: string;
    readonly sessionId: string;
    readonly userId?: string;
    readonly tenantId?: string;
    readonly metadata: Record<string, unknown>;
    readonly eventBus: Bus;
    sessionState: Record<string, unknown>;
    readonly signal?: AbortSignal;
    readonly dependencies: Record<string, string>;
    /** A value of the session state. The type is the caller's word for it. */
    getState<T>(key: string): T | undefined;
    setState(key: string, value: unknown): void;
}
/**
 * @example
 * const ctx = new RunContext({ sessionId: "s-1", eventBus: new EventBus() });
 * const results = await executor.executeAll(calls, ctx);
 */
declare const RunContext: RunContextConstructor;

interface ApprovalConfig {
    /** Which tools need approval, unless the tool itself says: none, all, or those named. */
    policy: "none" | "all" | string[];
    /**
     * Decides; what it throws is the call's error. Without it `approve` or `deny` decides. The bus hears of the request and of
     * the response either way.
     */
    onApproval?: (request: ApprovalRequest) => Promise<ApprovalDecision>;
    /** Milliseconds. @default 300000 */
    timeout?: number;
    /** @default "deny" */
    timeoutAction?: "deny" | "approve" | "throw";
    /** Where requests and responses are emitted. @default the run's */
    eventBus?: EventBusLike;
}
/**
 * Keeps the requests that wait for an answer.
 *
 * @example
 * const manager = executor.getApprovalManager();
 * bus.on("tool.approval.request", ({ requestId }) => manager?.approve(requestId));
 */
declare class ApprovalManager {
    #private;
    /** Throws `ERR_LOOPGUARD_OPTION`. */
    constructor(config: ApprovalConfig);
    /** Requests that wait for `approve` or `deny`. */
    listPending(): ApprovalRequest[];
    /** Whether this call needs approval. What the tool says wins. Throws what a tool's function throws. */
    needsApproval(toolName: string, args: Record<string, unknown>, toolRequiresApproval?: boolean | ((args: Record<string, unknown>) => boolean)): boolean;
    /**
     * Asks, and waits for the answer, the time-out or the run's abort. Rejects where nobody decides: with what the callback
     * throws, and on time-out with `timeoutAction: "throw"`.
     */
    check(toolName: string, args: unknown, ctx: RunContext, agentName: string, detection?: LoopDetection): Promise<ApprovalDecision>;
    /** Answers a request that waits; any other is passed over. */
    approve(requestId: string, reason?: string): void;
    /** Answers a request that waits; any other is passed over. */
    deny(requestId: string, reason?: string): void;
}

/** zod 3, zod 4, and whatever else has `safeParse`. */
interface SafeParseSchema {
    safeParse(input: unknown): {
        success: boolean;
        data?: unknown;
        error?: unknown;
    };
}
/** https://standardschema.dev, as far as it is needed here. */
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
/** What `execute` gets: the schema's output type. */
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
/** What the model sends: the schema's input type. */
type InferInput<Schema> = Schema extends {
    readonly _input: infer Input;
} ? Input : Schema extends {
    readonly "~standard": {
        readonly types?: infer Types;
    };
} ? NonNullable<Types> extends {
    readonly input: infer Input;
} ? Input : unknown : InferArguments<Schema>;

/** One tool call that a model asked for. */
interface ToolCall {
    /** The model's id for this call. */
    id: string;
    /** The tool's name. */
    name: string;
    arguments: Record<string, unknown>;
    /** `true`: never counted by loop detection. */
    retryable?: boolean;
}
/** A call whose arguments are still the JSON text that the model sent; the executor parses it. */
interface RawToolCall extends Omit<ToolCall, "arguments"> {
    arguments: string;
}
/** Something that a tool made besides text. */
interface ToolArtifact {
    type: string;
    data: unknown;
    mimeType?: string;
}
/** The same, by the name that Agentium has for it. */
type Artifact = ToolArtifact;
/** A tool's result when it is more than text. `content` is what the model sees. */
interface ToolResult {
    content: string;
    artifacts?: ToolArtifact[];
}
/** What `executeAll` gives for one call. */
interface ToolCallResult {
    toolCallId: string;
    toolName: string;
    result: string | ToolResult;
    /** Set when the call did not succeed; `"loop-detected"` when loop detection refused it. */
    error?: string;
}
/** How a tool is isolated; see `sandbox.ts` for what that does and does not protect from. */
interface SandboxConfig {
    /** @default true */
    enabled?: boolean;
    /** Milliseconds until the process is killed. @default 30000 */
    timeout?: number;
    /** Bound of the process's JavaScript heap. @default 256 */
    maxMemoryMB?: number;
    /** @default false */
    allowNetwork?: boolean;
    /** `true`: everything. Else the files and directories that may be read, or read and written. @default false */
    allowFS?: boolean | {
        readOnly?: string[];
        readWrite?: string[];
    };
    /** The whole environment of the process: nothing is inherited. */
    env?: Record<string, string>;
}
/** How long results are kept. */
interface ToolCacheConfig {
    /** Milliseconds. */
    ttl: number;
}
/** Any schema; where it is one of zod's objects, its `shape` can be asked for. */
type ToolParameters = ParameterSchema & {
    readonly shape?: Readonly<Record<string, unknown>>;
};
/**
 * A tool. `Args` is what `execute` takes: what the schema in `parameters` gives.
 *
 * @example
 * const search: ToolDef = {
 *   name: "search",
 *   description: "Searches the web",
 *   parameters: z.object({ q: z.string() }),
 *   execute: async (args) => `results for ${args["q"]}`,
 * };
 */
interface ToolDef<Args = Record<string, unknown>, Schema extends ParameterSchema = ToolParameters> {
    name: string;
    description: string;
    /** A zod schema (version 3 or 4), anything with `safeParse`, or a Standard Schema. */
    parameters: Schema;
    /** Written as a method so that tools with different arguments, and Agentium's tools, fit into one array. */
    execute(args: Args, ctx: RunContext): Promise<string | ToolResult>;
    /**
     * The JSON schema shown to the model, in place of the one made from `parameters`; without `$schema`, `title`, `default`,
     * `examples`, `$id`, `$comment` and `additionalProperties: false`, which some providers refuse.
     */
    rawJsonSchema?: Record<string, unknown>;
    /** Results are kept by name and arguments. */
    cache?: ToolCacheConfig;
    /** Run in a process of its own. `false` wins over the executor's setting. */
    sandbox?: boolean | SandboxConfig;
    /** A human must agree first; wins over the executor's policy. The arguments are those that the model sent. */
    requiresApproval?: boolean | ((args: Record<string, unknown>) => boolean);
    /**
     * Ask the provider for strict schema adherence. With `true` the definition keeps the rules of OpenAI's strict mode: objects
     * are closed and require all their properties, at every depth. What is optional in `parameters` may then be `null`, and a
     * `null` that `parameters` refuses counts as left out; `rawJsonSchema` is only closed. @default false
     */
    strict?: boolean;
    /** Examples of arguments; they end up in the description that the model sees. */
    inputExamples?: readonly unknown[];
    /** Turns the full result into what the model sees. */
    toModelOutput?(result: string | ToolResult, ctx: RunContext): string | ToolResult | Promise<string | ToolResult>;
    /** How loop detection treats this tool; `false`: it does not. */
    loopDetection?: false | ToolPolicy;
}
/** A tool as a model provider wants to see it. */
interface ToolDefinition {
    name: string;
    description: string;
    /** JSON schema (draft 7), of what the model is to send. */
    parameters: Record<string, unknown>;
    strict?: boolean;
}

interface ArtifactsConfig {
    /** Results with more bytes of UTF-8 are stored. */
    maxToolOutputBytes: number;
    /** How much of a stored result the model still sees. @default 200 */
    previewChars?: number;
}
/** What the session state has under `__artifacts`: a map of these by `id`, and by `name:` and their name. */
interface StoredArtifact {
    /** A UUID; the pointer is `art:` and this. */
    id: string;
    name?: string;
    value: unknown;
    preview: string;
    /** Bytes of UTF-8 of a text, or of a value's JSON; 0: it has none. */
    sizeBytes: number;
    /** Milliseconds since 1970. */
    storedAt: number;
    contentType?: string;
}
/** What stands for a stored value. */
interface ArtifactPointer {
    /** `art:` and a UUID. */
    pointer: string;
    preview: string;
    sizeBytes: number;
    name?: string;
}
interface ArtifactOptions {
    /** The artifact can be read by it too; a name that was used before now means this one. */
    name?: string | undefined;
    contentType?: string | undefined;
    /** UTF-16 code units. @default 200 */
    previewChars?: number | undefined;
}
/** A text and its options in one. */
interface ArtifactInput extends ArtifactOptions {
    value: string;
}
/** Anything with a session state: a `RunContext`, ours or Agentium's. */
type ArtifactContext = Pick<RunContext, "getState" | "setState">;
declare const ARTIFACT_POINTER_PREFIX = "art:";
/**
 * Stores a value in the session state. An `ArtifactInput` alone is taken for its text and its options; with `{}` as options
 * it is stored like any other object.
 *
 * @example
 * const { pointer } = storeArtifact(ctx, rows, { name: "q4-sales" });
 * getArtifact(ctx, pointer)?.value; // rows
 */
declare function storeArtifact(ctx: ArtifactContext, input: ArtifactInput): StoredArtifact & ArtifactPointer;
declare function storeArtifact(ctx: ArtifactContext, value: unknown, options?: ArtifactOptions): ArtifactPointer;
/** By pointer (`art:...`), by name, or by id; `null`: there is none. */
declare function getArtifact(ctx: ArtifactContext, pointerOrName: string): StoredArtifact | null;
/** All artifacts of the session, oldest first. */
declare function listArtifacts(ctx: ArtifactContext): StoredArtifact[];
/** Whether this looks like a pointer to an artifact. Nothing is looked up. */
declare function isPointer(value: unknown): value is string;
/** Bytes of UTF-8 of a text, or of a value's JSON; 0: it has none. */
declare function approxByteSize(value: unknown): number;

interface ToolExecutorConfig {
    /** How many calls run at once. @default 5 */
    concurrency?: number;
    /** For all tools that do not say otherwise. @default false */
    sandbox?: boolean | SandboxConfig;
    /** `null`: none. */
    approval?: ApprovalConfig | null;
    /** Shown to the human who approves. @default "" */
    agentName?: string;
    /** Called before each call that loop detection allows. When it throws, the call fails and the tool does not run. */
    onToolCall?(ctx: RunContext, toolName: string, args: Record<string, unknown>): Promise<void>;
    /** Keeps large outputs out of the model's context. `null`: none. */
    artifacts?: ArtifactsConfig | null;
    /**
     * `true`: the recommended preset. Each run, which is a `RunContext.runId`, has a state of its own; the shorthand
     * `{ maxRepeats, action }` alone counts for the executor, whoever asks; `{ maxRepeats }` alone gives hints for ever. A
     * `scope` among the options of a guard, or of a guard itself, always wins. @default off
     */
    loopDetection?: boolean | {
        maxRepeats: number;
        action: "abort" | "hint";
    } | LoopGuardOptions | LoopGuard;
}

type AnyCall = ToolCall | RawToolCall;
/**
 * Runs tool calls in batches, with loop detection, approval, caching, validation, sandboxing and artifacts.
 *
 * @example
 * const executor = new ToolExecutor(tools, { loopDetection: { maxRepeats: 3, action: "hint" } });
 * const results = await executor.executeAll(calls, ctx);
 */
declare class ToolExecutor {
    #private;
    /** A number is the concurrency. Throws `ERR_LOOPGUARD_OPTION` for options that cannot work. */
    constructor(tools: readonly ToolDef[], config?: number | ToolExecutorConfig);
    /**
     * The guard behind `loopDetection`; `undefined` when it is off. `loopGuard.run(ctx.runId)` is the state of a run: there a
     * user's turn begins, for example. Under `scope: "instance"` it is `loopGuard.run()`.
     */
    get loopGuard(): LoopGuard | undefined;
    /** `undefined` without an approval policy. */
    getApprovalManager(): ApprovalManager | undefined;
    /** The tools as a model provider wants to see them; a copy, which is the caller's. */
    getToolDefinitions(): ToolDefinition[];
    /** Forgets the results of tools with `cache`. */
    clearCache(): void;
    /**
     * Runs the calls of one model response and gives their results in the same order. What goes wrong with a call is in
     * its result. Only a `ToolLoopError` is thrown: when the calls that were running have finished, and with the results
     * of all that ran. (And `ERR_LOOPGUARD_CLOSED`, for a host that has closed the guard.)
     *
     * A run is a `ctx.runId`: give all responses of one agent run the same context, and each run its own. Functions that tools
     * call and that are guarded (`guardFunction`) are in the same run; see `runScope`.
     */
    executeAll(calls: readonly AnyCall[], ctx: RunContext): Promise<ToolCallResult[]>;
}

export { ARTIFACT_POINTER_PREFIX, ApprovalManager, EventBus, LoopGuard, RunContext, ToolExecutor, approxByteSize, count, custom, cycle, duplicate, errorStreak, getArtifact, isPointer, limit, listArtifacts, noNews, noProgress, pingPong, repeat, runScope, similarQuery, stall, storeArtifact, unknownTool };
export type { ActionOption, AgentEventMap, ApprovalConfig, ApprovalDecision, ApprovalRequest, ApprovalResponse, Artifact, ArtifactContext, ArtifactInput, ArtifactOptions, ArtifactPointer, ArtifactsConfig, CountDetector, CountOptions, CustomDetector, CustomDetectorFn, CustomDetectorInput, CycleDetector, CycleOptions, Detector, DetectorActions, DuplicateDetector, DuplicateOptions, ErrorStreakDetector, ErrorStreakOptions, EventBusLike, EventMap, GuardInput, InferArguments, InferInput, JournalPosition, JournalState, JournalStore, Ladder, LimitDetector, LimitOptions, LoopCall, LoopDetection, LoopGuardOptions, LoopGuardStats, LoopOutcome, LoopRun, NoProgressDetector, NoProgressOptions, ParameterSchema, PingPongDetector, PingPongOptions, PollPolicy, PresetName, RawToolCall, RepeatDetector, RepeatOptions, RestoreReport, RunContextConstructor, RunContextOptions, SafeParseSchema, SandboxConfig, SchemaIssue, SimilarQueryDetector, SimilarQueryOptions, StallDetector, StandardResult, StandardSchema, StateStore, StoredArtifact, StoredLoopRun, StoredRunOptions, StoredState, ThresholdOptions, ToolArtifact, ToolCacheConfig, ToolCall, ToolCallResult, ToolDef, ToolDefinition, ToolExecutorConfig, ToolParameters, ToolPolicy, ToolResult, UnknownToolDetector, Verdict, VerdictAction, VolatileClass, WindowOptions };
