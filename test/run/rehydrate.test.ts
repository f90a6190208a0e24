/** Yesterday's log makes today's state. */
import { channel } from "node:diagnostics_channel";
import { afterEach, describe, expect, it } from "vitest";
import type { LoopDetection } from "../../lib/base/types.ts";
import { callSignature } from "../../lib/core/identity.ts";
import { LoopDetector } from "../../lib/guard/loop-detector.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { cycle, errorStreak } from "../../lib/rules/factories.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";

/** The second seed's story: six sessions, each stopped by the same 402, logged to a flat file. */
const SESSIONS = Array.from({ length: 6 }, (_, i) => ({
  name: "post_tweet",
  arguments: { text: "We are live!", session: 0 },
  status: 402,
  errorTitle: "CreditsDepleted",
  at: `2025-11-0${i + 1}T09:00:00Z`,
}));
const SIGNATURE = "post_tweet:402:CreditsDepleted";

const heard: LoopDetection[] = [];
const guards: LoopGuard[] = [];
afterEach(() => {
  for (const guard of guards.splice(0)) guard.close();
  heard.length = 0;
});
function guardOf(options: ConstructorParameters<typeof LoopGuard>[0]): LoopGuard {
  const guard = new LoopGuard({ ...options, onDetection: (detection) => heard.push(detection) });
  guards.push(guard);
  return guard;
}

describe("LoopDetector.rehydrate", () => {
  const signatures = SESSIONS.map((row) => callSignature(row, row));

  it("takes the six sessions", () => {
    using detector = new LoopDetector();
    const match = detector.rehydrate(signatures);
    expect(match).toEqual({ detected: true, pattern: [SIGNATURE], cycleLength: 1, repeats: 6 });
  });

  it("matched at entry three", () => {
    using detector = new LoopDetector();
    expect(signatures.map((it) => detector.push(it).detected).indexOf(true)).toBe(2);
  });
});

describe("LoopRun.rehydrate", () => {
  it("judges what waits by the times of the log", () => {
    const looks = (everyMs: number) =>
      Array.from({ length: 7 }, (_, n) => ({
        name: "build_status",
        arguments: {},
        result: "in progress",
        at: 1_700_000_000_000 + n * everyMs,
      }));
    const refuses = ({ action }: { action: string }) => action === "hint" || action === "abort";
    const nextIsRefused = (everyMs: number) => {
      using guard = new LoopGuard({ now: () => 1_700_000_000_000 + 7 * everyMs });
      guard.rehydrate(looks(everyMs));
      return refuses(guard.before({ name: "build_status", arguments: {} }));
    };
    expect(nextIsRefused(30_000)).toBe(false);
    expect(nextIsRefused(100)).toBe(true);
  });

  const breaker: LoopGuardOptions = {
    detectors: [cycle({ repeats: 3 }), errorStreak({ threshold: 3 })],
    action: "abort",
  };
  const today = { name: "post_tweet", arguments: { text: "We are live!", session: 0 } };

  it.each([
    ["an iterable of calls", SESSIONS],
    ["JSON", JSON.stringify(SESSIONS)],
    ["JSON lines", SESSIONS.map((row) => JSON.stringify(row)).join("\r\n")],
  ])("refuses the seventh session before its first request: %s", (_, log) => {
    const guard = guardOf(breaker);
    const run = guard.run("seventh");
    const verdict = run.rehydrate(log);
    expect(verdict).toMatchObject({ action: "abort", detection: { detector: "cycle", toolName: "post_tweet" } });
    expect(run.tripped).toEqual(verdict.detection);
    expect(run.before(today)).toMatchObject({ action: "abort", detection: { detector: "cycle" } });
  });

  it("takes signatures: a tool that failed in one way stays refused, whatever its arguments", () => {
    const guard = guardOf({ detectors: [errorStreak({ threshold: 3 })], action: "abort" });
    expect(guard.rehydrate(SESSIONS.map((row) => callSignature(row, row))).action).toBe("abort");
    expect(guard.before(today).action).toBe("abort");
    expect(guard.before({ name: "read_tweet", arguments: {} }).action).toBe("allow");
  });

  it.each([
    ["a byte order mark", (lines: string) => `\uFEFF${lines}`],
    ["a last line that a crash has cut", (lines: string) => `${lines}\n{"name":"post_tw`],
    ["both", (lines: string) => `\uFEFF${lines}\n{"name"`],
  ])("takes JSON lines with %s", (_, change) => {
    const log = change(SESSIONS.map((row) => JSON.stringify(row)).join("\n"));
    expect(guardOf(breaker).rehydrate(log).action).toBe("abort");
  });

  it.each(['"\\x":402:Credits', '"a"b:402', '"', '"\\', ":", ""])(
    "takes a signature that nobody wrote: %s",
    (signature) => {
      const guard = guardOf(breaker);
      expect(guard.rehydrate([signature, signature]).action).toBe("allow");
      expect(guard.rehydrate([signature, signature, signature]).action).toBe("abort");
    },
  );

  it("tells nobody, and counts nothing", () => {
    const messages: unknown[] = [];
    const listen = (message: unknown): void => void messages.push(message);
    channel("loopguard:detection").subscribe(listen);
    const guard = guardOf(breaker);
    guard.rehydrate(SESSIONS);
    expect(heard).toEqual([]);
    expect(messages).toEqual([]);
    expect(guard.stats()).toMatchObject({ calls: 0, refused: 0, loops: { total: 0 } });
    guard.before(today);
    expect(heard).toHaveLength(1);
    channel("loopguard:detection").unsubscribe(listen);
  });

  it("says what a run says that was there", () => {
    const guard = guardOf({ preset: "recommended" });
    const there = guardOf({ preset: "recommended" });
    const rows: object[] = [];
    for (let i = 0; i < 30; i++) {
      const call = { name: i % 2 ? "read" : "ls", arguments: {} };
      there.beginRound();
      const { action } = there.before(call);
      if (action !== "allow") break;
      rows.push({ ...call, result: "same" });
      if (there.after(call, { result: "same" }).action !== "allow") break;
    }
    guard.rehydrate(rows.slice(0, 4));
    guard.rehydrate(rows.slice(4));
    there.beginRound();
    const next = { name: "ls", arguments: {} }; // the one that was warned of, and is refused now
    const { detection } = there.before(next);
    expect(detection).toMatchObject({ detector: "no_news", repeats: 3, strikes: 1 });
    expect({ ...guard.before(next).detection, fingerprint: "", pattern: [] }).toEqual({
      ...detection,
      fingerprint: "",
      pattern: [],
    });
  });

  it("leaves the host its own way with rounds", () => {
    const guard = guardOf({ maxRepeats: 100, action: "hint" });
    const none = guardOf({ detectors: [errorStreak({ threshold: 3 })], action: "hint" });
    guard.rehydrate(SESSIONS.slice(0, 1));
    none.rehydrate([{ name: "f", arguments: 1, error: "boom" }]);
    // Each call follows one that is through, so it is a round of its own, though nobody says beginRound.
    for (const n of [2, 3]) {
      expect(none.before({ name: "f", arguments: n }).action).toBe("allow");
      none.after({ name: "f", arguments: n }, { error: "boom" });
    }
    expect(none.before({ name: "f", arguments: 4 })).toMatchObject({ action: "hint", detection: { strikes: 2 } });
  });

  it("goes on from messages, turns included: a user spoke last", () => {
    const guard = guardOf(breaker);
    const call = (id: string) => ({
      role: "assistant",
      tool_calls: [{ id, type: "function", function: { name: "f", arguments: "{}" } }],
    });
    const history = ["a", "b", "c", "d"].flatMap((id) => [call(id), { role: "tool", tool_call_id: id, content: "no" }]);
    expect(guard.run("one").rehydrate(history).action).toBe("abort");
    expect(guard.run("two").rehydrate([...history, { role: "user", content: "go on" }]).action).toBe("allow");
  });

  it.each([
    [7, "an iterable"],
    [null, "an iterable"],
    ['{"name":"f"}\n{"name":\n{"name":"f"}', "line 2"],
    ['{"name":"f"}\n{"name":\n', "line 2"],
    ['{"name":', "line 1"],
  ])("refuses %s and changes nothing", (log, says) => {
    const guard = guardOf(breaker);
    expect(() => guard.rehydrate(log as string)).toThrow(expect.objectContaining({ code: "ERR_LOOPGUARD_OPTION" }));
    expect(() => guard.rehydrate(log as string)).toThrow(says);
    expect(guard.before(today).action).toBe("allow");
  });
});
