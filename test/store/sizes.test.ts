/** The sizes that docs/scaling.md tells for planning. */
import { describe, expect, it } from "vitest";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { count, similarQuery } from "../../lib/rules/factories.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import { memoryStore } from "../../lib/store/memory-store.ts";
import type { StoredState } from "../../lib/store/store-interface.ts";

const KB = 1024;

interface Kind {
  options?: LoopGuardOptions;
  calls: number;
  /** `false`: nobody tells what came back. */
  completed?: boolean;
  name?(i: number): string;
  arguments?(i: number): unknown;
}

/** The largest state that the run had at any time. */
async function largest({ options = {}, calls, completed = true, name = () => "f", ...rest }: Kind): Promise<number> {
  const store = memoryStore();
  using guard = new LoopGuard(options);
  const run = guard.storedRun("r", store);
  let size = 0;
  for (let i = 0; i < calls; i++) {
    const call = { id: `call_${i}`, name: name(i), arguments: rest.arguments?.(i) ?? { i } };
    run.beginRound();
    await run.before(call);
    if (completed) await run.after(call, { result: `result ${i}` });
    size = Math.max(size, ((await store.load("r")) as StoredState).bytes.length);
  }
  await run.close();
  return size;
}

const words = (i: number, count: number): string =>
  Array.from({ length: count }, (_, k) => `w${(i * 31 + k * 7) % 977}`).join(" ");

describe("a run in a store", () => {
  it.each<[string, Kind, number]>([
    ["of 40 tools", { calls: 600, name: (i) => `some_tool_number_${i % 40}` }, 29 * KB],
    ["of a new tool each call", { calls: 600, name: (i) => `some_tool_number_${i}` }, 34 * KB],
    ["of calls that nothing is told of afterwards", { calls: 600, completed: false }, 48 * KB],
    ["of names as long as are kept", { calls: 600, name: (i) => `${i}${"x".repeat(300)}` }, 93 * KB],
    ["with a count table", { options: { detectors: [count({ maxRepeats: 3 })] }, calls: 1000 }, 26 * KB],
  ])("%s", async (_, kind, most) => {
    const size = await largest(kind);
    expect(size).toBeLessThanOrEqual(most);
    expect(size).toBeGreaterThan(most / 2);
  });

  it("of many workers remembers the last 64 of them", async () => {
    const store = memoryStore();
    const sizes: number[] = [];
    for (let i = 0; i < 70; i++) {
      using guard = new LoopGuard({ maxRepeats: 1000 });
      const run = guard.storedRun("r", store);
      for (let k = 0; k < 30; k++) {
        const call = { name: "f", arguments: { k } };
        run.beginRound();
        await run.before(call);
        await run.after(call, { result: k });
      }
      await run.close();
      sizes.push(((await store.load("r")) as StoredState).bytes.length);
    }
    const more = (sizes[63] as number) - (sizes[0] as number);
    expect(more).toBeGreaterThan(63 * 16);
    expect(more).toBeLessThanOrEqual(2 * KB);
    expect(sizes[69]).toBe(sizes[63]);
  });

  it("with queries holds them, and nothing else of arguments", async () => {
    const options = { detectors: [similarQuery({ tools: ["f"], threshold: 1 })] };
    const texts = (i: number) => ({ query: words(i, 20), other: "x".repeat(10_000) });
    const size = await largest({ options, calls: 300, arguments: texts });
    expect(size).toBeGreaterThan(256 * words(0, 20).length);
    expect(size).toBeLessThan(256 * 200);
  });
});
