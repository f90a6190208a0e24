/** What is known of a loop, for tests of texts. */
import type { LoopFacts } from "../../lib/rules/detector-record.ts";
import { loopRecord } from "../../lib/rules/table.ts";

export const facts = (type: LoopFacts["type"], more: Partial<LoopFacts> = {}): LoopFacts => ({
  type,
  tool: "X",
  repeats: 5,
  threshold: 3,
  names: ["X"],
  cycleLength: more.names?.length ?? 1,
  differing: 0,
  waitMs: 0,
  waitedMs: 0,
  span: 0,
  budget: type === "budget" ? { of: "calls", per: "run", used: 5, limit: 3, tools: ["X"] } : undefined,
  ...more,
});

/** What was found, in one or two sentences. */
export const detectionText = (found: LoopFacts): string => loopRecord(found.type).text(found);
