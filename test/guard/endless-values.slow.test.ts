/** Values without an end: nothing is written of them beyond a budget, and that is told. */

import { channel } from "node:diagnostics_channel";
import { setTimeout as later } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { canonicalize, fingerprint } from "../../lib/core/identity.ts";
import { guardFunction } from "../../lib/frameworks/guard-function.ts";
import { checkMessages } from "../../lib/guard/check-messages.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { memoryStore } from "../../lib/store/memory-store.ts";

/** Each is made anew, since a getter may count. */
const ENDLESS: Record<string, () => unknown> = {
  "a getter that gives an object with itself": () => endlessGetter(),
  "a getter that gives a list with it": () => ({
    get list(): unknown {
      return [endlessGetter(), "x"];
    },
  }),
  "toJSON that gives what has toJSON": () => endlessToJson(),
  "a graph of 30 levels with shared objects": () => graph(30),
  "a proxy of a list with 2^40 items": () => new Proxy([], { get: (_, key) => (key === "length" ? 2 ** 40 : 1) }),
  "a proxy of an object in itself": () => endlessProxy(),
  "a proxy of a thousand keys on each level": () => wideProxy(),
  "a getter of long texts": () => Array.from({ length: 80 }, () => "x".repeat(1 << 20)),
};

function endlessGetter(): object {
  return {
    get next() {
      return endlessGetter();
    },
  };
}
function endlessToJson(): object {
  return { toJSON: () => ({ inner: endlessToJson() }) };
}
function graph(levels: number): object {
  let node: object = {};
  for (let i = 0; i < levels; i++) node = { a: node, b: node };
  return node;
}
function endlessProxy(): object {
  const handler: ProxyHandler<object> = {
    get: (_, key) => (key === "toJSON" || typeof key === "symbol" ? undefined : new Proxy({ a: 1, b: 1 }, handler)),
  };
  return new Proxy({ a: 1, b: 1 }, handler);
}

function wideProxy(): object {
  const keys = Array.from({ length: 1_000 }, (_, i) => `k${i}`);
  return new Proxy(
    {},
    {
      ownKeys: () => keys,
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      get: (_, key) => (key === "toJSON" || typeof key === "symbol" ? undefined : wideProxy()),
    },
  );
}

describe.each(Object.entries(ENDLESS))("%s", (_, make) => {
  const faults: unknown[] = [];
  const listen = (fault: unknown): void => void faults.push(fault);
  beforeEach(() => {
    faults.length = 0;
    channel("loopguard:error").subscribe(listen);
  });
  afterEach(() => {
    channel("loopguard:error").unsubscribe(listen);
  });

  it("as arguments: the call is allowed, and it is told", () => {
    using guard = new LoopGuard();
    for (let i = 0; i < 3; i++) {
      const call = { name: "search", arguments: make() };
      expect(guard.before(call).action).toBe("allow");
      guard.after(call, { result: "the same" });
    }
    expect(faults.length).toBeGreaterThan(0);
  });

  it("as a result: it is equal to no other, and it is told", () => {
    using guard = new LoopGuard();
    for (let i = 0; i < 3; i++) {
      const call = { name: "search", arguments: { i: 1 } };
      expect(guard.before(call).action).toBe("allow");
      guard.after(call, { result: make() });
    }
    expect(faults.length).toBeGreaterThan(0);
  });

  it("guardFunction calls the function", async () => {
    let calls = 0;
    const guarded = guardFunction("search", (_given: unknown) => ++calls, { maxRepeats: 2 });
    for (let i = 0; i < 2; i++) guarded(make());
    await later(0);
    expect(calls).toBe(2);
  });

  it("canonicalize and fingerprint refuse it", () => {
    const refused = expect.objectContaining({ code: "ERR_LOOPGUARD_JSON", cause: expect.any(RangeError) });
    expect(() => canonicalize(make())).toThrow(refused);
    expect(() => fingerprint("x", make())).toThrow(refused);
  });

  it("a run in a store goes on", async () => {
    using guard = new LoopGuard();
    const run = guard.storedRun("r", memoryStore());
    const call = { name: "search", arguments: make() };
    expect((await run.before(call)).action).toBe("allow");
    await run.after(call, { result: make() });
    await run.flush();
    expect(faults.length).toBeGreaterThan(0);
  });

  it("checkMessages says nothing of it", () => {
    const input = make();
    expect(
      checkMessages([{ role: "assistant", content: [{ type: "tool_use", id: "1", name: "x", input }] }]).action,
    ).toBe("allow");
  });
});
