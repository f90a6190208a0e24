/** Loops in what the model wrote, as `scan` reports them. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { looksAtTexts, RunTextLoops } from "../../lib/cli/scan/run-scan.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { tries } from "../effort.ts";

const SAID = "Let me look at the file once more to see whether the option is there now. ";
const guard = () => new LoopGuard();

it("says where a loop began, and what a guard would have saved", () => {
  const loops = new RunTextLoops(guard());
  loops.text("I read the first file.", 0, 0);
  loops.text(SAID.repeat(100), 1, 2);
  const [found, ...others] = loops.end(3);
  expect(others).toEqual([]);
  expect(found).toMatchObject({
    detector: "text_repeat",
    toolName: "(text)",
    callIndex: 2,
    action: "hint",
    wastedCalls: 0,
    text: { kind: "period", message: 1, period: SAID.length },
  });
  // It is sure with 1,200 characters, and that is seen in the third piece of 512.
  expect(found?.text?.saved).toBe(100 * SAID.length - 3 * 512);
  expect(found?.wastedTokens).toBe(Math.round((100 * SAID.length - 3 * 512) / 4));
  expect(SAID.repeat(2)).toContain(found?.text?.passage);
  expect(found?.text?.passage.length).toBeGreaterThan(SAID.length - 3);
});

it("has one row for a kind, and the verdict of the last strike", () => {
  const loops = new RunTextLoops(guard());
  for (let message = 0; message < 4; message++) loops.text(`${message}${SAID.slice(message)}`.repeat(60), message, 0);
  const found = loops.end(0);
  expect(found.map(({ text }) => text?.kind)).toEqual(["period"]);
  expect(found[0]).toMatchObject({ action: "abort", callIndex: 0 });
});

it("compares messages: the third like one is a loop that saves nothing", () => {
  const loops = new RunTextLoops(guard());
  for (let message = 0; message < 3; message++) loops.text(SAID, message, message);
  expect(loops.end(3)).toMatchObject([{ text: { kind: "message", message: 2 }, wastedTokens: 0 }]);
});

it("counts the same loop in each message, and begins afresh when a user speaks", () => {
  const chants = (turns: boolean) => {
    const loops = new RunTextLoops(guard());
    for (let message = 0; message < 4; message++) {
      loops.text(SAID.repeat(50), message, 0);
      if (turns) loops.turn(0);
    }
    return loops.end(0).map(({ action }) => action);
  };
  expect(chants(false)).toEqual(["abort"]);
  expect(chants(true)).toEqual(["hint"]);
  const answers = new RunTextLoops(guard());
  for (let message = 0; message < 9; message++) {
    answers.turn(message);
    answers.text(SAID, message, message);
  }
  expect(answers.end(9)).toEqual([]);
});

it("is quiet when the guard does not look at texts", () => {
  expect(looksAtTexts({ maxRepeats: 3 })).toBe(false);
  expect(looksAtTexts({})).toBe(true);
});

it("finds a loop however a message is cut, and begins anew with each run", () => {
  const shared = guard();
  const word = fc.stringMatching(/^[a-z]{2,9}$/);
  const sentence = fc.array(word, { minLength: 3, maxLength: 9 }).map((words) => `${words.join(" ")}. `);
  const some = fc.uniqueArray(sentence, { maxLength: 20 });
  fc.assert(
    fc.property(some, sentence, fc.constantFrom(2, 100), fc.nat(200), (before, said, times, cut) => {
      const text = before.join("") + said.repeat(times);
      const loops = new RunTextLoops(shared);
      loops.text(text.slice(0, cut), 0, 0);
      loops.text(text.slice(cut), 0, 0);
      expect(loops.end(0).length > 0).toBe(times === 100);
    }),
    { numRuns: tries(300) },
  );
});
