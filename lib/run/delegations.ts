/** The agents that one run let work: whether that goes in circles. */

import { describeValue, optionError } from "../base/errors.ts";
import { Ring, remember } from "../base/property.ts";
import type { Delegation, LoopCall, LoopDetection, Verdict } from "../base/types.ts";
import { core } from "../core/backend.ts";
import { detectEvent, type Event } from "../core/event.ts";
import { IdentityMode } from "../core/layout.gen.ts";
import { leastRotation } from "../rules/detection.ts";
import {
  DELEGATION_TEXTS,
  type DelegationDetector,
  type DelegationKind,
  THRESHOLD_MAX,
} from "../rules/detectors/delegation.ts";
import { publishError } from "../rules/diagnostics.ts";
import { ALLOW } from "../rules/verdict.ts";
import type { GuardEngine } from "./guard-engine.ts";
import type { Later } from "./open-calls.ts";
import { type Relation, RunPlace, type Task } from "./run-tree.ts";

/** The most handoffs in one round of them: longer rounds are not looked for. */
const ROUND_MAX = 8;
/** Delegations remembered in one run; the oldest is dropped first. */
const KNOWN_MAX = 256;
/** Handoffs remembered in one run; the oldest is dropped first. Enough for the longest round a hundred times. */
const HANDOFFS_MAX = ROUND_MAX * THRESHOLD_MAX;
/** Stands for every delegation that is too deep: they are one loop. */
const DEEP = "depth";
const OTHER = "a run that is not this one and does not descend from it";

/** An agent that took over. */
interface Handoff {
  readonly agent: string;
  /** A digest of agent and task. */
  readonly what: string;
  /** The task is known. */
  readonly hasTask: boolean;
}

/** What is known of one delegation. */
interface Known {
  /** How often it was let pass. */
  readonly count: number;
  readonly asked: AskedDelegation;
  readonly verdict: Verdict;
}

/** A loop of delegations. */
export interface DelegationFinding {
  readonly agent: string;
  /** Refused at once, whatever the ladder says: it is a limit. */
  readonly isLimit: boolean;
  /** Reports it to the core. */
  readonly event: Event;
  /** What only the host knows of the detection. */
  readonly found: Partial<LoopDetection>;
}

/** A delegation that is being judged. */
export interface AskedDelegation extends Handoff {
  readonly handoff: boolean;
  readonly key: string;
  /** The model response that it is of. */
  readonly round: number;
  /** What was known when it was asked for. */
  readonly known: Map<string, Known>;
  readonly finding: DelegationFinding | undefined;
}

export class Delegations {
  /** Where the run stands among those that belong together. */
  place: RunPlace;
  /** Model responses that the host marked. */
  round = 0;
  readonly #engine: GuardEngine;
  /** `RunTree.epoch` at which all below began. */
  #epoch = 0;
  /** Made at first use. */
  #known: Map<string, Known> | undefined;
  /** Those whose verdict is awaited, by key. */
  #awaited: Map<string, { readonly round: number; readonly verdict: Promise<Verdict> }> | undefined;
  readonly #handoffs = new Ring<Handoff>(HANDOFFS_MAX);

  /** `agent`: who works in the run, as long as nobody says otherwise. */
  constructor(engine: GuardEngine, agent = "") {
    this.#engine = engine;
    this.place = new RunPlace(engine, undefined, agent);
  }

  /** Whether a detector looks at them. */
  get areSeen(): boolean {
    return this.#engine.delegation !== undefined;
  }

  /**
   * The run has this parent, and this agent works in it; what is `undefined` stays. The newest parent wins, since keys outlive
   * runs; runs that this one started stay where they are. Throws for a parent that is below it, and changes nothing. `task`:
   * what the run is started for, by default the newest task that the parent gave to the agent.
   */
  relate({ parent, agent }: Relation, task: Task | undefined = parent?.tasks.get(agent ?? "")): void {
    if (parent !== undefined && parent !== this.place.parent) {
      const { run } = this.place;
      if (parent.isWithin(run)) throw optionError("range", "parent", parent.run.key || parent, OTHER);
      this.#forget();
      this.place = new RunPlace(this.#engine, parent, this.place.agent, run, task);
      if (this.areSeen) parent.openTree();
    }
    if (agent !== undefined) this.place.agent = agent;
  }

  /** A user spoke, or everything is to be forgotten. */
  begin(): void {
    this.#forget();
    this.place.begin();
  }

  /**
   * What there is to say about a delegation, which is then to be given to `record` with its verdict; or the verdict, where
   * there is nothing to judge: on a sibling, for one. Throws for wrong input.
   */
  ask({ agent, task, handoff = false }: Partial<Delegation>): AskedDelegation | Verdict {
    if (!this.areSeen) return ALLOW;
    if (typeof agent !== "string" || agent === "")
      throw new TypeError(`delegate must be given the name of an agent, got ${describeValue(agent)}`);
    if (typeof handoff !== "boolean")
      throw new TypeError(`handoff must be true or false, got ${describeValue(handoff)}`);
    const { epoch } = this.place.openTree();
    if (epoch !== this.#epoch) this.#forget();
    this.#epoch = epoch;
    const isDeep = !handoff && this.place.depth >= this.#detector[1].depth;
    const digest = task === undefined ? undefined : this.#digest(agent, [task]);
    // Of an agent that is started without a known task, nothing can be said: its next task may be another one.
    if (!isDeep && !handoff && digest === undefined) return ALLOW;
    const what = digest ?? (this.#digest(agent, []) as string);
    const key = isDeep ? DEEP : what;
    this.#known ??= new Map();
    const same = this.#known.get(key);
    if (same !== undefined && this.#isSibling(same.asked)) return same.verdict;
    const next = { agent, what, hasTask: digest !== undefined };
    const finding = isDeep
      ? this.#finding(agent, "depth", DEEP, this.place.depth + 1, [agent], "weak")
      : this.#findingOf(next, handoff, (same?.count ?? 0) + 1);
    return { ...next, handoff, key, round: this.round, known: this.#known, finding };
  }

  /**
   * An agent has begun to work in the tool of `call`, in a run of its own, `child`. The first call of a tool that does this was
   * let pass before it was known, so it is counted here; the calls after it are judged.
   */
  addChild(child: Delegations, call: LoopCall, agent: string | undefined): void {
    if (child.place.parent !== undefined || this.place.isWithin(child.place.run)) return;
    const { agentTools } = this.#engine;
    const known = agentTools?.of(call);
    const to = known ?? { agent: call.name, task: call.arguments };
    if (known === undefined) {
      agentTools?.add(call.name);
      const asked = this.ask(to);
      if (!("action" in asked)) this.record(asked, ALLOW);
    }
    child.relate({ parent: this.place, agent: agent ?? to.agent }, this.taskOf(to));
  }

  /** What an agent is given to do; `undefined`: it cannot be compared. */
  taskOf({ agent, task }: Delegation): Task | undefined {
    const what = task === undefined ? undefined : this.#digest(agent, [task]);
    return what === undefined ? undefined : { what, epoch: this.place.openTree().epoch };
  }

  /** The verdict is known. What was refused did not happen. Gives the verdict back. */
  record(asked: AskedDelegation, verdict: Verdict): Verdict {
    const { agent, what, hasTask, handoff, key, known } = asked;
    const tookOver = handoff && verdict.allowed;
    if (tookOver) this.place.agent = agent;
    if (!handoff && hasTask && verdict.allowed) this.place.started(agent, { what, epoch: this.#epoch });
    // All was forgotten while the verdict was awaited, and this delegation with it.
    if (known !== this.#known) return verdict;
    const count = (known.get(key)?.count ?? 0) + (verdict.allowed ? 1 : 0);
    remember(known, key, { asked, count, verdict }, KNOWN_MAX);
    if (tookOver) this.#handoffs.add({ agent, what, hasTask });
    return verdict;
  }

  /** As `record`, where the verdict may take time: siblings that are asked for meanwhile get the same one. */
  judge(asked: AskedDelegation, judge: () => Later<Verdict>): Later<Verdict> {
    const { key, round } = asked;
    const same = this.#awaited?.get(key);
    if (same !== undefined && this.#isSibling(same)) return same.verdict;
    const judged = judge();
    if (!(judged instanceof Promise)) return this.record(asked, judged);
    this.#awaited ??= new Map();
    const awaited = this.#awaited;
    const verdict = judged
      .then((given) => this.record(asked, given))
      .finally(() => {
        if (awaited.get(key)?.verdict === verdict) awaited.delete(key);
      });
    awaited.set(key, { round, verdict });
    return verdict;
  }

  /** A human has decided, of a verdict that was `ask`: siblings get that, and what is let pass did happen. */
  decided(ask: Verdict, verdict: Verdict): void {
    for (const one of [...(this.#known?.values() ?? [])]) if (one.verdict === ask) this.record(one.asked, verdict);
  }

  /** Of the same model response. A host that marks none has no siblings. */
  #isSibling({ round }: { readonly round: number }): boolean {
    return round !== 0 && round === this.round;
  }

  #forget(): void {
    this.#known = undefined;
    this.#awaited = undefined;
    this.#handoffs.clear();
  }

  /** The loop that this delegation is part of; `count`: how often its agent got this task. */
  #findingOf(next: Handoff, handoff: boolean, count: number): DelegationFinding | undefined {
    const { agent, what, hasTask } = next;
    const [, { threshold }] = this.#detector;
    // The agent got this task before, and nothing new happened since.
    if (hasTask && count >= threshold)
      return this.#finding(agent, "same_task", `task ${what}`, count, [agent], "strong");
    if (!handoff) {
      // Agents that start each other, so that this one would work for itself: each run is another one, and sees it once.
      const { times, agents } = hasTask ? this.place.circleOf(what) : { times: 0, agents: [] };
      if (times === 0 || times + 1 < threshold) return undefined;
      return this.#finding(agent, "circle", `circle ${what}`, times + 1, agents, "strong");
    }
    const round = roundOf([...this.#handoffs.all(), next], threshold);
    if (round === undefined) return undefined;
    const key = `round ${leastRotation(round.block.map((one) => one.what)).join(" ")}`;
    const pattern = round.block.map((one) => one.agent);
    const evidence = round.block.every((one) => one.hasTask) ? "strong" : "weak";
    return this.#finding(agent, "handoff", key, round.count, pattern, evidence);
  }

  /** `key`: equal for the same loop. `pattern`: the agents of one round. */
  #finding(
    agent: string,
    kind: DelegationKind,
    key: string,
    count: number,
    pattern: string[],
    evidence: LoopDetection["evidence"],
  ): DelegationFinding {
    const [index, { depth: limit }] = this.#detector;
    const isLimit = kind === "depth";
    const depth = isLimit ? count : this.place.depth;
    return {
      agent,
      isLimit,
      event: detectEvent(index, 0, agent, key, count),
      found: {
        message: DELEGATION_TEXTS[kind]({ agent, count, round: pattern, limit }),
        evidence,
        cycleLength: pattern.length,
        pattern,
        details: { kind, depth, lineage: this.place.names(), count },
      },
    };
  }

  get #detector(): readonly [index: number, detector: DelegationDetector] {
    return this.#engine.delegation!;
  }

  /** `undefined`: it cannot be compared, which is published. */
  #digest(agent: string, task: readonly unknown[]): string | undefined {
    try {
      return core.identify(this.#engine.key, IdentityMode.canonical, agent, task);
    } catch (error) {
      publishError(error, "task", agent);
      return undefined;
    }
  }
}

/** The round that these handoffs end in, of two agents or more, `threshold` times or more; the shortest. */
function roundOf(all: readonly Handoff[], threshold: number): { block: Handoff[]; count: number } | undefined {
  for (let length = 2; length <= ROUND_MAX; length++) {
    let same = 0;
    for (let at = all.length - 1; at >= length && all[at]?.what === all[at - length]?.what; at--) same++;
    const count = Math.floor(same / length) + 1;
    const block = all.slice(-length);
    if (count >= threshold && block.some(({ agent }) => agent !== block[0]?.agent)) return { block, count };
  }
  return undefined;
}
