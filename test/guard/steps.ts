/** Calls to a guard, each in a round of its own. Only for tests. */
import type { LoopOutcome, LoopRun, Verdict } from "../../lib/base/types.ts";
import { ALLOW } from "../../lib/rules/verdict.ts";

export type Guardish = Pick<LoopRun, "before" | "after" | "beginRound">;

/** One call in a round of its own; runs unless it is refused. */
export function step(
  guard: Guardish,
  name: string,
  args: unknown,
  outcome: LoopOutcome = { result: "same" },
): [Verdict, Verdict | undefined] {
  guard.beginRound();
  const call = { name, arguments: args };
  const before = guard.before(call);
  const runs = before.action === "allow" || before.action === "warn";
  return [before, runs ? guard.after(call, outcome) : undefined];
}

/** What was said of equal calls: before each, and after it if that differs. */
export const actions = (guard: Guardish, times: number, args: unknown = { q: "x" }): string[] =>
  Array.from({ length: times }, () => {
    const [before, after] = step(guard, "search", args);
    return after === undefined || after === ALLOW ? before.action : `${before.action}/${after.action}`;
  });
