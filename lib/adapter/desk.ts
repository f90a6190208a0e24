/** The desk of an adapter: it takes a guard, its options or a run, and gives the run of each agent. */
import { checkKeys, checkObject, choice, number } from "../base/check-option.ts";
import { optionError } from "../base/errors.ts";
import { getOrAdd } from "../base/property.ts";
import type { RunOptions } from "../base/types.ts";
import { type GuardInput, guardOf } from "../guard/check-messages.ts";
import type { LoopGuard } from "../guard/loop-guard.ts";
import { ToolLoopError } from "../rules/tool-loop-error.ts";
import { isOwnRun } from "../run/loop-run.ts";
import { AgentRun } from "./agent-run.ts";
import {
  type AnyRun,
  CallRun,
  type CallRunSettings,
  type FrameworkSettings,
  isAnyRun,
  type OnAbort,
} from "./call-run.ts";

/** What an adapter takes in the place of a guard: a guard, its options, nothing for the recommended preset, or one run for all. */
export type DeskInput = GuardInput | AnyRun;

/** What every adapter takes as its last argument. */
export interface AdapterOptions {
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

export interface DeskSettings extends FrameworkSettings {
  /** The adapter makes the last request of `onAbort: "answer"`. Without it such a run ends as under `"stop"`, with an answer of ours. */
  answers?: boolean;
  /** Names of options that the adapter has beside those of `AdapterOptions`. */
  more?: readonly string[];
}

/** Of an adapter that makes the last request, and can ask another model, but not at another temperature. */
export const OTHER_MODELS: DeskSettings = { answers: true, asksOther: ({ model }) => model !== undefined };

/** `R`: what it gives for a run. */
export interface Desk<R extends CallRun = AgentRun> {
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
export function desk(guard?: DeskInput, options?: AdapterOptions, settings?: DeskSettings): Desk {
  return deskOf(AgentRun, guard, options, settings);
}

/** A desk for calls alone, which does without the rest of an agent's run, so that a bundle does too. */
export function callDesk(guard: DeskInput | undefined, settings: DeskSettings): Desk<CallRun> {
  return deskOf(CallRun, guard, {}, settings);
}

function deskOf<R extends CallRun>(
  Run: new (run: AnyRun, settings: CallRunSettings) => R,
  guard: DeskInput | undefined,
  options: AdapterOptions = {},
  settings: DeskSettings = {},
): Desk<R> {
  const { endsWith = "run", more = [], asksOther = () => true } = settings;
  const given: unknown = options;
  checkObject(given, "options", "an object such as { onAbort }");
  checkKeys(given, "", ["onAbort", "more", ...more]);
  const granted = given["more"] ?? 0;
  if (granted !== Number.POSITIVE_INFINITY) number(0, Number.MAX_SAFE_INTEGER)(granted, "more");
  const wanted = (given["onAbort"] ?? "throw") as OnAbort;
  choice(["throw", "stop", "answer"])(wanted, "onAbort");
  const onAbort = wanted === "answer" && settings.answers !== true ? "stop" : wanted;
  const single = isAnyRun(guard) ? guard : undefined;
  const own = single === undefined ? guardOf(guard as GuardInput) : undefined;
  const runs = new WeakMap<AnyRun, R>();
  const each: CallRunSettings = {
    onAbort,
    answers: wanted === "answer",
    asksOther,
    more: granted as number,
    endsWith,
    errorOf: settings.errorOf ?? ((detection) => new ToolLoopError(detection)),
    kept: own === undefined,
  };
  const of = (run: AnyRun): R => getOrAdd(runs, run, () => new Run(run, each));
  return {
    guard: own,
    onAbort,
    get edits() {
      const recover = own?.recover ?? (isOwnRun(single) ? single.reporter.config.recover : undefined);
      return onAbort === "answer" || recover !== undefined;
    },
    get asks() {
      return own?.mayAsk ?? (!isOwnRun(single) || single.reporter.config.mayAsk);
    },
    of,
    runBy: (find) => of(own === undefined ? (single as AnyRun) : find(own)),
    run(key = {}, relation = {}) {
      if (own === undefined) return of(single as AnyRun);
      const { parent, agent } = relation;
      if (parent !== undefined) return of(own.run(key, relation));
      const run = of(own.agentRun(key, agent));
      if (agent !== undefined) run.name(agent);
      return run;
    },
  };
}

/** The desk's side of a run that the user has to give. Throws `ERR_LOOPGUARD_OPTION` for what is none. */
export function givenRun(run: AnyRun, options?: AdapterOptions): AgentRun {
  if (!isAnyRun(run)) throw optionError("type", "run", run, "a run, such as that of guard.run(key)");
  return desk(run, options).run();
}
