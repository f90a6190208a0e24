/** `text()`: loops in what the model writes, from the first chunk to the end of the run. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LoopDetection, TextOptions, Verdict } from "../../lib/base/types.ts";
import { core } from "../../lib/core/backend.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { noNews, textRepeat } from "../../lib/rules/factories.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import { ToolLoopError } from "../../lib/rules/tool-loop-error.ts";
import { ALLOW } from "../../lib/rules/verdict.ts";
import { RunTexts } from "../../lib/run/run-texts.ts";
import { memoryStore } from "../../lib/store/memory-store.ts";
import { tries } from "../effort.ts";

const SENTENCE = "Let me look at the file once more before I go on. ";
const NEWS = "The parser reads numbers by hand, and the lexer does not know of signs, which is why it fails there. ";

type Texts = Pick<LoopGuard, "text">;

/** Writes `sentence` until something is said of it, at most 40 times. */
function chant(run: Texts, sentence = SENTENCE, about?: TextOptions): Verdict {
  for (let i = 0; i < 40; i++) {
    const verdict = run.text(sentence, about);
    if (verdict !== ALLOW) return verdict;
  }
  return ALLOW;
}

const chants = (options: LoopGuardOptions = {}) =>
  new LoopGuard({ detectors: [textRepeat({ atOnce: true })], action: "hint", ...options });

/** Other words each time, as a model that was cut off may find. */
const other = (i: number) => SENTENCE.replace("file", `${"abcdefg"[i]}-file`);

describe("a run's text", () => {
  it("is cut off with a message for the model, and the run ends at the third time, by default", () => {
    using guard = new LoopGuard();
    const run = guard.run("r");
    const warned = chant(run, other(6));
    expect(warned).toMatchObject({ action: "warn", allowed: true, detection: { evidence: "weak", strikes: 1 } });
    run.text("", { end: true });
    const said = [0, 1, 2].map((i) => {
      chant(run, other(i));
      const verdict = chant(run, other(i));
      run.text("", { end: true });
      return verdict;
    });
    expect(said.map(({ action }) => action)).toEqual(["hint", "hint", "abort"]);
    expect(said[0]?.message).toMatch(/^The same text came \d+ times in a row\. Your response was cut off there\./);
    expect(said[1]?.message).toMatch(/This is the last refusal/);
    expect(run.tripped).toBe(said[2]?.detection);
    expect(new ToolLoopError(said[2]?.detection as LoopDetection).message).toMatch(
      /^The same text came \d+ times in a row - aborting to prevent a loop$/,
    );
    expect(guard.stats()).toMatchObject({ calls: 0, refused: 0, loops: { total: 2, byDetector: { text_repeat: 2 } } });
  });

  it("says what was found and where, and nothing of the text", () => {
    using guard = chants();
    guard.text(NEWS);
    const { detection } = chant(guard, SENTENCE, { kind: "reasoning", messageId: "m1" });
    expect(detection).toEqual({
      detector: "text_repeat",
      toolName: "",
      repeats: expect.any(Number),
      cycleLength: 1,
      pattern: [],
      evidence: "weak",
      strikes: 1,
      message: `The same text came ${detection?.repeats} times in a row.`,
      details: {
        kind: "period",
        stream: "reasoning",
        period: SENTENCE.length,
        repeats: detection?.repeats,
        start: expect.any(Number),
        sure: false,
        messageId: "m1",
      },
      fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    expect(detection?.details["start"]).toBe(0); // the answer is another stream
  });

  it("is compared with earlier messages, which end with another id or with `end`", () => {
    for (const end of [true, false]) {
      using guard = chants();
      const said = [1, 2, 3, 4].map((i) => guard.text(NEWS, { messageId: `m${i}`, end }));
      expect(said.map(({ action }) => action)).toEqual([
        "allow",
        "allow",
        ...(end ? ["warn", "allow"] : ["allow", "warn"]),
      ]);
      const verdict = said[end ? 2 : 3];
      expect(verdict?.detection).toMatchObject({ evidence: "weak", details: { kind: "message" } });
    }
    using guard = chants();
    for (let i = 0; i < 3; i++) expect(guard.text(NEWS)).toBe(ALLOW); // one message, and three times is no loop yet
  });

  it("is blamed on the message that it is of, and what comes beside the end of one is said with the next chunk", () => {
    using guard = chants();
    for (const messageId of ["m1", "m2", "m3"]) expect(guard.text(NEWS, { messageId })).toBe(ALLOW);
    const ended = guard.text(SENTENCE.repeat(20), { messageId: "m4" });
    expect(ended.detection?.details).toMatchObject({ kind: "message", messageId: "m3" });
    const late = guard.text(SENTENCE, { messageId: "m4" });
    expect(late.detection?.details).toMatchObject({ kind: "period", messageId: "m4" });
    using other = chants();
    for (let i = 1; i <= 3; i++) {
      other.text(NEWS, { messageId: `n${i}` });
      const { detection } = other.text("", { end: true });
      expect(detection?.details["messageId"]).toBe(i === 3 ? "n3" : undefined);
    }
  });

  it("of the user's next turn begins afresh, and so it does after a reset", () => {
    using guard = chants({ action: undefined, ladder: { hint: 1, abort: 2 } } as never);
    for (const afresh of [() => guard.beginTurn(), () => guard.reset(), () => guard.beginTurn()]) {
      expect(chant(guard)).toMatchObject({ action: "hint", detection: { strikes: 1 } });
      afresh();
      for (let i = 0; i < 3; i++) expect(guard.text(SENTENCE)).toBe(ALLOW);
      afresh();
    }
    expect(chant(guard, other(1)).action).toBe("hint");
    guard.text("", { end: true });
    expect(chant(guard, other(2)).action).toBe("abort");
  });

  it("is judged by the ladder of the detector or the guard, and by no tool's", () => {
    using guard = new LoopGuard({
      detectors: [textRepeat({ atOnce: true })],
      ladder: { warn: 1 },
      tools: { "*": { action: "abort" } },
    });
    guard.after({ name: "a" }, { result: 1 });
    expect(chant(guard)).toMatchObject({
      action: "warn",
      allowed: true,
      message: expect.stringMatching(/You are repeating yourself\. Say what is new, or finish the response\.$/),
    });
  });

  it("goes to the listeners, in shadow mode without a verdict", () => {
    const told: string[] = [];
    using guard = chants({
      shadow: true,
      onDetection: ({ detector }, { action }) => told.push(`${detector} ${action}`),
    });
    expect(chant(guard)).toMatchObject({ action: "allow", detection: { detector: "text_repeat" } });
    expect(told).toEqual(["text_repeat hint"]);
  });

  it("asks the user's function", () => {
    using guard = new LoopGuard({
      detectors: [textRepeat({ action: ({ details }) => (details["kind"] === "period" ? "abort" : "allow") })],
    });
    expect(chant(guard).action).toBe("warn"); // it may still be what somebody asked for
    expect(chant(guard).action).toBe("abort");
  });

  it("changes nothing for calls, and calls nothing for it", () => {
    using guard = new LoopGuard({ detectors: [noNews(), textRepeat({ atOnce: true })], action: "hint" });
    const call = { name: "", arguments: {} };
    const step = () => [guard.before(call).action, guard.after(call, { result: 1 }).action];
    expect(step()).toEqual(["allow", "allow"]);
    expect(chant(guard).action).toBe("hint");
    expect(step()).toEqual(["allow", "allow"]);
    expect(guard.before(call).detection).toMatchObject({ detector: "no_news", strikes: 1 });
  });

  it("is not looked at without the detector", () => {
    using guard = new LoopGuard({ detectors: [noNews()] });
    expect(chant(guard)).toBe(ALLOW);
  });

  it("that is none breaks no run", () => {
    using guard = chants();
    for (const wrong of [undefined, null, 7, {}, ["x"]]) expect(guard.text(wrong as never)).toBe(ALLOW);
    expect(guard.text(SENTENCE, { kind: "audio" as never })).toBe(ALLOW);
    expect(guard.text(SENTENCE, null as never)).toBe(ALLOW);
    expect(chant(guard).action).toBe("hint");
    guard.close();
    expect(() => guard.text("x")).toThrow(expect.objectContaining({ code: "ERR_LOOPGUARD_CLOSED" }));
  });

  it("finds what the core finds, and forgets a message with a loop when it ends", () => {
    const key = new Uint8Array(16).fill(7);
    const piece = fc.oneof(
      fc.constantFrom(SENTENCE, NEWS, "- ok\n", "", "\ud83d\ude00", "\ud800"),
      fc.string({ maxLength: 20 }),
    );
    const chunk = fc.tuple(piece, fc.integer({ min: 1, max: 12 }), fc.boolean());
    const property = fc.property(fc.array(chunk, { maxLength: 12 }), (chunks) => {
      const texts = new RunTexts(0, textRepeat(), () => key);
      const native = core.textLoop(key, [4, 300, 4096, 3]);
      let read = 0;
      let before = 0;
      let looped = false;
      for (const [text, times, end] of chunks) {
        const found = texts.read(text.repeat(times), { end });
        const within = native.push(text.repeat(times));
        read += text.length * times;
        const after = end ? native.endMessage() : undefined;
        const match = within ?? after;
        expect(found?.found.details).toEqual(match && { ...match, start: match.start + before, stream: "text" });
        looped ||= match !== undefined;
        if (!looped || !end) continue;
        native.reset();
        before = read;
        looped = false;
      }
      texts.clear();
      native.close();
    });
    fc.assert(property, { numRuns: tries(300) });
  });
});

describe("a stored run's text", () => {
  it("counts its strikes with those of the other workers", async () => {
    const store = memoryStore();
    const ladder = { hint: 1, abort: 3 };
    using one = chants({ action: undefined, ladder } as never);
    using two = chants({ action: undefined, ladder } as never);
    const actions: string[] = [];
    for (const [i, guard] of [one, two, one].entries()) {
      const run = guard.storedRun("r", store);
      let verdict: Verdict = ALLOW;
      for (let n = 0; n < 40 && verdict === ALLOW; n++) verdict = await run.text(other(i));
      actions.push(`${verdict.action} ${verdict.detection?.strikes}`);
      await run.close();
    }
    expect(actions).toEqual(["hint 1", "hint 2", "abort 3"]);
  });
});
