/**
 * The names of all attributes: OpenTelemetry's own for generative AI if there is one, else `tool_loop.*`. They are
 * written out because the constants of the semantic conventions for generative AI are not stable.
 */
export const Name = {
  toolName: "gen_ai.tool.name",
  callId: "gen_ai.tool.call.id",
  conversationId: "gen_ai.conversation.id",
  errorType: "error.type",

  detected: "tool_loop.detected",
  action: "tool_loop.action",
  detector: "tool_loop.detector",
  repeats: "tool_loop.repeats",
  cycleLength: "tool_loop.cycle_length",
  evidence: "tool_loop.evidence",
  strikes: "tool_loop.strikes",
  fingerprint: "tool_loop.fingerprint",
  shadow: "tool_loop.shadow",
  where: "tool_loop.where",
  rung: "tool_loop.rung",
  outcome: "tool_loop.outcome",
  guard: "tool_loop.guard",
} as const;

/** Replaces all values that do not get a series of their own. */
export const OTHER = "_OTHER";

/** Longer names become `_OTHER`: no provider accepts such a name, so the model made it up. */
const LENGTH_MAX = 256;

/** Limits the names that get a series of their own: a model can make up any number of tool names. */
export class KnownNames {
  readonly #names: Set<string>;
  readonly #max: number;

  /** `known`: how many names are kept, first come, first served; or the list of names that are kept. */
  constructor(known: number | readonly string[]) {
    this.#names = new Set(typeof known === "number" ? [] : known);
    this.#max = typeof known === "number" ? known : 0;
  }

  of(name: string): string {
    if (this.#names.has(name)) return name;
    if (this.#names.size >= this.#max || name.length > LENGTH_MAX) return OTHER;
    this.#names.add(name);
    return name;
  }
}
