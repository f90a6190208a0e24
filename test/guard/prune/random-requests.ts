/** Random conversations with loops. */
import fc from "fast-check";

export interface MadeCall {
  id: string;
  name: string;
  args: Record<string, number>;
  result: unknown;
  end: "ok" | "failed" | "refused";
  /** An image that came with the result, where results can have one. */
  image?: string;
}
export interface Turn {
  /** Words of a user; the model may have answered before. */
  user?: string;
  answer?: string;
  /** Words of a system or a developer. */
  system?: string;
  /** The user shows an image. */
  shown?: boolean;
  calls: MadeCall[];
  /** How many of the calls have a result: all, unless the request is half-finished. */
  answered?: number;
  said?: string;
  thought?: string;
  marked?: boolean;
  /** The provider ran a tool of its own in this response, or the calls were approved by a person. */
  served?: string;
}

const REFUSAL =
  "Tool 'a' was called again with the same arguments; it gave the same result 2 times, and nothing new has happened since, so it was not run again. That result is above: use it, change the arguments, use another tool, or answer with what you have.";
/** By name of the tool: texts, objects and lists. */
const RESULTS: Record<string, unknown[]> = {
  a: ["found nothing", "Tool 'x' is a text", ""],
  b: [{ n: 0 }, { n: 1, content: "text" }, {}],
  c: [[], [1, "two"], [{ deep: [0] }]],
};

const call = fc.record({
  name: fc.constantFrom("a", "a", "b", "c"),
  arg: fc.constantFrom(0, 0, 0, 1),
  result: fc.constantFrom(0, 0, 0, 0, 1, 2),
  end: fc.constantFrom("ok", "ok", "ok", "ok", "failed", "refused"),
  image: fc.constantFrom(undefined, undefined, undefined, undefined, "AAAA", "BBBB"),
});
const turn = fc.record({
  calls: fc.array(call, { minLength: 1, maxLength: 3, size: "max" }),
  said: fc.constantFrom(undefined, undefined, 0, 1),
  thought: fc.boolean(),
  marked: fc.constantFrom(false, false, false, false, false, true),
  served: fc.constantFrom(false, false, false, false, false, false, true),
});
const block = fc.oneof(
  { weight: 3, arbitrary: fc.record({ turns: fc.array(turn, { minLength: 1, maxLength: 3 }), times: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ user: fc.nat(4) }) },
);
/** Older results are cleared, or the messages before one of the turns are a summary. */
const compaction = fc.constantFrom(...Array<string>(6).fill("none"), "cleared", "summary");

export const conversation: fc.Arbitrary<Turn[]> = fc
  .tuple(fc.array(block, { minLength: 1, maxLength: 5 }), compaction, fc.nat(8))
  .map(([blocks, kind, first]) => {
    let ids = 0;
    let marks = 0;
    const turns: Turn[] = [{ ...(first % 2 ? { system: `word_${ids++}_` } : {}), user: `word_${ids++}_`, calls: [] }];
    for (const each of blocks) {
      if ("user" in each) {
        const word = `word_${ids++}_`;
        if (each.user === 0) turns.push({ system: word, calls: [] });
        else turns.push({ user: word, shown: each.user > 3, calls: [] });
        if (each.user % 2) turns[turns.length - 1] = { ...turns.at(-1), answer: `word_${ids++}_`, calls: [] };
        continue;
      }
      for (let time = 0; time <= each.times; time++)
        for (const { calls, said, thought, marked, served } of each.turns)
          turns.push({
            calls: calls.map(({ name, arg, result, end, image }) => ({
              id: `call_${ids++}_`,
              name,
              args: { arg },
              result: end === "refused" ? REFUSAL : RESULTS[name]?.[result],
              end,
              ...(end === "ok" && image !== undefined ? { image } : {}),
            })),
            ...(said === undefined ? {} : { said: `said_${said}_` }),
            ...(thought ? { thought: `thought_${ids++}_` } : {}),
            ...(marked && marks++ < 4 ? { marked } : {}),
            ...(served ? { served: `served_${ids++}_` } : {}),
          });
    }
    if (kind === "summary") return [{ user: `word_${ids++}_`, calls: [] }, ...turns.slice(first)];
    if (kind === "cleared") for (const { calls } of turns.slice(0, first)) calls.forEach(clear);
    return turns;
  });

/** The last response with calls, of which some have no result yet. */
export function halfFinished(turns: readonly Turn[], answered: number): Turn[] {
  const last = turns.findLastIndex(({ calls }) => calls.length > 0);
  return turns
    .slice(0, last + 1)
    .map((turn, at) => (at === last ? { ...turn, answered: answered % turn.calls.length } : turn));
}

function clear(made: MadeCall): void {
  if (made.end !== "ok") return;
  made.result = "[Old tool result content cleared]";
  delete made.image;
}
