/** Which runs and tools started which: the tree of runs, tools that are agents, options of runs. */

import { checkKeys, text } from "../base/check-option.ts";
import { optionError } from "../base/errors.ts";
import { remember } from "../base/property.ts";
import type { Delegation, LoopCall } from "../base/types.ts";
import type { CoreNewest } from "../core/types.ts";

/** What the arguments of a call give to which agent. */
export type ReadTask = (args: unknown) => Delegation;

/** Tools remembered; the one that was learned first is dropped first. */
const TOOLS_MAX = 256;

export class AgentTools {
  /** `undefined`: the tool is the agent, and its arguments are the task. */
  readonly #tools = new Map<string, ReadTask | undefined>();

  /** Calls of this tool start an agent. */
  add(tool: string, read?: ReadTask): void {
    remember(this.#tools, tool, read, TOOLS_MAX);
  }

  has(tool: string): boolean {
    return this.#tools.has(tool);
  }

  /** The delegation that a call is; `undefined`: none that is known. */
  of({ name, arguments: args }: LoopCall): Delegation | undefined {
    if (!this.#tools.has(name)) return undefined;
    return this.#tools.get(name)?.(args) ?? { agent: name, task: args };
  }
}

/**
 * Runs that belong together: a run, the runs that it started, those that they started, and so on.
 *
 *   root (planner)                 depth 0    <-- has the tree: what calls of all these runs gave
 *   +-- child (researcher)         depth 1
 *   |   +-- child (searcher)       depth 2
 *   +-- child (writer)             depth 1
 *
 * A child holds its parent's place, and no place holds its children, so what is closed is freed.
 */

/** Results remembered in one tree; one that was dropped is news when it comes again. */
const RESULTS_MAX = 1024;
/** The names in a detection. */
const NAMES_MAX = 16;
const NAME_KEEP = 256;
/** Agents whose newest task a run remembers. */
const TASKS_MAX = 64;

/** What the runs of one root share: whether any of their calls gave something new. It keeps digests. */
class RunTree {
  /** Changes whenever something is new. */
  epoch = 0;
  /** Digests of calls with their results. */
  readonly #results = new Map<string, true>();

  /** Something that no run of the tree can know, such as what a user said. */
  news(): void {
    this.epoch++;
  }

  /** A call came back: it is news unless some run of the tree had the same call with the same result. */
  completed({ pair, comparable, mutated, thought }: CoreNewest): void {
    const known = comparable && this.#results.has(pair);
    if (comparable) remember(this.#results, pair, true, RESULTS_MAX);
    if (mutated || (!known && !thought)) this.news();
  }
}

/** What an agent was given to do. */
export interface Task {
  /** A digest of agent and task. */
  readonly what: string;
  /** `RunTree.epoch` at which it was given. */
  readonly epoch: number;
}

/** Where a run stands among the runs that belong together. */
export class RunPlace {
  /** What the runs of one guard share. */
  readonly guard: object;
  readonly parent: RunPlace | undefined;
  readonly depth: number;
  /** The same for all places that one run has had; `key`: "" if no text is its key. */
  readonly run: { readonly key: string };
  /** What the run was started for, as far as it is known. */
  readonly task: Task | undefined;
  /** What the run gave last to each agent that it started. */
  readonly tasks: Map<string, Task> = new Map();
  readonly #root: RunPlace;
  #tree: RunTree | undefined;
  /** The agent that works in the run. */
  agent: string;

  constructor(
    guard: object,
    parent: RunPlace | undefined,
    agent: string,
    run: RunPlace["run"] = { key: agent },
    task?: Task,
  ) {
    this.guard = guard;
    this.parent = parent;
    this.depth = parent === undefined ? 0 : parent.depth + 1;
    this.run = run;
    this.task = task;
    this.#root = parent === undefined ? this : parent.#root;
    this.agent = agent;
  }

  /** `undefined` as long as no agent of these runs has delegated, so that most runs do without. */
  get tree(): RunTree | undefined {
    return this.#root.#tree;
  }

  openTree(): RunTree {
    this.#root.#tree ??= new RunTree();
    return this.#root.#tree;
  }

  /** Whether it is a place of that run, or below one. */
  isWithin(run: RunPlace["run"]): boolean {
    for (let at: RunPlace | undefined = this; at !== undefined; at = at.parent) if (at.run === run) return true;
    return false;
  }

  /** The agents from the root to this run; of very deep ones the last. */
  names(): string[] {
    const names: string[] = [];
    for (let at: RunPlace | undefined = this; at !== undefined && names.length < NAMES_MAX; at = at.parent)
      names.push(at.agent.slice(0, NAME_KEEP));
    return names.reverse();
  }

  /** An agent was started by this run. */
  started(agent: string, task: Task): void {
    remember(this.tasks, agent, task, TASKS_MAX);
  }

  /**
   * The runs from the root to this one that were started for this task, nothing being new since; and the agents since the
   * last of them, which is the first.
   *
   *   planner -> writer "x" -> critic "y" -> writer "x" -> critic "y"     of writer "x": twice, [writer, critic]
   */
  circleOf(what: string): { times: number; agents: string[] } {
    const epoch = this.tree?.epoch;
    const agents: string[] = [];
    let times = 0;
    for (let at: RunPlace | undefined = this; at !== undefined; at = at.parent) {
      if (times === 0) agents.push(at.agent.slice(0, NAME_KEEP));
      if (at.task?.what === what && at.task.epoch === epoch) times++;
    }
    return { times, agents: times === 0 ? [] : agents.slice(-NAMES_MAX).reverse() };
  }

  /** The run begins anew: a user spoke, or everything is to be forgotten. Of a child that says nothing about the others. */
  begin(): void {
    if (this.parent === undefined) this.#tree?.news();
  }
}

/** The options, checked. */
export interface Relation {
  readonly parent: RunPlace | undefined;
  readonly agent: string | undefined;
}

/** The names of the options. */
export const RELATION = ["parent", "agent"] as const;

/**
 * Reads `parent` and `agent`; `named` gives the run with a key. Throws `ERR_LOOPGUARD_OPTION`, for the run of another guard
 * too: what two guards have seen cannot be compared.
 */
export function readRelation(
  guard: object,
  { parent, agent }: Readonly<Record<string, unknown>>,
  named: (key: string) => { readonly place: RunPlace },
): Relation {
  if (agent !== undefined) text(agent, "agent");
  return { parent: placeOf(guard, parent, named), agent: agent as string | undefined };
}

/** Throws for an option that a run does not have. */
export function checkRunOptions(options: Record<string, unknown>): void {
  checkKeys(options, "", RELATION);
}

function placeOf(guard: object, parent: unknown, named: (key: string) => unknown): RunPlace | undefined {
  if (parent === undefined) return undefined;
  const run: unknown = typeof parent === "string" && parent !== "" ? named(parent) : parent;
  const place = typeof run === "object" && run !== null && "place" in run ? run.place : undefined;
  if (!(place instanceof RunPlace) || place.guard !== guard)
    throw optionError("type", "parent", parent, "a run of this guard, or the key of one");
  return place;
}
