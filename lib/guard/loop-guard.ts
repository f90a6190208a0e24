/** `LoopGuard`: a guard and its runs. */

import { hasBrand, mark } from "../base/brand.ts";
import { checkObject } from "../base/check-option.ts";
import { closedError, optionError } from "../base/errors.ts";
import { getOrAdd, isThenable } from "../base/property.ts";
import { isBytes } from "../base/text-bytes.ts";
import type {
  Delegation,
  LoopCall,
  LoopDecision,
  LoopDetection,
  LoopGuardStats,
  LoopOutcome,
  LoopRun,
  LoopUsage,
  RunOptions,
  TextOptions,
  ToolPolicy,
  Verdict,
} from "../base/types.ts";
import { core } from "../core/backend.ts";
import { publishRestore, type RestoreReport, restoreReport, tellMisuse } from "../rules/diagnostics.ts";
import { type GuardConfig, type LoopGuardOptions, readOptions } from "../rules/options.ts";
import { readPolicies, ToolPolicies } from "../rules/tool-policy.ts";
import { attempt } from "../rules/verdict.ts";
import { type Work, workIn } from "../run/agent-work.ts";
import { GuardEngine, OpenRuns } from "../run/guard-engine.ts";
import { GuardRun } from "../run/loop-run.ts";
import { checkRunOptions, type ReadTask, type Relation, readRelation } from "../run/run-tree.ts";
import { damagedError, packRuns, type RunSnapshot, unpackRuns } from "../run/snapshot-container.ts";
import type { JournalStore, StateStore } from "../store/store-interface.ts";
import { StoredRun } from "../store/stored-run.ts";
import {
  isForStore,
  readStoredRunOptions,
  type StoredLoopRun,
  type StoredRunOptions,
} from "../store/stored-run-options.ts";
import { checkHistory } from "./check-history.ts";

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
export class LoopGuard {
  /** @internal All that a copy has (by structuredClone, a spread or JSON): `readOptions` knows it by that. */
  readonly isLoopGuard = true;
  readonly #config: GuardConfig;
  readonly #tools: ToolPolicies;
  readonly #engine: GuardEngine;
  readonly #runs: OpenRuns<GuardRun>;
  readonly #byName = new Map<string, GuardRun>();
  readonly #byObject = new WeakMap<object, GuardRun>();
  readonly #default: GuardRun;
  #checker: GuardEngine | undefined;
  #closed = false;
  #restored: RestoreReport | undefined;
  readonly #stored: OpenRuns<StoredRun>;
  readonly #byStore = new WeakMap<object, Map<string, StoredRun>>();

  /** Without options: the recommended preset. Throws `ERR_LOOPGUARD_OPTION`. */
  constructor(options?: LoopGuardOptions);
  /** @internal `key`: of the snapshot that is being restored. */
  constructor(options: LoopGuardOptions, key: Uint8Array);
  constructor(options: LoopGuardOptions = {}, key?: Uint8Array) {
    if (key !== undefined && !isBytes(key))
      throw optionError("type", "options", key, "the only argument of LoopGuard: put all options into one object");
    this.#config = readOptions(options);
    this.#tools = new ToolPolicies(this.#config.tools, this.#config.volatile);
    this.#engine = new GuardEngine(this.#config, key, this.#tools);
    this.#runs = new OpenRuns(this.#config.maxRuns);
    this.#stored = new OpenRuns(this.#config.maxRuns);
    this.#default = new GuardRun(this.#engine, undefined, undefined);
  }

  static {
    mark(LoopGuard.prototype, "guard");
  }

  /** The option of this name: whether each run has its own state. */
  get scope(): "instance" | "run" {
    return this.#config.scope;
  }

  /** @internal Whether a verdict may be `ask`. */
  get mayAsk(): boolean {
    return this.#config.mayAsk;
  }

  /** @internal The option of this name. */
  get recover(): GuardConfig["recover"] {
    return this.#config.recover;
  }

  /** The detection that stopped the default run. */
  get tripped(): LoopDetection | null {
    return this.#default.tripped;
  }

  /** What was dropped from the snapshot that this guard was restored from; `undefined`: it was not restored. */
  get restored(): RestoreReport | undefined {
    return this.#restored;
  }

  /**
   * The state of one run; the same key gives the same run, and none the default run. An object, such as a framework's
   * context, is a key by its identity and is not kept alive. `storedRun` gives a run whose state is in a store.
   *
   * `parent` and `agent` say which runs belong together, for the `delegation` detector; see `LoopRun.delegate`.
   */
  run(key?: string | object, options?: RunOptions): LoopRun {
    this.#assertOpen();
    const relation = options === undefined ? undefined : this.#relation(options);
    const run = this.#run(key);
    if (key === "") tellMisuse(this, "LOOPGUARD_SCOPE", 'guard.run(""): all who have no key share one run.');
    if (relation !== undefined) run.relate(relation);
    return run;
  }

  /**
   * A run whose state is in a store, where it outlives this process and is shared with others: the same verdicts, but each
   * waits for the store. The same key and store give the same run until it is closed; `run(key)` is another one.
   *
   * @example
   * const run = guard.storedRun(sessionId, fileStore(".loopguard"));
   * const verdict = await run.before(call);
   */
  storedRun(key: string, store: StateStore | JournalStore | StoredRunOptions): StoredLoopRun {
    this.#assertOpen();
    if (typeof key !== "string" || key === "")
      throw optionError("type", "key", key, "a non-empty string, which other processes can say too");
    const { settings, relation } = readStoredRunOptions(store);
    const runs = getOrAdd(this.#byStore, settings.store, () => new Map<string, StoredRun>());
    const named = (name: string): StoredRun =>
      this.#stored.get(runs, name, () => new StoredRun(this.#engine, name, settings, this.#stored));
    const related = readRelation(this.#engine, relation, named);
    const run = named(key);
    run.relate(related);
    return run;
  }

  /** @internal The run of an agent that begins to work now. Its parent is the run in whose tool it works, if there is one. */
  agentRun(key: string | object, agent?: string): LoopRun {
    const run = this.run(key) as GuardRun;
    const work = workIn(this.#engine);
    if (work !== undefined) {
      const addChild = () => work.run.delegations.addChild(run.delegations, work.call, agent);
      attempt(addChild, undefined, "delegate", work.call.name);
    }
    return run;
  }

  /** @internal The tool of a run of this guard that the current code is part of, as far as delegations are looked at. */
  surroundingWork(): Work | undefined {
    return workIn(this.#engine);
  }

  /** @internal Whether a detector looks at delegations. */
  get seesDelegations(): boolean {
    return this.#engine.delegation !== undefined;
  }

  /** @internal Calls of this tool start an agent; `read` gives which, and its task. */
  startsAgents(tool: string, read: ReadTask): void {
    this.#engine.agentTools?.add(tool, read);
  }

  /** Judges a call before it runs. */
  before(call: LoopCall): Verdict {
    return this.#open().before(call);
  }

  /** Records the outcome of a call and judges the pattern that it completes. */
  after(call: LoopCall, outcome: LoopOutcome): Verdict {
    return this.#open().after(call, outcome);
  }

  /** A call that reaches no tool: its name is unknown, or its arguments are invalid. */
  invalid(call: LoopCall, error: unknown): Verdict {
    return this.#open().invalid(call, error);
  }

  /** What a human said of a call whose verdict was `ask`; see `LoopRun.decide`. */
  decide(call: LoopCall, decision: LoopDecision): Verdict {
    return this.#open().decide(call, decision);
  }

  /** Takes what the model writes, as it streams; see `LoopRun.text`. */
  text(chunk: string, about?: TextOptions): Verdict {
    return this.#open().text(chunk, about);
  }

  /** Adds what a model response has used, for `budget`; see `LoopRun.usage`. */
  usage(usage: LoopUsage): Verdict {
    return this.#open().usage(usage);
  }

  /** Judges that another agent is to work; see `LoopRun.delegate`. */
  delegate(to: Delegation): Verdict {
    return this.#open().delegate(to);
  }

  /** The next calls are of one model response. */
  beginRound(): void {
    this.#open().beginRound();
  }

  /** A user spoke. */
  beginTurn(): void {
    this.#open().beginTurn();
  }

  /** The context was compacted: the agent forgot what it read, and may read it once more. */
  compacted(): void {
    this.#open().compacted();
  }

  /** Forgets the default run's calls. */
  reset(): void {
    this.#open().reset();
  }

  /**
   * The detection for the last call of this history, or `null`. It changes no run and calls no listener. Each call is a round
   * of its own; an outcome that is a string is a result; a call without an outcome is in progress.
   */
  check(
    calls: readonly LoopCall[],
    outcomes: readonly (LoopOutcome | string | null | undefined)[] = [],
  ): LoopDetection | null {
    this.#assertOpen();
    this.#checker ??= new GuardEngine(this.#config, this.#engine.key, this.#tools, "check");
    return checkHistory(this.#checker, calls, outcomes);
  }

  /** Replays a log of earlier calls in the default run; see `LoopRun.rehydrate`. */
  rehydrate(history: string | Iterable<unknown>): Verdict {
    return this.#open().rehydrate(history);
  }

  /**
   * The state of the default run and of every run with a string for a key, as bytes: digests, tool names and counts.
   * Results for `replay` and the calls kept for custom detectors are not in it.
   */
  snapshot(): Uint8Array {
    this.#assertOpen();
    const named = [...this.#runs.named()].map(([key, run]) => ({ key, bytes: run.snapshot() }));
    return packRuns([{ key: null, bytes: this.#default.snapshot() }, ...named]);
  }

  /**
   * A guard in the state of a snapshot. `options` should be those of the guard that made it. With other detectors, counts and
   * past calls are kept, and the strikes of detectors that have not changed; `restored` and a message on the diagnostics
   * channel `loopguard:restore` say what was dropped. Throws `ERR_LOOPGUARD_SNAPSHOT` for anything but such a snapshot.
   */
  static restore(bytes: Uint8Array, options: LoopGuardOptions = {}): LoopGuard {
    readOptions(options); // a wrong option is an error of the options, not of the snapshot
    const runs = unpackRuns(bytes);
    let guard: LoopGuard | undefined;
    try {
      guard = new LoopGuard(options, core.snapshotKey((runs[0] as RunSnapshot).bytes));
      const reports = [];
      for (const { key, bytes: state } of runs)
        reports.push((key === null ? guard.#default : (guard.run(key) as GuardRun)).restore(state));
      guard.#restored = restoreReport(reports);
      publishRestore(guard.#restored);
      return guard;
    } catch (error) {
      guard?.close();
      throw damagedError(error);
    }
  }

  /** What the guard has done so far, all runs together. */
  stats(): LoopGuardStats {
    this.#assertOpen();
    return this.#engine.tally.stats(this.#runs.size + this.#stored.size + 1);
  }

  /**
   * Closes every run and frees the memory. It does not wait for runs with a store: close those first if what they still have
   * to send matters. Afterwards every method but `close` throws `ERR_LOOPGUARD_CLOSED`. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#runs.closeAll();
    this.#stored.closeAll();
    this.#default.close();
    this.#engine.close();
    this.#checker?.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** @internal The clock of the options, for adapters that judge by time; NaN where it fails. */
  now(): number {
    return this.#engine.clock();
  }

  /** @internal Policies that tools carry themselves; see `withToolPolicies`. */
  addPolicies(policies: ReadonlyMap<string, false | ToolPolicy>): void {
    this.#assertOpen();
    this.#tools.add(policies);
  }

  /**
   * @internal For replays: a run that notifies no listener, which the caller must close, and the option `message`. `setTime`
   * sets the clock of all such runs of the guard, which gives NaN until then.
   */
  silentRun(): { run: GuardRun; message: GuardConfig["message"]; setTime: (ms: number | undefined) => void } {
    this.#assertOpen();
    const engine = this.#engine.replayer;
    const { message } = this.#config;
    return { run: new GuardRun(engine, undefined, undefined), message, setTime: engine.setTime };
  }

  #run(key: string | object | undefined): GuardRun {
    if (key === undefined) return this.#default;
    const make = () => {
      // Not whatever can be awaited: LiveKit's handle of a speech can.
      if (isThenable(key) && key instanceof Promise)
        throw optionError("type", "key", key, "a string or an object: await it first");
      return new GuardRun(this.#engine, this.#runs, typeof key === "string" ? key : undefined);
    };
    if (typeof key === "string") return this.#runs.get(this.#byName, key, make);
    if (typeof key === "object" && key !== null) return this.#runs.get(this.#byObject, key, make);
    throw optionError("type", "key", key, "a string or an object");
  }

  #relation(options: RunOptions): Relation {
    if (isForStore(options))
      throw optionError("type", "store", options, "given to storedRun(key, store), and not to run(key)");
    checkObject(options, "options", "an object with parent and agent");
    checkRunOptions(options);
    return readRelation(this.#engine, { ...options }, (key) => this.#run(key));
  }

  #open(): GuardRun {
    this.#assertOpen();
    return this.#default;
  }

  #assertOpen(): void {
    if (this.#closed) throw closedError("guard");
  }
}

/** Also true for a guard of another copy of the package. */
export function isGuard(guard: unknown): guard is LoopGuard {
  return hasBrand(guard, "guard");
}

/** Adds policies to a guard, under the exact names of tools; where its own options name one, they win. Gives the guard back. */
export function withToolPolicies(guard: LoopGuard, policies: Readonly<Record<string, false | ToolPolicy>>): LoopGuard {
  guard.addPolicies(readPolicies(policies, "policies"));
  return guard;
}
