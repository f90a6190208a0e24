/** The public types of the guard. Terms are those of the documentation's glossary (docs/glossary.md). */

/** What to do with a call: run it, run it with a message, refuse it, ask a human first, stop the run. */
export type VerdictAction = "allow" | "warn" | "hint" | "ask" | "abort";

/** One tool call that a model asked for. */
export interface LoopCall {
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
export interface LoopOutcome {
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
export interface LoopUsage {
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
export interface LoopDetection {
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
export type Verdict =
  | VerdictOf<"allow", true, LoopDetection | null>
  | VerdictOf<"warn", true, LoopDetection>
  | (VerdictOf<"hint" | "ask", false, LoopDetection> & {
      /** The earlier result of the same call, under `duplicate({ replay: true })`. */
      readonly replay?: unknown;
    })
  | VerdictOf<"abort", false, LoopDetection>;

/** Strikes at which each step starts. The highest step reached wins. */
export interface Ladder {
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
export type VolatileClass =
  | "timestamps"
  | "durations"
  | "uuids"
  | "hexIds"
  | "counters"
  | "pids"
  | "tempPaths"
  | "ansi"
  | "digits"
  | "space"
  | "envelope"
  | "frames"
  | "unlessAll";

/** One verdict from the first strike on, or a function that chooses one for each detection. */
export type ActionOption = "warn" | "hint" | "abort" | ((detection: LoopDetection) => VerdictAction);

/**
 * A tool that is asked again until something is ready.
 *
 * @example
 * const job_status: PollPolicy = { final: (result) => ["done", "failed"].includes(JSON.parse(result as string).status) };
 */
export interface PollPolicy {
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
export interface ToolPolicy {
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
export type PresetName = "recommended" | "strict" | "lenient" | "observe";

/**
 * What is done to a request to get the model out of a loop. `"prune"`: the repetitions are left out. `"tools"`: the loop's tools, too.
 * `"model"`: another model or temperature. `"fresh"`: the task, with what is known. `"answer"`: the last request of a run
 * that was stopped, without tools.
 */
export type RecoveryRung = "prune" | "tools" | "model" | "fresh" | "answer";

/** What was done to a request, and what became of it. */
export interface LoopRecovery {
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
export interface LoopGuardStats {
  /** Calls judged. */
  calls: number;
  /** Calls refused: `hint`, `ask` and `abort`. Not those that a human let run. */
  refused: number;
  /** Refused calls by their tool; names after the first 1,000 are counted together, as `"*"`. */
  refusedByTool: Record<string, number>;
  /** Calls that ran with a warning. */
  warned: number;
  /** Distinct loops, by detector and by tool. */
  loops: { total: number; byDetector: Record<string, number>; byTool: Record<string, number> };
  /** What was done to requests to get the model out of a loop, by rung: how often it was tried, and how often the loop ended. */
  recoveries: { [R in RecoveryRung]?: { tried: number; ended: number } };
  /** Characters of arguments and results that refused calls did not cost (estimated from the calls that ran). */
  charactersSaved: number;
  /** `charactersSaved / 4`, the usual rule of thumb. */
  tokensSaved: number;
  /** Open runs; of a guard, the default run is always one of them. */
  runs: number;
}

/** What `text` is told about a chunk. */
export interface TextOptions {
  /** Reasoning is looked at apart from answers. @default "text" */
  kind?: "text" | "reasoning";
  /** The message of the chunk. Another id than that of the last chunk ends the message before. */
  messageId?: string | undefined;
  /** `true`: the message ends with this chunk, which may be empty. */
  end?: boolean;
}

/** What `delegate` is told: which agent is to work next. */
export interface Delegation {
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
export interface RunOptions {
  /** The run that started this one, or its key. The newest one given counts; without it, a run keeps the one that it has. */
  parent?: string | LoopRun;
  /** The name of the agent that works in the run, for detections. Default: the key, if that is a string. */
  agent?: string;
}

/** What a human said where the verdict was `ask`. */
export interface LoopDecision {
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
export interface LoopRun {
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
