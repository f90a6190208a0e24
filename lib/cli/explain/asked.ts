/** What a run knows of the calls that were asked for, for the detectors that look at calls before they run. */
import type { AskedCall as Asked, KnownCalls } from "../../detectors/sighting.ts";
import type { CallSigns } from "./signs.ts";

/** A call that the model asked for. */
export interface AskedCall extends Asked {
  /** Its last answer was final. */
  readonly final: boolean;
  readonly signs: CallSigns;
}

/** Queries that are remembered: `LG_QUERIES_MAX` of queries.h. */
const QUERIES_MAX = 256;

interface Times {
  times: number;
  /** Indexes of calls. */
  newest: number;
  before?: number | undefined;
}

/** What a run knows of the calls that were asked for. */
export class AskedCalls {
  /** How often each came in the run, refused calls included; and its newest two. */
  readonly #asked = { identity: new Map<string, Times>(), verbatim: new Map<string, Times>() };
  /** How often each tool ran in this turn. */
  readonly #ran = new Map<string, number>();
  /** Calls with a query that ran in this turn. */
  #queries: AskedCall[] = [];
  /** Calls that ran and that nothing has changed the answer of since. */
  readonly #known = new Map<string, number>();

  /** The call is being asked for. */
  ask(call: AskedCall): void {
    for (const key of ["identity", "verbatim"] as const) {
      const known = this.#asked[key].get(call[key]);
      this.#asked[key].set(call[key], { times: (known?.times ?? 0) + 1, newest: call.index, before: known?.newest });
    }
  }

  /** It was allowed, or ran although it was refused. */
  run(call: AskedCall): void {
    this.#ran.set(call.name, (this.#ran.get(call.name) ?? 0) + 1);
    if (call.query !== undefined) this.#queries = [...this.#queries, call].slice(-QUERIES_MAX);
    this.#known.set(call.identity, call.index);
  }

  /** A tool that changes things succeeded: every other call may give something new. */
  mutated(call: AskedCall): void {
    this.#known.clear();
    this.#known.set(call.identity, call.index);
  }

  turn(): void {
    this.#ran.clear();
    this.#queries = [];
    this.#known.clear();
  }

  /** What is known of the call after `ask`, and before `run`. */
  knownOf({ name, identity, verbatim }: AskedCall): Omit<KnownCalls, "news"> {
    const keys = { identity, verbatim };
    return {
      asked: (by) => this.#asked[by].get(keys[by]) ?? { times: 0 },
      ran: this.#ran.get(name) ?? 0,
      known: this.#known.get(identity),
      queries: this.#queries,
    };
  }
}
