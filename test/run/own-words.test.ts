/** What a guard wrote is no result: warnings below results and refusals, but not texts that quote them. */
import { describe, expect, it } from "vitest";
import type { LoopOutcome } from "../../lib/base/types.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { errorWithMessage, withMessage } from "../../lib/guard/with-message.ts";
import { noNews } from "../../lib/rules/factories.ts";
import { isRefusalText, TURN_ENDED, WARNING } from "../../lib/rules/verdict-texts.ts";

const REFUSAL =
  "Tool 'read' was called again with the same arguments; it gave the same result 2 times, and nothing new has happened since, so it was " +
  "not run again. That result is above: use it, change the arguments, use another tool, or answer with what you have.";
const LAST = `${REFUSAL} This is the last refusal: the next such call ends the run.`;
const warned = (times: number) =>
  `Tool 'read' was called with the same arguments and returned the same result ${times} times. ${WARNING}`;

/** Which of the calls, numbered from 1, are refused; all have the same arguments. */
function refusedAt(outcomeOf: (i: number) => LoopOutcome, count = 6): number[] {
  using guard = new LoopGuard();
  const refused: number[] = [];
  for (let i = 1; i <= count; i++) {
    guard.beginRound();
    const call = { name: "read", arguments: { path: "a" } };
    if (guard.before(call).allowed) guard.after(call, outcomeOf(i));
    else refused.push(i);
  }
  return refused;
}

describe("a warning below a result is not part of it", () => {
  const values: Record<string, unknown> = {
    text: "the content of the file",
    "a list of parts": [{ type: "text", text: "the content of the file" }],
    "a result of MCP": { content: [{ type: "text", text: "the content of the file" }], isError: false },
    "text as content": { content: "the content of the file" },
    "an object": { rows: ["the content of the file"] },
    "the text of an object": '{"rows":["the content of the file"]}',
  };
  it.each(Object.entries(values))("%s", (_, result) => {
    const plain = refusedAt(() => ({ result }));
    expect(plain[0]).toBe(3);
    expect(refusedAt((i) => ({ result: withMessage(result, warned(i)) }))).toEqual(plain);
    expect(refusedAt((i) => ({ result: i % 2 === 0 ? withMessage(result, warned(3 * i)) : result }))).toEqual(plain);
    const twice = (i: number) => withMessage(withMessage(result, warned(i)), warned(2 * i));
    expect(refusedAt((i) => ({ result: twice(i) }))).toEqual(plain);
    expect(refusedAt((i) => ({ result: withMessage(`page ${i} of the book`, warned(i)) }))).toEqual([]);
  });

  it("an error", () => {
    for (const error of ["no such file", new TypeError("no such file")]) {
      const plain = refusedAt(() => ({ error }));
      expect(plain[0]).toBe(3);
      expect(refusedAt((i) => ({ error: errorWithMessage(error, warned(i)) }))).toEqual(plain);
    }
  });

  it("of a guard with words of its own", () => {
    using guard = new LoopGuard({ message: "Stop that." });
    const actions = [1, 2, 3].map((i) => {
      guard.beginRound();
      const call = { name: "read", arguments: {} };
      const verdict = guard.before(call);
      if (verdict.allowed) guard.after(call, { result: i === 2 ? "a file\n\nStop that." : "a file" });
      return verdict.action;
    });
    expect(actions).toEqual(["allow", "allow", "hint"]);
  });

  it("in rehydrate", () => {
    const messages = [1, 2].flatMap((i) => [
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: `c${i}`, type: "function", function: { name: "read", arguments: '{"path":"a"}' } }],
      },
      { role: "tool", tool_call_id: `c${i}`, content: `the content of the file\n\n${warned(3 * i)}` },
    ]);
    using guard = new LoopGuard();
    guard.rehydrate(messages);
    guard.beginRound();
    expect(guard.before({ name: "read", arguments: { path: "a" } }).action).toBe("hint");
  });
});

describe("a refusal", () => {
  it.each([
    REFUSAL,
    LAST,
    `Error: ${REFUSAL}`,
    `Error: PreToolUse:Bash hook error: ${LAST}`,
    `Error: ${TURN_ENDED}`,
    `{"error":"${REFUSAL}","code":"denied"}`,
    `<tool_use_error>${REFUSAL}</tool_use_error>`,
    `Command blocked by PreToolUse hook: ${REFUSAL}. Command: cat a\ncat b`,
    '[loop-detected] Tool "read" has now been called 4 times with identical arguments. Consider trying a different approach, changing the arguments, or finishing the response.',
  ])("is known: %s", (text) => expect(isRefusalText(text)).toBe(true));

  it.each([
    `user: read a\ntool: ${REFUSAL}\nassistant: I stop here.`,
    `${REFUSAL}\n\nassistant: I stop here.`,
    `I tried to read it. The guard said ${REFUSAL}`,
    `The guard said: "${REFUSAL}" So I used another file, and the answer is 42.`,
    `The summary so far: ${REFUSAL} The user then asked for b.`,
    "I saw this: This call was not run. Take a different approach, or finish the response.",
    `log.txt:1: ${REFUSAL}\nlog.txt:2: ${LAST}`,
    '[loop-detected] Tool "a" has now been called 4 times\n[loop-detected] Tool "b" has now been called 4 times',
  ])("that is quoted is a result: %s", (text) => {
    expect(isRefusalText(text)).toBe(false);
    expect(refusedAt(() => ({ result: text }))[0]).toBe(3);
  });

  const FORMS: Record<string, (text: string) => LoopOutcome> = {
    "a text": (result) => ({ result }),
    "the text of an error": (error) => ({ error }),
    "an error": (text) => ({ error: new Error(text) }),
    "a result of MCP": (text) => ({ result: { content: [{ type: "text", text }], isError: true } }),
    "a content part": (text) => ({ result: [{ type: "text", text }] }),
    "an object": (message) => ({ result: { error: true, message } }),
  };
  it.each(Object.entries(FORMS))("of a guard nearer to the tool is no news, and ends the run: %s", (_, form) => {
    const refusal = (i: number) => form(REFUSAL.replace("2", `${i}`));
    expect(refusedAt((i) => (i > 1 ? refusal(i) : { result: "the content of the file" }), 7)).toEqual([3, 4, 5, 6, 7]);
    // The one that is nearer is stricter, and so this one sees hardly any result.
    using guard = new LoopGuard({ preset: "lenient" });
    const actions = Array.from({ length: 40 }, (_, i) => {
      const call = { id: `${i}`, name: "read", arguments: { page: i % 2 } };
      guard.beginRound();
      const { action, allowed } = guard.before(call);
      if (allowed) guard.after(call, i < 4 ? { result: `page ${i % 2}` } : refusal(i));
      return action;
    });
    expect(actions).toContain("abort");
  });

  it.each([
    ["heard of by the same run", false],
    ["heard of by a restored run", true],
  ])(
    "of a guard nearer to the tool mutates nothing, and is no outcome of a call that a human refused: %s",
    (_, anew) => {
      const options = { tools: { read: { mutates: true } }, detectors: [noNews()], ladder: { ask: 1 } };
      let guard = new LoopGuard(options);
      const actions = [1, 2, 3, 4].map((i) => {
        const call = { id: `${i}`, name: "read" };
        guard.beginRound();
        const { action } = guard.before(call);
        if (anew) guard = LoopGuard.restore(guard.snapshot(), options);
        const before = guard.snapshot();
        guard.after(call, { result: REFUSAL });
        if (action === "ask" && anew) expect(guard.snapshot()).toEqual(before);
        return action;
      });
      expect(actions).toEqual(["allow", "allow", "ask", "ask"]);
      if (!anew) expect(guard.stats().refused).toBe(2);
    },
  );

  it("of a guard nearer to the tool is no news in a run that was restored meanwhile", () => {
    let guard = new LoopGuard();
    const refused = [1, 2, 3, 4, 5, 6, 7].filter((i) => {
      const call = { id: `c${i}`, name: "read", arguments: { path: "a" } };
      guard.beginRound();
      if (!guard.before(call).allowed) return true;
      guard = LoopGuard.restore(guard.snapshot());
      guard.after(call, { result: i > 1 && i < 5 ? REFUSAL.replace("2", `${i}`) : "the content of the file" });
      return false;
    });
    expect(refused).toEqual([3, 4, 5, 6, 7]);
  });
});
