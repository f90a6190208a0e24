import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DETECTOR_TYPES } from "../../lib/core/layout.gen.ts";
import { loopRecord } from "../../lib/rules/table.ts";
import { DETECTION_START, verdictText, WARNINGS, withoutWarningText } from "../../lib/rules/verdict-texts.ts";
import { tries } from "../effort.ts";
import { detectionText, facts } from "./loop-facts.ts";

describe("the detectors' texts", () => {
  it("are those of the systems that they come from", () => {
    expect(detectionText(facts("count"))).toBe(
      '[loop-detected] Tool "X" has now been called 5 times with identical arguments. Consider trying a different approach, changing the arguments, or finishing the response.',
    );
    expect(detectionText(facts("repeat"))).toBe("Tool 'X' called 3 times with identical arguments.");
    expect(detectionText(facts("stall"))).toBe(
      "Tool 'X' returned the same result 3 times — agent is polling without progress.",
    );
    expect(detectionText(facts("ping_pong", { names: ["poll", "read"] }))).toBe(
      "Tools ['poll', 'read'] cycled 3 times without advancing.",
    );
    expect(detectionText(facts("duplicate"))).toBe("Tool 'X' was already executed with identical parameters");
    expect(detectionText(facts("similar_query"))).toBe("Tool 'X' was already executed with a similar query");
    expect(detectionText(facts("limit"))).toBe("Tool 'X' has reached its execution limit (3) for this turn");
  });

  it("write names as Python does", () => {
    const names = ["it's", 'a "b"', `both ' and "`, "back\\slash", "line\nfeed\u0001"];
    expect(detectionText(facts("ping_pong", { names }))).toContain(
      `["it's", 'a "b"', 'both \\' and "', 'back\\\\slash', 'line\\nfeed\\x01']`,
    );
  });

  it("say one call from several", () => {
    expect(detectionText(facts("cycle"))).toBe(
      "Tool 'X' was called 5 times in a row with identical arguments and the same outcome.",
    );
    expect(detectionText(facts("cycle", { names: ["a", "b"] }))).toBe(
      "The same 2 calls ('a', 'b') were repeated 5 times in the same order.",
    );
    expect(detectionText(facts("cycle", { names: ["a", "b"], cycleLength: 200 }))).toBe(
      "The same 200 calls (…, 'a', 'b') were repeated 5 times in the same order.",
    );
  });

  it("say when the next poll makes sense", () => {
    expect(detectionText(facts("poll", { waitMs: 1500 }))).toMatch(/in 2 s\.$/);
    expect(detectionText(facts("poll", { waitMs: 10.2 }))).toMatch(/in 11 ms\.$/);
    expect(detectionText(facts("poll"))).toMatch(/for too long/);
  });

  it("say for how long nothing has changed", () => {
    expect(detectionText(facts("poll", { waitedMs: 1_260_000 }))).toBe(
      "Tool 'X' has been polled for 21 minutes without any change of its result.",
    );
    expect(detectionText(facts("no_news", { waitedMs: 119_000 }))).toBe(
      "Tool 'X' has given the same result for 119 seconds (5 times), and nothing new has happened since.",
    );
    expect(detectionText(facts("no_news"))).toBe(
      "Tool 'X' was called again with the same arguments; it gave the same result 5 times, and nothing new has happened since.",
    );
  });
});

describe("verdicts' texts", () => {
  it("warn with the same sentence after the own one of every detector of calls", () => {
    const own = DETECTOR_TYPES.filter((type) => loopRecord(type).warning !== undefined);
    expect(own).toEqual(["text_repeat", "budget", "delegation"]);
    for (const type of DETECTOR_TYPES.filter((type) => !own.includes(type)))
      expect(verdictText("warn", type, "Found.", false)).toBe(
        "Found. You have been calling tools in a repetitive pattern that is not making progress. Step back, reconsider the goal, and try a different approach.",
      );
  });

  it("leave the fixed texts as they are, and add advice to the others", () => {
    for (const type of ["count", "duplicate", "similar_query", "limit"] as const)
      expect(verdictText("hint", type, "Found.", false)).toBe("Found.");
    for (const type of [
      "repeat",
      "stall",
      "ping_pong",
      "cycle",
      "no_progress",
      "error_streak",
      "unknown_tool",
      "poll",
      "custom",
    ] as const)
      expect(verdictText("hint", type, "Found.", false)).toMatch(/^Found\. [A-Z].*\.$/);
  });

  it("say of a call without news where its result is, and what else can be done", () => {
    const refused =
      "Tool 'X' was called again with the same arguments; it gave the same result 5 times, and nothing new has happened " +
      "since, so it was not run again. That result is above: use it, change the arguments, use another tool, or answer " +
      "with what you have.";
    expect(verdictText("hint", "no_news", detectionText(facts("no_news")), false)).toBe(refused);
    expect(verdictText("hint", "no_news", detectionText(facts("no_news")), true)).toBe(
      `${refused} This is the last refusal: the next such call ends the run.`,
    );
  });

  it("never teach a model to vary its arguments in order to get through", () => {
    // `no_news` counts results, not calls: with other arguments a call that learns nothing still brings no news.
    for (const type of DETECTOR_TYPES.filter((type) => type !== "no_news"))
      for (const action of ["hint", "ask"] as const)
        expect(verdictText(action, type, "Found.", true)).not.toMatch(
          /(vary|chang\w+|different|other) (the |your )?arguments/i,
        );
    expect(verdictText("hint", "poll", detectionText(facts("poll")), false)).toMatch(/one blocking wait/);
  });

  it("say that the last refusal is the last, and nothing where nothing is refused", () => {
    expect(verdictText("hint", "count", "Found.", true)).toBe(
      "Found. This is the last refusal: the next such call ends the run.",
    );
    expect(verdictText("abort", "count", "Found.", true)).toBe("Found.");
    expect(verdictText("allow", "count", "Found.", true)).toBe("");
  });
});

describe("withoutWarningText", () => {
  it("need look no further where a text does not end with a full stop", () => {
    for (const words of WARNINGS) expect(words).toMatch(/\.$/);
  });

  /** Takes one warning after the other from the end, looking for its start anew each time. */
  function oneByOne(text: string): string {
    if (!WARNINGS.some((words) => text.endsWith(words))) return text;
    const start = [...text.matchAll(DETECTION_START)].at(-1)?.index;
    return start === undefined ? text : oneByOne(text.slice(0, start).replace(/\n\n$/, ""));
  }

  it("takes all warnings at the end, and no others", () => {
    const parts = ["Tool 'x' ", "The same 3", "[loop-detected] Tool ", "\n\n", "\n", "text ", ...WARNINGS, ...WARNINGS];
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...parts), { maxLength: 9 }),
        fc.constantFrom(...WARNINGS),
        (words, last) => {
          const text = words.join("") + last;
          expect(withoutWarningText(text)).toBe(oneByOne(text));
        },
      ),
      { numRuns: tries(2000) },
    );
  });

  it("takes time in proportion to the text, however many warnings it has", () => {
    const text = `Tool 'x ${WARNINGS[0]}`.repeat(20_000);
    const begin = performance.now();
    expect(withoutWarningText(text)).toBe("");
    expect(performance.now() - begin).toBeLessThan(5000); // it was two minutes
  });
});
