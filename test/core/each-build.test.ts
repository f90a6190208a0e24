/** What the client of the core promises, on each build. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CoreClient } from "../../lib/core/client.ts";
import { stepEvent } from "../../lib/core/event.ts";
import { IdentityMode, NO_TICKET, Step, VOLATILE_BITS } from "../../lib/core/layout.gen.ts";
import { loadWasm } from "../../lib/core/wasm.ts";
import { size, tries } from "../effort.ts";
import { native, wasm } from "./both-builds.ts";
import { actionOf, anyString, counting, detected, KEY, outcome, ticketOf } from "./builds.ts";

const MEGABYTES = size(16);
const both: [string, CoreClient][] = [
  ["native", native],
  ["wasm", wasm],
];

describe.each(both)("%s", (_name, core) => {
  const identify = (name: string, args?: unknown): string => core.identify(KEY, IdentityMode.verbatim, name, args);

  it("keeps texts apart that a lossy conversion would merge", () => {
    const names = [
      "",
      "\ufffd",
      "\ud800",
      "\udc00",
      "\ud800\udc00",
      "\u0000",
      "\ufeff",
      "\ufeff\ufeff",
      "e\u0301",
      "\u00e9",
    ];
    expect(new Set(names.map((name) => identify(name))).size).toBe(names.length);
  });

  it("gives any name back as it was", () => {
    const run = core.guard(KEY, counting(0)).run();
    const nameBack = (name: string): unknown => {
      expect(detected(run.before(name, undefined, undefined, undefined, 0, 0))).toBe(true);
      return run.report().pattern.at(-1)?.name;
    };
    fc.assert(
      fc.property(anyString, (name) => {
        expect(nameBack(name)).toBe(name);
      }),
      { numRuns: tries(2000) },
    );
  });

  it(`takes texts of ${MEGABYTES} MB, and short ones after them`, () => {
    for (const unit of ["x", "é", "😀"]) {
      const value = [unit.repeat((MEGABYTES << 20) / unit.length)];
      const digest = identify("big", value);
      expect(identify("big", [`${value[0]?.slice(0, -1)}y`])).not.toBe(digest);
      expect(identify("big", value)).toBe(digest);
      expect(identify("big", JSON.stringify(value))).toBe(digest);
    }
    expect(identify("a", {})).toBe(loadWasm().identify(KEY, IdentityMode.verbatim, "a", "{}"));
  });

  it("gives a text back without the white space at its ends, whatever its length", () => {
    for (const length of [0, 10, 20_000, 100_000]) {
      const text = "é".repeat(length);
      for (const around of [text, `  ${text}`, `${text}  `, `  ${text} `])
        expect(core.normalizeVolatile(VOLATILE_BITS.space, around)).toBe(text);
    }
  });

  it("gives each error its code", () => {
    expect(outcome(() => core.canonicalize(IdentityMode.canonical, "{"))).toBe("ERR_LOOPGUARD_EJSON");
    expect(outcome(() => core.snapshotKey(new Uint8Array(8)))).toBe("ERR_LOOPGUARD_ESNAPSHOT");
    expect(outcome(() => core.restoreDetector(new Uint8Array(0)))).toBe("ERR_LOOPGUARD_ESNAPSHOT");
    expect(outcome(() => core.detector(KEY, 0, 1, 1, 2))).toBe("ERR_LOOPGUARD_EINVAL");
    expect(outcome(() => core.guard(KEY, { maxEntries: 0 }))).toBe("ERR_LOOPGUARD_EINVAL");
    expect(() => core.canonicalize(IdentityMode.canonical, "{")).toThrow("The text is not JSON");
  });

  it("says what is wrong with a configuration, and with a policy", () => {
    expect(() => core.guard(KEY, { detectors: [{ type: "count", maxRepeats: -1 }] })).toThrow(
      /"detectors\[0\]\.maxRepeats" must be .*, got -1/,
    );
    const guard = core.guard(KEY, counting(1));
    expect(() => guard.addTool({ a: { polls: true } })).toThrow(/polls/);
    guard.addTool({ a: { poll: true } });
    expect(guard.tool("a")).toEqual({ profile: 1, policy: 1, similar: false });
  });

  it("lets a guard outlive its object for as long as runs use it", () => {
    const guard = core.guard(KEY, counting(1));
    const [first, second] = [guard.run(), guard.run()];
    guard.close();
    guard.close();
    expect(outcome(() => guard.run())).toBe("ERR_LOOPGUARD_CLOSED");
    first.close();
    const verdicts = [1, 2].map(() => second.before("a", {}, undefined, undefined, 0, 0));
    expect(verdicts.map(actionOf)).toEqual([0, 2]);
    second.close();
    second.close();
  });

  it("says what is closed", () => {
    const guard = core.guard(KEY, counting(1));
    const run = guard.run();
    const detector = core.detector(KEY, 8, 1, 2, 3);
    for (const handle of [guard, run, detector]) handle.close();
    const closed = (what: string) => ({
      code: "ERR_LOOPGUARD_CLOSED",
      message: `This ${what} is closed; make a new one`,
    });
    const thrown = (act: () => unknown): unknown => {
      try {
        return act();
      } catch (error) {
        return error;
      }
    };
    for (const handle of [guard, run, detector]) handle.close();
    expect(thrown(() => guard.run())).toMatchObject(closed("guard"));
    expect(thrown(() => guard.addTool({}))).toMatchObject(closed("guard"));
    expect(thrown(() => run.before("a", {}, undefined, undefined, 0, 0))).toMatchObject(closed("run"));
    expect(thrown(() => run.after(0, "r", true, 0, undefined, 0))).toMatchObject(closed("run"));
    expect(thrown(() => run.tell(stepEvent(Step.beginRound)))).toMatchObject(closed("run"));
    expect(thrown(() => run.report())).toMatchObject(closed("run"));
    expect(thrown(() => run.snapshot())).toMatchObject(closed("run"));
    expect(thrown(() => detector.push("a"))).toMatchObject(closed("detector"));
  });

  it("has no ticket for an unknown id, and takes the absence of one", () => {
    const run = core.guard(KEY, counting(1)).run();
    expect(run.ticket("nobody")).toBe(NO_TICKET);
    expect(actionOf(run.after(NO_TICKET, "r", true, 0, undefined, 0))).toBe(0);
    const packed = run.before("a", {}, "id", undefined, 0, 0);
    expect(run.ticket("id")).toBe(ticketOf(packed));
  });

  it("refuses a profile that no guard has, by a status in the verdict", () => {
    const run = core.guard(KEY, counting(1)).run();
    expect(run.before("a", {}, undefined, undefined, 99, 0)).toBe(-2);
  });

  it("uses the identity that a profile names", () => {
    const tools = { ignores: { ignore: ["/né/x"] }, keeps: { identity: ["a", "b"] } };
    const guard = core.guard(KEY, { ...counting(1, { canonical: true }), tools });
    const [ignores, keeps] = ["ignores", "keeps"].map((name) => guard.tool(name).profile) as [number, number];
    const run = guard.run();
    const action = (number: number, args: unknown): number =>
      actionOf(run.before("t", args, undefined, undefined, number, 0));
    expect([action(ignores, { né: { x: 1 } }), action(ignores, { né: { x: 2 } })]).toEqual([0, 2]);
    expect([action(keeps, { a: 1, b: 2, c: 3 }), action(keeps, { a: 1, b: 2, c: 4 })]).toEqual([0, 2]);
    expect(action(keeps, { a: 1, b: 3 })).toBe(0);
  });

  it("goes on after a call that ran out of JavaScript stack", () => {
    const text = JSON.stringify({ a: [1, 2, { b: "c" }] });
    const expected = core.canonicalize(IdentityMode.canonical, text);
    let reached = 0;
    const dive = (): void => {
      reached++;
      try {
        core.canonicalize(IdentityMode.canonical, text);
      } finally {
        dive();
      }
    };
    expect(dive).toThrow(RangeError);
    expect(reached).toBeGreaterThan(100);
    expect(core.canonicalize(IdentityMode.canonical, text)).toBe(expected);
  });
});
