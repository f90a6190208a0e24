/** What is known of a loop, for tests of texts. */
import type { LoopFacts } from "../../lib/rules/detector-record.ts";

export const facts = (type: LoopFacts["type"], more: Partial<LoopFacts> = {}): LoopFacts => ({
  type,
  tool: "X",
  repeats: 5,
  threshold: 3,
  names: ["X"],
  waitMs: 0,
  waitedMs: 0,
  span: 0,
  budget: type === "budget" ? { of: "calls", per: "run", used: 5, limit: 3, tools: ["X"] } : undefined,
  ...more,
});
