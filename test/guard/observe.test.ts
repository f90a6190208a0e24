/** `observe` tells one loop once, whichever detectors see it. */
import { expect, test } from "vitest";
import { detectors, guardFunction, LoopGuard } from "../../lib/index.ts";

const { count, noProgress } = detectors;

test("what noNews has told before the call is not told again by its result", async () => {
  const told: string[] = [];
  const guard = new LoopGuard({
    preset: "observe",
    onDetection: ({ detector, strikes }, { action }) => told.push(`${detector} ${strikes} ${action}`),
  });
  const search = guardFunction("search", async (q: string) => `No results for ${q}.`, guard);
  for (let step = 1; step <= 7; step++) await search("refunds");
  expect(told).toEqual([1, 2, 3, 4].map((strike) => `no_news ${strike} hint`).concat("no_news 5 abort"));
  expect(guard.stats()).toMatchObject({ loops: { total: 1 } });
});

test("what is seen at the result alone, or on stronger evidence, is told", () => {
  const told: string[] = [];
  const guard = new LoopGuard({
    detectors: [count({ maxRepeats: 2 }), noProgress({ threshold: 4 })],
    shadow: true,
    onDetection: ({ detector, evidence }) => told.push(`${detector} ${evidence}`),
  });
  const ask = (id: number, outcome: object) => {
    const call = { id: String(id), name: "read", arguments: {} };
    guard.before(call);
    guard.after(call, outcome);
  };
  for (let id = 1; id <= 4; id++) ask(id, { result: "same" });
  expect(told).toEqual(["count weak", "count weak", "no_progress strong"]);
});
