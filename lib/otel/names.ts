/**
 * Every name that a backend gets to see: OpenTelemetry's own for generative AI where there is one, `tool_loop.*` where
 * there is none. They are written out: the constants of the semantic conventions for generative AI are not stable.
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
  guard: "tool_loop.guard",
} as const;

/** What stands for all values that are not told apart. */
export const OTHER = "_OTHER";

/** What is longer is not told apart: no provider takes such a name, so it was made up, and every scrape would carry it. */
const LENGTH_MAX = 256;

/** Names of tools, as far as they may be told apart: a model makes up as many as it likes, and each would be a series. */
export class KnownNames {
  readonly #names: Set<string>;
  readonly #max: number;

  /** A number: the first so many that come. A list: these and no others. */
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
