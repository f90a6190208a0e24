/** The vectors of test/vectors that are about runs, played to a run in a store; each step by another worker. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { LoopCall } from "../../lib/base/types.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { type Detector, duplicate, limit, pingPong, repeat, similarQuery, stall } from "../../lib/rules/factories.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import { memoryStore } from "../../lib/store/memory-store.ts";
import type { StateStore } from "../../lib/store/store-interface.ts";
import { memoryJournal } from "./memory-journal.ts";

const vectors = new URL("../vectors/", import.meta.url);
const read = <T>(name: string): T => JSON.parse(readFileSync(new URL(name, vectors), "utf8")) as T;

/** Two workers that take turns. */
async function taking<T>(
  store: StateStore,
  options: LoopGuardOptions,
  steps: readonly T[],
  step: (run: ReturnType<typeof open>, item: T, index: number) => Promise<void>,
): Promise<void> {
  const guards = [new LoopGuard(options), new LoopGuard(options)];
  const runs = guards.map((guard) => open(guard, store));
  for (const [i, item] of steps.entries()) await step(runs[i % 2] as ReturnType<typeof open>, item, i);
  for (const run of runs) await run.close();
  for (const guard of guards) guard.close();
}

function open(guard: LoopGuard, store: StateStore) {
  return guard.storedRun("vector", store);
}

interface TrackerCase {
  limits: Record<string, number>;
  steps: { name: string; arguments: unknown; skip: boolean; reason: string }[];
}

interface SelectoolsCase {
  detectors: { type: string; threshold?: number; cycleLength?: number; repetitions?: number }[];
  calls: LoopCall[];
  results: string[];
  expect: ({ detector: string; message: string } | null)[];
}

const SEARCHES = ["*search*", "*query*"];
const STORES = { "a store that swaps": memoryStore, "a journal": memoryJournal } as const;

describe.each(Object.entries(STORES))("%s", (_, makeStore: () => StateStore) => {
  it("tracker.json", async () => {
    for (const { limits, steps } of read<TrackerCase[]>("tracker.json")) {
      const { default: others = 3, ...named } = limits;
      const options: LoopGuardOptions = {
        detectors: [
          limit({ limits: named, default: others }),
          duplicate(),
          similarQuery({ tools: SEARCHES, dangerousTokens: [] }),
        ],
        action: "hint",
      };
      await taking(makeStore(), options, steps, async (run, { skip, reason, ...call }) => {
        run.beginRound();
        const { action, message } = await run.before(call);
        expect({ skip: action !== "allow", reason: message }).toEqual({ skip, reason });
        if (!skip) await run.after(call, { result: "ok" });
      });
    }
  });

  it("selectools.json", async () => {
    const make = ({ type, ...options }: SelectoolsCase["detectors"][number]): Detector =>
      type === "repeat" ? repeat(options) : type === "stall" ? stall(options) : pingPong(options);
    for (const { detectors, calls, results, expect: expected } of read<SelectoolsCase[]>("selectools.json")) {
      const options: LoopGuardOptions = { detectors: detectors.map(make), action: "hint", shadow: true };
      await taking(makeStore(), options, calls, async (run, call, i) => {
        run.beginRound();
        await run.before(call);
        const { detection } = await run.after(call, { result: results[i] });
        const want = expected[i] ?? null;
        if (want === null) expect(detection).toBeNull();
        else expect(detection).toMatchObject({ detector: want.detector, message: want.message });
      });
    }
  });
});
