/** What the runs of one guard share: the core's guard, the rules of the tools, counts, and which runs are open. */

import { mayWarn, readSteps, type Steps } from "../base/action-ladder.ts";
import { closedError } from "../base/errors.ts";
import { orElse, wordsOf } from "../base/property.ts";
import { randomKey } from "../base/text-bytes.ts";
import type { LoopDetection, LoopGuardStats, LoopRecovery, Verdict } from "../base/types.ts";
import { core } from "../core/backend.ts";
import type { CoreGuard } from "../core/handles.ts";
import type { CoreRun } from "../core/run.ts";
import type { CoreReport } from "../core/types.ts";
import { isBudget } from "../rules/detectors/budget.ts";
import { type CustomDetector, isCustom } from "../rules/detectors/custom.ts";
import { type DelegationDetector, isDelegation } from "../rules/detectors/delegation.ts";
import { isSimilarQuery, type SimilarQueryDetector } from "../rules/detectors/similar-query.ts";
import { isTextRepeat, type TextRepeatDetector } from "../rules/detectors/text-repeat.ts";
import { tellMisuse, wrongReturn } from "../rules/diagnostics.ts";
import type { GuardConfig } from "../rules/options.ts";
import { type Detector, detectorConfig, readsClock, recordOf, replays } from "../rules/table.ts";
import type { ToolPolicies, ToolRules } from "../rules/tool-policy.ts";
import { AgentTools } from "./run-tree.ts";

/** Names counted one by one; later ones share the entry `"*"`, because a model can make up any number of names. */
const NAMES_MAX = 1000;

/** Counts of a run, which are also counted in those `above`, of its guard. */
export class Tally {
  /** The host has called `after`, and has told what was used. */
  isAnswered = false;
  /** When so many calls were unanswered that the host may have forgotten `after`, by the guard's clock. */
  unansweredAt: number | undefined;
  hasUsage = false;
  readonly #above: Tally | undefined;
  /** Calls that were judged. */
  calls = 0;
  #refused = 0;
  #warned = 0;
  #ran = 0;
  #argumentCharacters = 0;
  #completed = 0;
  #resultCharacters = 0;
  #loops = 0;
  readonly #recoveries: LoopGuardStats["recoveries"] = {};
  readonly #byDetector = new Map<string, number>();
  readonly #byTool = new Map<string, number>();
  readonly #refusedByTool = new Map<string, number>();

  constructor(above?: Tally) {
    this.#above = above;
  }

  /** Counts a call that was judged. `times` -1: it is judged anew, and had this verdict. */
  judged(verdict: Verdict, argumentCharacters: number, times: 1 | -1 = 1): void {
    const { action, allowed, detection } = verdict;
    this.calls += times;
    if (allowed) {
      this.#ran += times;
      this.#argumentCharacters += times * argumentCharacters;
    } else {
      this.#refused += times;
      increment(this.#refusedByTool, detection.toolName, times);
    }
    if (action === "warn") this.#warned += times;
    this.#above?.judged(verdict, argumentCharacters, times);
  }

  /** The verdict on a call is another: a human let it run, or refused it. */
  rejudged(old: Verdict, verdict: Verdict, argumentCharacters: number): void {
    this.judged(old, argumentCharacters, -1);
    this.judged(verdict, argumentCharacters);
  }

  /** Counts a warning that is given with the result of a call that ran. */
  warned(): void {
    this.#warned++;
    this.#above?.warned();
  }

  completed(resultCharacters: number): void {
    this.#completed++;
    this.#resultCharacters += resultCharacters;
    this.#above?.completed(resultCharacters);
  }

  /** Counts a loop, at its first strike. */
  loop(detection: LoopDetection): void {
    this.#loops++;
    increment(this.#byDetector, detection.detector);
    increment(this.#byTool, detection.toolName);
    this.#above?.loop(detection);
  }

  recovered(recovery: LoopRecovery): void {
    const { rung, outcome } = recovery;
    this.#recoveries[rung] ??= { tried: 0, ended: 0 };
    if (outcome !== "failed") this.#recoveries[rung][outcome]++;
    this.#above?.recovered(recovery);
  }

  stats(runs: number): LoopGuardStats {
    // Estimate: a refused call would have cost as much as the average call that ran.
    const each = average(this.#argumentCharacters, this.#ran) + average(this.#resultCharacters, this.#completed);
    const charactersSaved = Math.round(each * this.#refused);
    return {
      calls: this.calls,
      refused: this.#refused,
      refusedByTool: Object.fromEntries(this.#refusedByTool),
      warned: this.#warned,
      loops: {
        total: this.#loops,
        byDetector: Object.fromEntries(this.#byDetector),
        byTool: Object.fromEntries(this.#byTool),
      },
      recoveries: JSON.parse(JSON.stringify(this.#recoveries)),
      charactersSaved,
      tokensSaved: Math.round(charactersSaved / 4),
      runs,
    };
  }
}

const average = (sum: number, count: number): number => (count === 0 ? 0 : sum / count);

function increment(counts: Map<string, number>, name: string, by = 1): void {
  const key = counts.has(name) || counts.size < NAMES_MAX ? name : "*";
  counts.set(key, (counts.get(key) ?? 0) + by);
  if (counts.get(key) === 0) counts.delete(key);
}

/** The time of the user's clock; NaN if it throws or returns no number. */
function timeOf({ now, callbackErrors }: GuardConfig): number {
  try {
    const time: unknown = now();
    if (typeof time === "number") return time;
    throw wrongReturn("The function now", "a number", time);
  } catch (error) {
    callbackErrors.tell(now, error, "now");
    return Number.NaN;
  }
}

export class GuardEngine {
  readonly config: GuardConfig;
  readonly tools: ToolPolicies;
  readonly tally: Tally;
  /** Custom detectors, each with its place among all detectors. */
  readonly custom: readonly (readonly [index: number, detector: CustomDetector])[];
  readonly similarQuery: SimilarQueryDetector | undefined;
  /** With its place among all detectors. */
  readonly textRepeat: readonly [index: number, detector: TextRepeatDetector] | undefined;
  readonly delegation: readonly [index: number, detector: DelegationDetector] | undefined;
  /** The tools whose calls start agents; `undefined`: nobody looks at delegations. */
  readonly agentTools: AgentTools | undefined;
  readonly replay: boolean;
  /** Some detector compares results, or warns, which depends on the result. Otherwise results, which may be large, are not sent to the core. */
  readonly readsResults: boolean;
  /** Some detector learns from outcomes. */
  readonly needsOutcomes: boolean;
  /** Notifies no listener: for `check` and `checkMessages`. */
  readonly silent: boolean;
  readonly shadow: boolean;
  /** The time in milliseconds. */
  readonly clock: () => number;
  #recordedAt = Number.NaN;
  /** Some detector depends on time, and on everything that happens in a run. */
  readonly judgesNews: boolean;
  /** Calls need a time. */
  readonly readsClock: boolean;
  /** Some budget limits what `usage` is told, or time. */
  readonly hasBudgets: boolean;
  /** Some budget limits cost; tokens or cost. */
  readonly limitsCost: boolean;
  readonly limitsUsage: boolean;
  #key: Uint8Array | undefined;
  /** Made at first use: while a Worker's module loads, there are no random values for a key. */
  #native: CoreGuard | undefined;
  #replayer: GuardEngine | undefined;
  closed = false;
  readonly #steps: readonly (Steps | undefined)[];

  /** `"check"`: for a history in which every call ran. `"replay"`: for one in which this guard may have refused calls. */
  constructor(
    config: GuardConfig,
    key: Uint8Array | undefined,
    tools: ToolPolicies,
    use: "run" | "check" | "replay" = "run",
    tally: Tally = new Tally(),
  ) {
    const { detectors } = config;
    this.tally = tally;
    this.config = config;
    this.#key = key;
    this.tools = tools;
    this.silent = use !== "run";
    this.shadow = use === "check" || config.shadow;
    this.clock = use === "run" ? () => timeOf(config) : () => this.#recordedAt;
    this.judgesNews = detectors.some((detector) => recordOf(detector).judgesNews);
    this.readsClock = detectors.some(readsClock);
    const budgets = detectors.filter(isBudget);
    this.hasBudgets = budgets.length > 0;
    this.limitsCost = budgets.some(({ cost }) => cost !== Infinity);
    this.limitsUsage = this.limitsCost || budgets.some(({ tokens }) => tokens !== Infinity);
    this.custom = detectors.flatMap((detector, index) => (isCustom(detector) ? [[index, detector] as const] : []));
    this.similarQuery = detectors.find(isSimilarQuery);
    const text = detectors.find(isTextRepeat);
    this.textRepeat = text && [detectors.indexOf(text), text];
    const delegation = detectors.find(isDelegation);
    this.delegation = delegation && [detectors.indexOf(delegation), delegation];
    this.agentTools = delegation && new AgentTools();
    this.replay = detectors.some(replays);
    this.#steps = detectors.map((detector) => readSteps(detector.action, detector.ladder, ""));
    const warns = detectors.some((_, at) => mayWarn(this.#steps[at] ?? config.steps));
    this.needsOutcomes = detectors.some((detector) => recordOf(detector).readsResults);
    this.readsResults = warns || this.needsOutcomes;
  }

  /** The key of its digests. */
  get key(): Uint8Array {
    this.#key ??= randomKey();
    return this.#key;
  }

  /** The same engine under another key, for a run whose state has its own key. The caller must close it. */
  withKey(key: Uint8Array): GuardEngine {
    return new GuardEngine(this.config, key, this.tools, "run", this.tally);
  }

  /** The time in a history that is replayed, from now on; none: not known. */
  readonly setTime = (ms: number = Number.NaN): void => {
    this.#recordedAt = ms;
  };

  /** The same engine without listeners, for replays. */
  get replayer(): GuardEngine {
    this.#replayer ??= new GuardEngine(this.config, this.key, this.tools, "replay");
    return this.#replayer;
  }

  /** Nobody has told yet what calls have returned, or the model has used, and somebody looks at it. */
  get mayHaveForgotten(): boolean {
    const { tally, silent } = this;
    return !silent && ((this.needsOutcomes && !tally.isAnswered) || (this.limitsUsage && !tally.hasUsage));
  }

  /** The rules for a tool's name. O(1) for a name that is known. */
  rulesOf(name: string): ToolRules {
    return this.tools.of(name, this);
  }

  newRun(): CoreRun {
    return this.guard.run();
  }

  get guard(): CoreGuard {
    if (this.closed) throw closedError("guard");
    if (this.#native !== undefined) return this.#native;
    const { detectors, steps, maxEntries } = this.config;
    const { ladder } = steps;
    const options = { maxEntries, shadow: this.shadow, ladder, detectors: detectors.map(detectorConfig) };
    this.#native = core.guard(this.key, { ...options, ...this.tools.configuration });
    this.tools.attach(this.#native);
    return this.#native;
  }

  close(): void {
    this.closed = true;
    this.#replayer?.close();
    if (this.#native === undefined) return;
    this.tools.detach(this.#native);
    this.#native.close();
  }

  /** The detector of a report; `undefined` for the rule for polls. */
  detectorOf(report: CoreReport): Detector | undefined {
    return this.config.detectors[report.detector];
  }

  /** The steps that apply, as in the core: the tool's, if it is about one, else the detector's, else the guard's. */
  stepsOf(rules: Pick<ToolRules, "steps"> | undefined, report: CoreReport): Steps {
    return rules?.steps ?? this.#steps[report.detector] ?? this.config.steps;
  }
}

interface KeptRun {
  readonly closed: boolean;
  /** Gives the state up; the run may be used again. */
  sleep(): unknown;
  close(): unknown;
}

/** Runs by a string, or by an object that identifies them, such as a framework's context, which is not kept alive. */
interface RunsByKey<Key, Run> {
  get(key: Key): Run | undefined;
  set(key: Key, run: Run): unknown;
  delete(key: Key): unknown;
}

/** Where a run is among the others. A job keeps what it made a WeakRef of, and may begin many runs: so it is not the run itself. */
class Place<Run> {
  /** `undefined`: it is not among the open ones. */
  run: Run | undefined;
  readonly named: readonly [runs: RunsByKey<string, Run>, name: string] | undefined;
  /** Weak for one without a name: nobody can ask for it once its key, and whoever holds it, are gone. */
  readonly held: Place<Run> | WeakRef<Place<Run>>;

  constructor(named: Place<Run>["named"]) {
    this.named = named;
    this.held = named === undefined ? new WeakRef(this) : this;
  }
}

const placeOf = <Run>(held: Place<Run>["held"]) => (held instanceof WeakRef ? held.deref() : held);

/** The open runs of one kind. Beyond `max` the least recently used gives its state up. */
export class OpenRuns<Run extends KeptRun> {
  readonly #max: number;
  /** The most recently used run is last. */
  readonly #order = new Set<Place<Run>["held"]>();
  readonly #places = new WeakMap<Run, Place<Run>>();
  readonly #gone = new FinalizationRegistry<Place<Run>["held"]>((held) => this.#order.delete(held));
  /** What the newest object that is a key says, and how many in a row said so. */
  #words = "";
  #alike = 0;
  /** The last of them, if it is known. */
  #newest: Run | undefined;

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#order.size;
  }

  /** The run of a key; `make` makes it, and makes a new one once that is closed. */
  get<Key extends string | object>(runs: RunsByKey<Key, Run>, key: Key, make: () => Run): Run {
    const known = runs.get(key);
    const run = known === undefined || known.closed ? make() : known;
    if (run !== known) {
      runs.set(key, run);
      const place = new Place(typeof key === "string" ? [runs as RunsByKey<string, Run>, key] : undefined);
      this.#places.set(run, place);
      if (place.held !== place) this.#gone.register(place, place.held);
      if (typeof key === "object" && known === undefined) this.#tellAlike(key);
    }
    this.touch(run);
    return run;
  }

  /** Tells of plain objects with equal words that are keys one after the other: they seem to mean one run, and are several. */
  #tellAlike(key: object, words = orElse(() => wordsOf(key), "")): void {
    this.#alike = words !== "" && words === this.#words ? this.#alike + 1 : 1;
    this.#words = words;
    if (this.#alike !== 3) return;
    const text = `3 keys in a row were equal objects (${Object.keys(key)}). Each object is a run of its own: pass the same object in all steps, or a string.`;
    tellMisuse(this, "LOOPGUARD_SCOPE", text);
  }

  /** `run` is in use. A run that gave its state up is taken in again, under its key if no other has it. */
  touch(run: Run): void {
    if (run === this.#newest) return;
    const place = this.#places.get(run) as Place<Run>;
    const { held, named: [runs, name = ""] = [] } = place;
    if (!this.#order.delete(held) && runs?.get(name) === undefined) runs?.set(name, run);
    place.run = run;
    this.#order.add(held);
    this.#newest = run;
    if (this.#order.size <= this.#max) return;
    const [first = held] = this.#order;
    const oldest = placeOf(first)?.run;
    if (oldest === undefined) return void this.#order.delete(first);
    this.remove(oldest);
    void oldest.sleep();
  }

  remove(run: Run): void {
    this.#alike = 0; // a run that ends was no step of one
    if (run === this.#newest) this.#newest = undefined;
    const place = this.#places.get(run) as Place<Run>;
    const [runs, name = ""] = place.named ?? [];
    place.run = undefined;
    this.#order.delete(place.held);
    if (runs?.get(name) === run) runs.delete(name);
  }

  /** The runs with a string as key, the least recently used first. */
  *named(): Generator<[string, Run]> {
    for (const held of this.#order) {
      const { run, named: [runs, name = ""] = [] } = placeOf(held) ?? {};
      if (run !== undefined && runs?.get(name) === run) yield [name, run];
    }
  }

  closeAll(): void {
    for (const held of [...this.#order]) void placeOf(held)?.run?.close();
  }
}
