/** What every run has: a place among the runs that belong together. */

import { Delegations } from "./delegations.ts";
import type { GuardEngine } from "./guard-engine.ts";
import type { RunPlace } from "./lineage.ts";
import type { Relation } from "./run-options.ts";

export abstract class RelatedRun {
  /** @internal */
  protected readonly delegations: Delegations;

  /** `agent`: who works in it, as long as nobody says otherwise. */
  constructor(engine: GuardEngine, agent: string | undefined) {
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
}
