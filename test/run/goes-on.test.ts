/** Healthy runs that were recorded, and were once refused or warned, each as short as can be. */
import { describe, expect, it } from "vitest";
import type { LoopOutcome, Verdict } from "../../lib/base/types.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { errorStreak, noProgress } from "../../lib/rules/factories.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import { guardOf, step, times } from "./drive.ts";

const bash = (guard: LoopGuard, command: string, outcome: LoopOutcome) => step(guard, "bash", { command }, outcome);
const isRefused = ({ action }: Verdict) => action === "hint" || action === "ask" || action === "abort";

describe("a run that goes on", () => {
  it("is not refused after six silent successes of its only tool", () => {
    using guard = new LoopGuard();
    const heard = [
      ...times(6, (i) => bash(guard, `sed -i s/a/b/ file${"x".repeat(i)}`, { result: "" })),
      ...times(20, (i) => bash(guard, `cat file${"x".repeat(i)}`, { result: `text ${"y".repeat(i)}` })),
    ];
    expect(heard.filter(isRefused)).toEqual([]);
    expect(heard.slice(7).map(({ action }) => action)).toEqual(times(19, () => "allow")); // no warning goes on either
  });

  it("is not refused the test that failed twice before an edit", () => {
    using guard = new LoopGuard();
    const fails: LoopOutcome = { error: "Traceback: AssertionError: issue reproduced" };
    const run = () => bash(guard, "python reproduce_issue.py", fails);
    const heard = [
      run(),
      run(),
      bash(guard, "sed -i s/old/new/ source.py", { result: "" }),
      run(),
      bash(guard, "pip install -e .", { result: "installed" }),
      run(),
    ];
    expect(heard.filter(isRefused)).toEqual([]);
  });

  it("is not refused retries whose error moves on", () => {
    using guard = new LoopGuard();
    const heard = [2884, 2101, 1733, 1200, 873, 502, 411, 325].map((at, i) =>
      step(
        guard,
        "submit",
        { json: `attempt ${"x".repeat(i)}` },
        { error: `Unexpected token } in JSON at position ${at}` },
      ),
    );
    expect(heard.filter(isRefused)).toEqual([]);
  });
});

describe("what is counted", () => {
  it.each<[string, LoopGuardOptions, number]>([
    ["noProgress", { detectors: [noProgress({ threshold: 3 })], ladder: { hint: 1 } }, 3],
    ["the preset", { action: "hint" }, 2],
  ])("are the calls that ran: refused ones do not raise it (%s)", (_, options, ran) => {
    using guard = new LoopGuard(options);
    const heard = times(9, () => step(guard, "read", { path: "a" }, { result: "text" })).slice(ran);
    expect(heard.map(({ action, detection }) => [action, detection?.repeats])).toEqual(heard.map(() => ["hint", ran]));
    for (const { message } of heard) expect(message).toContain(`the same result ${ran} times`);
  });

  it("are failures in a row: a new success of another tool between them begins anew", () => {
    using guard = guardOf(errorStreak({ threshold: 3 }), { ladder: { hint: 1 } });
    const fail = (i: number) => step(guard, "build", { i }, { error: "does not compile" });
    const heard = [
      fail(1),
      fail(2),
      step(guard, "edit", { line: 1 }),
      fail(3),
      fail(4),
      step(guard, "edit", { line: 2 }),
      fail(5),
    ];
    expect(heard.map(({ detection }) => detection)).toEqual(heard.map(() => null));
    fail(6);
    expect(fail(7).detection).toMatchObject({ detector: "error_streak", repeats: 3 });
    expect(fail(8)).toMatchObject({ action: "hint", detection: { repeats: 3 } });
    step(guard, "edit", { line: 3 });
    expect(fail(9).action).toBe("allow"); // the loop was over
  });
});
