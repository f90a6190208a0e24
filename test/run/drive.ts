/** What the tests of the engine share: an agent's life in a few words. */

import type { LoopCall, LoopOutcome, LoopRun, Verdict } from "../../lib/base/types.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import type { Detector } from "../../lib/rules/factories.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";

type Side = Pick<LoopRun, "before" | "after" | "beginRound">;

const OK: LoopOutcome = { result: "r" };

/** A guard with these detectors, which refuses what they find unless the options say otherwise. */
export function guardOf(detectors: Detector | Detector[], options: LoopGuardOptions = {}): LoopGuard {
  const rungs: LoopGuardOptions = options.ladder === undefined ? { action: "hint" } : {};
  return new LoopGuard({ detectors: Array.isArray(detectors) ? detectors : [detectors], ...rungs, ...options });
}

/** One call in the present round: what was said before it, and after it when it ran. */
export function both(
  side: Side,
  call: LoopCall,
  outcome: LoopOutcome = OK,
): [before: Verdict, after: Verdict | undefined] {
  const before = side.before(call);
  return [before, before.action === "allow" || before.action === "warn" ? side.after(call, outcome) : undefined];
}

/** One call in a round of its own; what was said of it in the end. */
export function step(side: Side, name: string, args: unknown = {}, outcome: LoopOutcome = OK): Verdict {
  side.beginRound();
  const [before, after] = both(side, { name, arguments: args }, outcome);
  return after === undefined || (after.detection === null && before.detection !== null) ? before : after;
}

/** The names of tools, one call each; what was found at each. */
export function steps(side: Side, names: string, outcome?: LoopOutcome): (string | null)[] {
  return names.split(" ").map((name) => found(step(side, name, {}, outcome)));
}

export function found({ detection }: Verdict): string | null {
  return detection?.detector ?? null;
}

export function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** The calls of one model response: every `before` comes first. */
export function round(side: Side, calls: LoopCall[], outcome: (index: number) => LoopOutcome = () => OK): Verdict[] {
  side.beginRound();
  const asked = calls.map((call) => side.before(call));
  return calls.map((call, i) => {
    const before = asked[i] as Verdict;
    if (before.action !== "allow" && before.action !== "warn") return before;
    const after = side.after(call, outcome(i));
    return after.detection === null ? before : after;
  });
}
