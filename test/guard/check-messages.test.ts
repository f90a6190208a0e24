import { describe, expect, it } from "vitest";
import { checkMessages, detectors, LoopGuard } from "../../lib/index.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import { SHAPES, type Shape, type Step } from "./chat-shapes.ts";

const { count, cycle, duplicate, errorStreak, limit, noProgress, repeat, unknownTool } = detectors;

const STUCK: LoopGuardOptions = { detectors: [repeat({ threshold: 2 })], ladder: { warn: 1, hint: 2, abort: 4 } };

let ids = 0;
const step = (result?: string, name = "search", args: Record<string, unknown> = { q: "x" }): Step => ({
  id: `call_${++ids}`,
  name,
  args,
  ...(result === undefined ? {} : { result }),
});

describe.each(Object.entries(SHAPES))("checkMessages of %s", (name, shape) => {
  it("says of each state what a guard in the loop would have said", () => {
    const rounds: Step[][] = [];
    /** Asks, and plays the verdict out as a host would. */
    const act = (): string => {
      const pending = step();
      const { action, message, calls } = checkMessages(shape([...rounds, [pending]]), STUCK);
      expect(calls).toHaveLength(1);
      expect(calls[0]?.pending).toBe(true);
      const ran = action === "allow" || action === "warn";
      pending.result = ran ? "none" : message;
      rounds.push([pending]);
      const after = checkMessages(shape(rounds), STUCK);
      if (ran && after.action === "warn") pending.result += `\n\n${after.message}`;
      return ran ? `${action}, then ${after.action}` : action;
    };
    expect([act(), act(), act(), act(), act()]).toEqual([
      "allow, then allow",
      "allow, then warn",
      "hint",
      "hint",
      "abort",
    ]);
  });

  it("takes the calls of one response for a round", () => {
    const three = () => [step("none"), step("none"), step("none")];
    expect(checkMessages(shape([three()]), STUCK).action).toBe("allow");
    expect(checkMessages(shape([three(), three()]), STUCK).action).toBe("warn");
    expect(checkMessages(shape([three(), three()]), STUCK).calls).toHaveLength(3);
  });

  it("allows when a user has spoken since, and takes that for a new turn", () => {
    const again = shape([[step("none")], [step("none")]]);
    const next = shape([[step()]]);
    expect(checkMessages(again, STUCK).action).toBe("warn");
    const spoken = checkMessages([...again, next[name === "OpenAI chat" ? 1 : 0]], STUCK);
    expect(spoken).toMatchObject({ action: "allow", detection: null, calls: [] });
    expect(checkMessages([...again, ...next], STUCK)).toMatchObject({ action: "allow", calls: [{ pending: true }] });
  });

  if (!name.startsWith("OpenAI"))
    it("knows failures", () => {
      const failing = (n: number): Step => ({ ...step("No index.", "search", { n }), failed: true });
      const guard = { detectors: [errorStreak({ threshold: 2 })], action: "hint" as const };
      const verdict = checkMessages(shape([[failing(1)], [failing(2)], [step(undefined, "search", { n: 3 })]]), guard);
      expect(verdict).toMatchObject({ action: "hint", detection: { detector: "error_streak" } });
    });

  it("is the same from raw text and parsed arguments, whatever the order of keys", () => {
    const rounds = [[step("none", "search", { a: 1, b: 2 })], [step(undefined, "search", { b: 2, a: 1 })]];
    expect(checkMessages(shape(rounds), { detectors: [duplicate()], action: "hint" }).action).toBe("hint");
  });
});

describe("checkMessages", () => {
  const chat = SHAPES["OpenAI chat"] as Shape;

  it("gives every call's verdict, and the sternest", () => {
    const rounds = [[step("a", "read")], [step(undefined, "read"), step(undefined, "write")]];
    const verdict = checkMessages(chat(rounds), { detectors: [duplicate()], action: "hint" });
    expect(verdict.calls.map(({ call, verdict }) => [call.name, verdict.action])).toEqual([
      ["read", "hint"],
      ["write", "allow"],
    ]);
    expect(verdict).toMatchObject({ action: "hint", detection: { detector: "duplicate", toolName: "read" } });
    expect(verdict.message).toBe("Tool 'read' was already executed with identical parameters");
  });

  it("knows its own refusals: they are no results", () => {
    const rounds: Step[][] = [[step("r")], [step("r")], [step("r")]];
    const guard = { detectors: [noProgress({ threshold: 3 })], ladder: { hint: 1, abort: 4 } };
    for (const action of ["hint", "hint", "abort"]) {
      const pending = step();
      const verdict = checkMessages(chat([...rounds, [pending]]), guard);
      expect(verdict.action).toBe(action);
      rounds.push([{ ...pending, result: verdict.message }]);
    }
  });

  it("knows its own refusals in a history whose beginning is gone", () => {
    const guard: LoopGuardOptions = { detectors: [noProgress({ threshold: 3 })], ladder: { hint: 1, abort: 3 } };
    const stuck: Step[][] = [[step("r")], [step("r")], [step("r")]];
    const { message } = checkMessages(chat([...stuck, [step()]]), guard);
    const elsewhere = message.replaceAll("3 times", "9 times");
    expect(elsewhere).not.toBe(message);
    expect(checkMessages(chat([...stuck, [step(elsewhere)], [step()]]), guard).action).toBe("abort");
    const own = { detectors: [repeat({ threshold: 3 })], action: "hint" as const, message: "Stop it." };
    expect(checkMessages(chat([[step("Stop it.")], [step("a")], [step("b")]]), own).action).toBe("allow");
  });

  it("takes each response for a round, also where results are gone and ids come again", () => {
    const again = (): Step[] => [{ id: "call_0", name: "search", args: {} }];
    const guard = { detectors: [count({ maxRepeats: 2 })], action: "abort" as const };
    expect(checkMessages(chat([again(), again()]), guard).action).toBe("allow");
    expect(checkMessages(chat([again(), again(), again()]), guard).action).toBe("abort");
  });

  it("does not take a warning beside an empty result for a refusal", () => {
    const guard = { detectors: [count({ maxRepeats: 1 }), noProgress({ threshold: 3 })], action: "warn" as const };
    const rounds: Step[][] = [[step("")]];
    const { message } = checkMessages(chat([...rounds, [step()]]), guard);
    rounds.push([step(message)]);
    const limited = { detectors: [repeat({ threshold: 3 })], action: "abort" as const };
    expect(checkMessages(chat([...rounds, [step("")]]), limited).action).toBe("abort");
  });

  it("knows a message of one's own, in its place and at the end of a result", () => {
    const guard: LoopGuardOptions = {
      detectors: [noProgress({ threshold: 3 })],
      ladder: { warn: 1, hint: 2, abort: 4 },
      message: "Stop it.",
    };
    const rounds = [
      [step("r")],
      [step("r")],
      [step("r\n\nStop it.")],
      [step("Stop it.")],
      [step("Stop it.")],
      [step()],
    ];
    expect(checkMessages(chat(rounds.slice(0, 3)), guard).action).toBe("warn");
    expect(checkMessages(chat(rounds), guard).action).toBe("abort");
  });

  it("knows a warning in an object's text", () => {
    const guard: LoopGuardOptions = { detectors: [noProgress({ threshold: 4 })], action: "hint" };
    const plain = '{"items":[]}';
    const rounds = [[step(plain)], [step(plain)], [step('{"items":[],"loopguard":"Tool ..."}')], [step(plain)]];
    expect(checkMessages(chat(rounds), guard).action).toBe("hint");
  });

  it("believes that a call has run when its result says so", () => {
    const guard: LoopGuardOptions = { detectors: [noProgress({ threshold: 3 })], action: "hint" };
    const stuck = [[step("r")], [step("r")], [step("r")]];
    expect(checkMessages(chat([...stuck, [step()]]), guard).action).toBe("hint");
    // The host ran it nevertheless, and something had changed.
    expect(checkMessages(chat([...stuck, [step("news")], [step()]]), guard).action).toBe("allow");
    expect(checkMessages(chat([...stuck, [step("r")], [step()]]), guard).action).toBe("hint");
  });

  it("takes arguments that are no JSON for calls that no tool can take", () => {
    const broken = (id: string, answered: boolean) => [
      { role: "assistant", tool_calls: [{ id, type: "function", function: { name: "search", arguments: '{"q": ' } }] },
      ...(answered ? [{ role: "tool", tool_call_id: id, content: "Error: not JSON" }] : []),
    ];
    const guard = { detectors: [unknownTool({ threshold: 2 })], action: "abort" as const };
    expect(checkMessages(broken("1", true), guard).action).toBe("allow");
    expect(checkMessages([...broken("1", true), ...broken("2", false)], guard)).toMatchObject({
      action: "abort",
      detection: { detector: "unknown_tool" },
    });
  });

  it("sees cycles, counts and limits", () => {
    const rounds = Array.from({ length: 3 }, () => [[step("a", "read")], [step("b", "test")]]).flat();
    expect(checkMessages(chat(rounds), { detectors: [cycle()], action: "warn" }).detection).toMatchObject({
      detector: "cycle",
      cycleLength: 2,
    });
    const pending = [...rounds, [step(undefined, "read")]];
    expect(
      checkMessages(chat(pending), { detectors: [count({ maxRepeats: 3 })], action: "abort" }).detection?.repeats,
    ).toBe(4);
    expect(checkMessages(chat(pending), { detectors: [limit({ limits: { read: 3 } })], action: "hint" }).action).toBe(
      "hint",
    );
  });

  it("does not judge polling: a history has no times", () => {
    const guard: LoopGuardOptions = { tools: { poll: { poll: { minIntervalMs: 1000 } } } };
    const rounds = Array.from({ length: 5 }, () => [step("pending", "poll")]);
    expect(checkMessages(chat([...rounds, [step(undefined, "poll")]]), guard)).toMatchObject({
      action: "allow",
      detection: null,
    });
  });

  it("uses a guard's options and touches nothing else of it", () => {
    const told: unknown[] = [];
    const guard = new LoopGuard({ ...STUCK, onDetection: (detection) => told.push(detection) });
    const before = guard.snapshot();
    expect(checkMessages(chat([[step("a")], [step("a")]]), guard).action).toBe("warn");
    expect(checkMessages(chat([[step("a")], [step("a")]]), guard).action).toBe("warn");
    expect(told).toEqual([]);
    expect(guard.snapshot()).toEqual(before);
    expect(guard.stats()).toMatchObject({ calls: 0, runs: 1 });
    guard.close();
    expect(() => checkMessages([], guard)).toThrow(expect.objectContaining({ code: "ERR_LOOPGUARD_CLOSED" }));
  });

  it("in shadow mode allows, and says what it found", () => {
    expect(checkMessages(chat([[step("a")], [step("a")]]), { ...STUCK, shadow: true })).toMatchObject({
      action: "allow",
      detection: { detector: "repeat" },
    });
  });

  it("reads what it does not know, or nothing, as nothing", () => {
    for (const messages of [[], [null, 7, "hi", {}, { role: "assistant", content: "Hello." }], new Set([{ parts: 7 }])])
      expect(checkMessages(messages)).toEqual({
        action: "allow",
        allowed: true,
        message: "",
        detection: null,
        calls: [],
      });
    for (const wrong of [undefined, null, 7, "messages", {}])
      expect(() => checkMessages(wrong as never)).toThrow(expect.objectContaining({ code: "ERR_LOOPGUARD_OPTION" }));
  });

  it("uses the preset where it is told nothing", () => {
    const rounds = Array.from({ length: 20 }, () => [step("none")]);
    expect(checkMessages(chat(rounds)).detection).not.toBeNull();
    expect(checkMessages(chat(rounds.slice(0, 2))).action).toBe("allow");
  });
});
