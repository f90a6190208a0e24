/** Budgets against their oracle, on a run, on one that is restored again and again, and on one with a store. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LoopCall, LoopUsage, Verdict } from "../../lib/base/types.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { type BudgetDetector, type BudgetOptions, budget, count } from "../../lib/rules/factories.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import { fileStore } from "../../lib/store/file-store.ts";
import { memoryStore } from "../../lib/store/memory-store.ts";
import type { StateStore } from "../../lib/store/store-interface.ts";
import { tries } from "../effort.ts";
import { type BudgetAnswer, BudgetOracle } from "../oracles/budget.ts";
import { hearErrors } from "../store/stored-workers.ts";

hearErrors();

const share = {
  warn: fc.constantFrom(0, 0.5, 0.55, 0.8, 1),
  ask: fc.constantFrom(0, 0.9),
  abort: fc.constantFrom(0, 1, 1.1, 1.5),
};
const limits = fc.oneof(
  fc.record(
    {
      calls: fc.integer({ min: 0, max: 8 }),
      seconds: fc.constantFrom(0.5, 3),
      refusals: fc.integer({ min: 0, max: 3 }),
      tools: fc.constantFrom(["read"], ["sh*", "read"], ["*"]),
    },
    { requiredKeys: ["calls"] },
  ),
  fc.record(
    { tokens: fc.integer({ min: 0, max: 100 }), cost: fc.constantFrom(0.3, 1), calls: fc.integer({ min: 1, max: 9 }) },
    { requiredKeys: ["tokens"] },
  ),
  fc.record({ cost: fc.constantFrom(0, 0.5), refusals: fc.constant(2) }),
);
const anyBudget = fc
  .tuple(limits, fc.record({ ...share, per: fc.constantFrom("turn", "run", "key") }))
  .map(([what, how]): BudgetOptions => {
    const { warn, ask, abort } = how;
    const asks = ask >= warn ? ask : 0;
    return { ...what, per: how.per as "run", warn, ask: asks, abort: abort >= Math.max(warn, asks) ? abort : 1 };
  });
const budgets = fc
  .array(anyBudget, { minLength: 1, maxLength: 3 })
  .map((list) => list.map((options, at): BudgetDetector => Object.freeze({ ...budget(options), name: `b${at}` })));

type Step =
  | { readonly kind: "call"; readonly tool: string; readonly agreed: boolean; readonly worker: number }
  | { readonly kind: "usage"; readonly usage: LoopUsage; readonly worker: number }
  | { readonly kind: "turn" }
  | { readonly kind: "reset" }
  | { readonly kind: "renew" }
  | { readonly kind: "wait"; readonly ms: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant("call" as const),
      tool: fc.constantFrom("read", "shell", "sh", "write"),
      agreed: fc.boolean(),
      worker: fc.nat(1),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("usage" as const),
      usage: fc.record({ inputTokens: fc.nat(30), outputTokens: fc.nat(9), cost: fc.constantFrom(0, 0.1, 0.07) }),
      worker: fc.nat(1),
    }),
  },
  { weight: 2, arbitrary: fc.constantFrom({ kind: "turn" as const }, { kind: "renew" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "reset" as const }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("wait" as const), ms: fc.constantFrom(400, 2000, -300, Number.NaN) }),
  },
);
const steps = fc.array(step, { maxLength: 60 });

const MAX_REPEATS = 5;
const of = (detectors: readonly BudgetDetector[]): LoopGuardOptions["detectors"] => [
  ...detectors.slice(0, 1),
  count({ maxRepeats: MAX_REPEATS, ladder: { hint: 1 } }),
  ...detectors.slice(1),
];

function said({ action, detection }: Verdict): BudgetAnswer {
  if (detection === null) return { action };
  const { detector, details } = detection;
  if (detector === "count") return { action, name: detector };
  const { of, used } = details as { of: BudgetAnswer["of"]; used: number };
  return { action, name: detector, of, used } as BudgetAnswer;
}

/** What a run is asked, whatever it keeps its state in. */
interface Asked {
  call(call: LoopCall, agreed: boolean, worker: number): Promise<Verdict> | Verdict;
  usage(usage: LoopUsage, worker: number): Promise<Verdict> | Verdict;
  turn(): void;
  reset(): Promise<void> | void;
  renew(): Promise<void> | void;
}

/** Clock of the guards. */
let now = 0;

function ofGuard(options: LoopGuardOptions): Asked {
  let guard = new LoopGuard(options);
  return {
    call(call, agreed) {
      const verdict = guard.before(call);
      if (verdict.action !== "ask" || agreed) guard.after(call, { result: 1 });
      return verdict;
    },
    usage: (usage) => guard.usage(usage),
    turn: () => guard.beginTurn(),
    reset: () => guard.reset(),
    renew() {
      const bytes = guard.snapshot();
      guard.close();
      guard = LoopGuard.restore(bytes, options);
    },
  };
}

function ofStore(options: LoopGuardOptions, store: StateStore): Asked {
  const hire = () => {
    const guard = new LoopGuard(options);
    return { guard, run: guard.storedRun("r", { store, onStoreError: "throw", timeoutMs: 20_000 }) };
  };
  let workers = [hire(), hire()];
  const at = (worker: number) => (workers[worker] as (typeof workers)[0]).run;
  return {
    async call(call, agreed, worker) {
      const verdict = await at(worker).before(call);
      if (verdict.action !== "ask" || agreed) await at(1 - worker).after(call, { result: 1 });
      return verdict;
    },
    usage: (usage, worker) => at(worker).usage(usage),
    turn: () => at(0).beginTurn(),
    reset: () => at(1).reset(),
    async renew() {
      for (const { run } of workers) await run.close();
      for (const { guard } of workers) guard.close();
      workers = [hire(), hire()];
    },
  };
}

async function play(
  detectors: readonly BudgetDetector[],
  list: readonly Step[],
  make: (options: LoopGuardOptions) => Asked,
) {
  now = 1_000_000;
  const oracle = new BudgetOracle(detectors, MAX_REPEATS);
  const asked = make({ detectors: of(detectors) as NonNullable<LoopGuardOptions["detectors"]>, now: () => now });
  for (const [index, it] of list.entries()) {
    if (it.kind === "wait")
      now = Number.isNaN(it.ms) || Number.isNaN(now) ? (Number.isNaN(now) ? 1_005_000 : Number.NaN) : now + it.ms;
    else if (it.kind === "renew") await asked.renew();
    else if (it.kind === "reset") {
      await asked.reset();
      oracle.reset();
    } else if (it.kind === "turn") {
      asked.turn();
      await asked.usage({}, 0); // so that the other worker hears of it
      oracle.beginTurn();
      oracle.usage({}, now);
    } else if (it.kind === "usage") {
      expect(said(await asked.usage(it.usage, it.worker)), `${index}`).toEqual(oracle.usage(it.usage, now));
    } else {
      const verdict = await asked.call({ id: `c${index}`, name: it.tool }, it.agreed, it.worker);
      expect(said(verdict), `${index}`).toEqual(oracle.call(it.tool, now, it.agreed));
    }
  }
}

describe("budgets say what their oracle says", () => {
  it("of a run, restored from a snapshot now and then", async () => {
    await fc.assert(
      fc.asyncProperty(budgets, steps, (detectors, list) => play(detectors, list, ofGuard)),
      { numRuns: tries(3000) },
    );
  }, 300_000);

  it("of two workers that share a run in a store", async () => {
    await fc.assert(
      fc.asyncProperty(budgets, steps, (detectors, list) =>
        play(detectors, list, (options) => ofStore(options, memoryStore())),
      ),
      { numRuns: tries(300) },
    );
  }, 300_000);

  it("of two workers that share a run in files", async () => {
    const folder = mkdtempSync(join(tmpdir(), "loopguard-budget-"));
    let runs = 0;
    try {
      await fc.assert(
        fc.asyncProperty(budgets, fc.array(step, { maxLength: 15 }), (detectors, list) =>
          play(detectors, list, (options) => ofStore(options, fileStore(join(folder, String(runs++))))),
        ),
        { numRuns: tries(30) },
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  }, 300_000);
});
