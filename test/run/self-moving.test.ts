/**
 * State that a call itself moves: a page, a bisection, a debugger. The same call with the same answer is a loop to a guard that
 * knows no better; `maxRepeats` says that it is none, and `mutates` that what looks at the state may be asked again.
 */
import { describe, expect, it } from "vitest";
import type { LoopOutcome, Verdict } from "../../lib/base/types.ts";
import { LoopGuard, type ToolPolicy } from "../../lib/index.ts";
import { step, times } from "./drive.ts";

const isRefused = ({ action }: Verdict) => action === "hint" || action === "ask" || action === "abort";

/** Each says the same of each move, and what looks at the state says the same until something is reached. */
const MOVES: [move: string, outcome: LoopOutcome, look: string, seen: LoopOutcome][] = [
  ["scroll_down", { result: "Scrolled down by one page." }, "find_button", { error: "No such button in view" }],
  ["next_page", { result: "Moved to the next page of the list." }, "read_page", { result: "nothing for ada on it" }],
  ["git_bisect_good", { result: "Bisecting: revisions are left to test" }, "run_tests", { result: "3 tests passed" }],
  ["debugger_step", { result: "Stepped to the next statement" }, "print_total", { result: "total has no value yet" }],
];

describe.each(MOVES)("%s", (move, outcome, look, seen) => {
  const played = (policy: ToolPolicy | undefined, looks: boolean) => {
    using guard = new LoopGuard(policy === undefined ? {} : { tools: { [move]: policy } });
    return times(30, () => [
      step(guard, move, { session: 1 }, outcome),
      ...(looks ? [step(guard, look, { session: 1 }, seen)] : []),
    ]).flat();
  };

  it("is refused at the third call, where nobody says that it moves anything", () => {
    expect(played(undefined, false).findIndex(isRefused)).toBe(2);
  });

  it("is not refused in thirty calls with `maxRepeats: 30`", () => {
    expect(played({ maxRepeats: 30 }, false).filter(isRefused)).toEqual([]);
  });

  it(`with \`mutates\`, ${look} may be asked again after each`, () => {
    expect(played({ maxRepeats: 30 }, true).some(isRefused)).toBe(true);
    expect(played({ maxRepeats: 30, mutates: true }, true).filter(isRefused)).toEqual([]);
  });
});
