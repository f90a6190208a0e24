/** What every run has: a place among the runs that belong together. */

import { property } from "../base/property.ts";
import type { Delegation, LoopCall, Verdict } from "../base/types.ts";
import { failOpen } from "../report/fail-open.ts";
import { ALLOW } from "../report/verdict.ts";
import { type DelegationFinding, Delegations } from "./delegations.ts";
import type { GuardEngine } from "./guard-engine.ts";
import type { RunPlace } from "./lineage.ts";
import type { Relation } from "./run-options.ts";

export abstract class RelatedRun {
  /** @internal */
  protected readonly delegations: Delegations;
  readonly #engine: GuardEngine;

  /** `agent`: who works in it, as long as nobody says otherwise. */
  constructor(engine: GuardEngine, agent: string | undefined) {
    this.#engine = engine;
    this.delegations = new Delegations(engine, agent);
  }

  get depth(): number {
    return this.place.depth;
  }

  /** @internal */
  get place(): RunPlace {
    return this.delegations.place;
  }

  /** @internal What the options of `guard.run` say. */
  relate(relation: Relation): void {
    this.delegations.relate(relation);
  }

  /** @internal */
  get seesDelegations(): boolean {
    return this.#engine.delegation !== undefined;
  }

  /**
   * @internal An agent has begun to work in the tool of `call`, in a run of its own, `child`. The first call of a tool that
   * does this was let pass before it was known, so it is counted here; the calls after it are judged.
   */
  adopt(child: RelatedRun, call: LoopCall, agent: string | undefined): void {
    if (child.place.parent !== undefined || this.place.isWithin(child.place.run)) return;
    const { agentTools } = this.#engine;
    const known = agentTools?.of(call);
    const to = known ?? { agent: call.name, task: call.arguments };
    if (known === undefined) agentTools?.add(call.name);
    if (known === undefined) this.delegations.count(to);
    child.delegations.relate({ parent: this.place, agent: agent ?? to.agent }, this.delegations.taskOf(to));
  }

  /** @internal The verdict on a delegation. `detect`: on one that is part of a loop. */
  protected judgeDelegation(to: Delegation, detect: (finding: DelegationFinding) => Verdict): Verdict {
    try {
      const asked = this.delegations.ask(to);
      if ("action" in asked) return asked;
      return this.delegations.settle(asked, asked.finding === undefined ? ALLOW : detect(asked.finding));
    } catch (error) {
      return failOpen(error, "delegate", { name: property(to, "agent") });
    }
  }
}
