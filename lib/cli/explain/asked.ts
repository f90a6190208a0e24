/** What the detectors that look at calls before they run make of one: native/src/detectors, told in words. */
import type { Detector, SimilarQueryDetector } from "../../detectors.ts";
import { queriesAreSimilar } from "../../similarity.ts";
import type { Sighting } from "./observation.ts";
import type { CallSigns } from "./signs.ts";

type Seen = Omit<Sighting, "detector" | "place">;

/** A call that the model asked for. */
export interface AskedCall {
  readonly index: number;
  readonly name: string;
  /** Key order does not count; what the tool's policy leaves out neither. */
  readonly identity: string;
  /** Key order counts. */
  readonly verbatim: string;
  readonly round: number;
  /** Its tool's policy has it judged by time, and its last answer, if any, was not final. */
  readonly poll: boolean;
  /** Its last answer was final. */
  readonly final: boolean;
  /** The tool's own; undefined: the detector's. */
  readonly maxRepeats: number | undefined;
  /** The same; `Infinity`: none. */
  readonly limit: number | undefined;
  /** Of a tool that `similarQuery` names. */
  readonly query: string | undefined;
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

  /** After `ask`, and before `run`. Undefined: this detector looks at completed calls, or at news. */
  look(detector: Detector, call: AskedCall): Seen | undefined {
    switch (detector.type) {
      case "count": {
        const key = detector.canonical ? "identity" : "verbatim";
        const { times, before } = this.#asked[key].get(call[key]) ?? { times: 0 };
        const allowed = call.maxRepeats ?? detector.maxRepeats;
        const why = before === undefined ? "no such call before" : `same call as #${before}`;
        return judged(call, times, allowed + 1, why, before);
      }
      case "duplicate": {
        const before = this.#known.get(call.identity);
        const why = before === undefined ? "no such call before in this turn" : `#${before} was the same call`;
        return judged(call, before === undefined ? 1 : 2, 2, why, before);
      }
      case "limit":
        return this.#limit(call, detector.default);
      case "similar_query":
        return this.#similar(detector, call);
      case "unknown_tool":
        return { ...SILENT, needed: detector.threshold, why: "a trace does not say which calls reached no tool" };
      default:
        return undefined;
    }
  }

  #limit(call: AskedCall, fallback: number): Seen {
    const limit = call.limit ?? fallback;
    const ran = this.#ran.get(call.name) ?? 0;
    const needed = limit + 1;
    if (call.poll && call.limit === undefined) return { ...SILENT, needed, why: "a poll without a limit of its own" };
    if (limit === Number.POSITIVE_INFINITY) return { ...SILENT, needed, why: "this tool has no limit" };
    const why = `ran ${ran} ${ran === 1 ? "time" : "times"} in this turn, and may ${limit}`;
    return { ...SILENT, fired: ran >= limit, count: ran + 1, needed, why };
  }

  #similar({ tools, threshold, dangerousTokens }: SimilarQueryDetector, { name, query, round }: AskedCall): Seen {
    const facts = { ...SILENT, needed: 2 };
    if (query === undefined) return { ...facts, why: `no query of ${tools.join(", ")}` };
    const alike = this.#queries.filter(
      (other) =>
        other.name === name &&
        other.round < round &&
        queriesAreSimilar(query, other.query as string, { threshold, dangerousTokens: [...dangerousTokens] }),
    );
    const last = alike.at(-1);
    if (last === undefined) return { ...facts, count: 1, why: "no query of an earlier round is like it" };
    return {
      ...facts,
      fired: true,
      count: alike.length + 1,
      why: `its query is like #${last.index}'s`,
      like: last.index,
    };
  }
}

const SILENT: Seen = { fired: false, count: 0, needed: 0, cycleLength: 1, strong: false, why: "" };

/** A poll is judged by time. */
function judged(call: AskedCall, count: number, needed: number, why: string, like: number | undefined): Seen {
  if (call.poll) return { ...SILENT, needed, why: "a poll is judged by time" };
  return { ...SILENT, fired: count >= needed, count, needed, why, ...(like === undefined ? {} : { like }) };
}
