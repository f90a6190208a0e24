/** A loop in text ends with its message: the same one in the next message is another strike. */
import { describe, expect, test } from "vitest";
import { detectors, LoopGuard } from "../../lib/index.ts";

const { textRepeat } = detectors;

const CHANT = "Let me check once more whether the file is there now. ";

/** Chants in a message until a verdict that is no `allow`; the message ends then. */
function chant(run: ReturnType<LoopGuard["run"]>, messageId: string) {
  for (let times = 0; times < 100; times++) {
    const verdict = run.text(CHANT, { messageId });
    if (verdict.action === "allow") continue;
    run.text("", { messageId, end: true });
    return verdict;
  }
  return undefined;
}

describe("the same chant in each message", () => {
  const run = (): ReturnType<LoopGuard["run"]> =>
    new LoopGuard({ detectors: [textRepeat({ atOnce: true, ladder: { hint: 1, abort: 6 } })] }).run({});

  test("is a strike in each", () => {
    const own = run();
    const verdicts = Array.from({ length: 6 }, (_, at) => chant(own, `${at}`));
    expect(verdicts.map((verdict) => verdict?.detection?.strikes)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(verdicts.at(-1)?.action).toBe("abort");
  });

  test("is counted from the run's first character", () => {
    const own = run();
    const starts = [0, 1].map((at) => chant(own, `${at}`)?.detection?.details?.["start"] as number);
    expect(starts[0]).toBeLessThan(2 * CHANT.length);
    expect(starts[1]).toBeGreaterThan(4 * CHANT.length);
  });
});

describe("messages that say the same", () => {
  const said = [
    "The parser reads numbers by hand, so a sign in front of one is an error. ",
    "The lexer has no rule for a comment at the end of a file, which is why it hangs. ",
    "I would first write a test for each of them, and only then change the code. ",
    "The option for the cache is read once, when the server starts, and never again. ",
  ];
  const orders = [
    [0, 1, 2, 3],
    [2, 0, 3, 1],
    [3, 1, 0, 2],
  ];

  test("in other order are warned of, and never refused, in answers and between calls", () => {
    for (const kind of ["text", "reasoning"] as const) {
      const run = new LoopGuard({ detectors: [textRepeat({ atOnce: true, action: "abort" })] }).run({});
      const verdicts = orders.map((order, at) => {
        run.beginRound();
        run.text(order.map((i) => said[i]).join(""), { kind, messageId: `${at}` });
        run.before({ name: "read", arguments: { at } });
        return run.text("", { kind, end: true });
      });
      expect(verdicts.map(({ action }) => action)).toEqual(["allow", "allow", "warn"]);
      expect(verdicts[2]?.detection?.details).toMatchObject({ kind: "message", stream: kind, repeats: 3 });
    }
  });

  test("with a thought of their own beside it are warned of, too", () => {
    const run = new LoopGuard({ detectors: [textRepeat()] }).run({});
    const thought = said.join("");
    const own = ["Now the file. ", "This time I look at the schema, too. ", "And the log says nothing. "];
    const actions = own.map((words, at) => {
      run.text(`${words}${thought}`, { kind: "reasoning", messageId: `${at}` });
      return run.text("", { kind: "reasoning", end: true }).action;
    });
    expect(actions).toEqual(["allow", "allow", "warn"]);
  });
});
