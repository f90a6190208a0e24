/** A guard with one detector, and calls that are made one after the other. Only for tests. */
import type { LoopOutcome, Verdict } from "../../lib/base/types.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import type { Detector } from "../../lib/rules/factories.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";

/** `options`: besides the detector. */
export const make = (detector: Detector, options: LoopGuardOptions = {}): LoopGuard =>
  new LoopGuard({ detectors: [detector], action: "hint", ...options });

/** A call in a round of its own, and what was said of it: before it, if anything, else after it. */
export function run(
  guard: LoopGuard,
  name: string,
  args: unknown = {},
  outcome: LoopOutcome = { result: "r" },
): Verdict {
  guard.beginRound();
  const call = { name, arguments: args };
  const before = guard.before(call);
  if (before.action !== "allow" && before.action !== "warn") return before;
  const after = guard.after(call, outcome);
  return before.action === "allow" && after.detection !== null ? after : before;
}

/** Which detector. */
export const found = (verdict: Verdict): string | null => verdict.detection?.detector ?? null;
