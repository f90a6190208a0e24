import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { callSignature } from "../../lib/core/identity.ts";
import { LoopDetector } from "../../lib/guard/loop-detector.ts";
import { tries } from "../effort.ts";
import { cycleOracle } from "../oracles/count-cycle.ts";

describe("LoopDetector", () => {
  it("finds the seed's own loop at its third entry", () => {
    using detector = new LoopDetector({ repeats: 3, maxCycleLen: 8 });
    const signature = callSignature({ name: "post_tweet" }, { status: 402, errorTitle: "CreditsDepleted" });
    expect(detector.push(signature)).toEqual({ detected: false });
    expect(detector.push(signature)).toEqual({ detected: false });
    expect(detector.push(signature)).toEqual({ detected: true, pattern: [signature], cycleLength: 1, repeats: 3 });
  });

  it("answers an untroubled push with one frozen object", () => {
    using detector = new LoopDetector();
    expect(detector.push("a")).toBe(detector.push("b"));
    expect(Object.isFrozen(detector.push("c"))).toBe(true);
  });

  it("agrees with a re-scan of the whole window", () => {
    const options = fc.constantFrom(
      { windowSize: 32, minCycleLen: 1, maxCycleLen: 8, repeats: 3 },
      { windowSize: 8, minCycleLen: 2, maxCycleLen: 4, repeats: 2 },
      { windowSize: 5, minCycleLen: 1, maxCycleLen: 16, repeats: 2 },
    );
    fc.assert(
      fc.property(
        options,
        fc.array(fc.constantFrom("a", "b", "", "\ud800", "\udc00"), { maxLength: 60 }),
        (o, stream) => {
          using detector = new LoopDetector(o);
          stream.forEach((signature, i) => {
            expect(detector.push(signature)).toEqual(cycleOracle(stream.slice(0, i + 1), o));
          });
        },
      ),
      { numRuns: tries(300) },
    );
  });

  it("rehydrates from any iterable, and from none", () => {
    using detector = new LoopDetector();
    expect(detector.rehydrate([])).toEqual({ detected: false });
    expect(detector.rehydrate(new Set(["a"]))).toEqual({ detected: false });
    expect(detector.rehydrate(["b", "a", "b", "a", "b"])).toMatchObject({
      detected: true,
      pattern: ["a", "b"],
      repeats: 3,
    });
    detector.reset();
    expect(detector.push("b")).toEqual({ detected: false });
  });

  it("goes on from a snapshot, with digests for what it no longer knows", () => {
    using detector = new LoopDetector({ windowSize: 6, maxCycleLen: 2, repeats: 2 });
    detector.rehydrate(["a", "b", "a"]);
    using back = LoopDetector.restore(detector.snapshot());
    expect(back.snapshot()).toEqual(detector.snapshot());
    expect(back.push("b")).toEqual({
      detected: true,
      pattern: [expect.stringMatching(/^#[0-9a-f]{32}$/), "b"],
      cycleLength: 2,
      repeats: 2,
    });
    expect(detector.push("b")).toMatchObject({ pattern: ["a", "b"] });
    expect(back.push("a")).toMatchObject({ pattern: ["b", "a"], repeats: 2 });
  });

  it("shows long patterns in full", () => {
    const block = Array.from({ length: 300 }, (_, i) => `s${i}`);
    using detector = new LoopDetector({ windowSize: 1024, maxCycleLen: 512, repeats: 3 });
    expect(detector.rehydrate([...block, ...block, ...block])).toEqual({
      detected: true,
      pattern: block,
      cycleLength: 300,
      repeats: 3,
    });
  });
});

describe("callSignature", () => {
  it("is name, status and title for a failure, whatever the arguments", () => {
    const call = { name: "post_tweet", arguments: { text: "x" } };
    const failure = { status: 402, errorTitle: "CreditsDepleted" };
    expect(callSignature(call, failure)).toBe("post_tweet:402:CreditsDepleted");
    expect(callSignature({ ...call, arguments: {} }, failure)).toBe("post_tweet:402:CreditsDepleted");
    expect(callSignature(call, { error: Object.assign(new Error("no credits"), { status: 402 }) })).toBe(
      "post_tweet:402:no credits",
    );
    expect(callSignature(call, { error: new TypeError("bad") })).toBe("post_tweet:error:TypeError: bad");
    expect(callSignature(call, { error: "timed out", status: "ETIMEDOUT" })).toBe("post_tweet:ETIMEDOUT:timed out");
  });

  it("is the failure that MCP calls one, and asks nothing of what cannot be read", () => {
    const content = [{ type: "text", text: "No match" }];
    expect(callSignature({ name: "edit" }, { result: { content, isError: true } })).toBe("edit:error:No match");
    const { proxy, revoke } = Proxy.revocable<unknown[]>([], {});
    revoke();
    for (const result of [{ content, isError: "true" }, { content: proxy, isError: true }, proxy])
      expect(callSignature({ name: "edit" }, { result })).toMatch(/^edit:ok#/);
  });

  it("is name and a digest of the arguments for a success", () => {
    const one = callSignature({ name: "read", arguments: { a: 1, b: 2 } }, { result: "x" });
    expect(one).toMatch(/^read:ok#[0-9a-f]{32}$/);
    expect(callSignature({ name: "read", arguments: '{"b":2,"a":1}' }, { result: "y", status: 200 })).toBe(one);
    expect(callSignature({ name: "read", arguments: { a: 1, b: 2 } })).toBe(one);
    expect(callSignature({ name: "read", arguments: { a: 1 } })).not.toBe(one);
  });

  it("cannot be imitated by a name", () => {
    expect(callSignature({ name: "a:402" }, { status: 500, errorTitle: "x" })).not.toBe(
      callSignature({ name: "a" }, { status: "402:500", errorTitle: "x" }),
    );
    expect(callSignature({ name: 'a"' }, { error: "x" })).toBe('"a\\"":error:x');
  });
});
