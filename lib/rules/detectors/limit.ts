import { asking, type Check, checkObject, LIMIT_MAX, limitValue } from "../../base/check-option.ts";
import type { Ladder, ToolPolicy } from "../../base/types.ts";
import type { DetectorActions, DetectorBase, DetectorRecord, IsType } from "../detector-record.ts";
import { make, ofType } from "../detector-record.ts";

export interface LimitOptions {
  /** How often a tool may run in one turn, by name or glob: 1 or more; `Infinity`: no limit. Default `{}`. */
  limits?: Readonly<Record<string, number>>;
  /** The limit of every other tool, 0 or more; `Infinity`: no limit. Default 3. */
  default?: number;
}
export interface LimitDetector extends DetectorBase<"limit">, Readonly<Required<LimitOptions>> {}

/**
 * Detects a call of a tool that has already run as often as it may in this turn, whatever the arguments.
 *
 * @example
 * new LoopGuard({ detectors: [limit({ limits: { "browser_*": 20, send_mail: 1 }, default: Infinity })] });
 */
export function limit(options?: LimitOptions & DetectorActions): LimitDetector {
  return make("limit", LIMIT, options);
}

/** Whether a detector is `limit`: its limits are part of the tools' profiles in the core. */
export const isLimit: IsType<LimitDetector> = ofType("limit");

/** The ladder of `limitOfPolicies`: a call past the limit is refused. */
export const POLICY_LIMIT_LADDER: Readonly<Ladder> = { hint: 1, abort: 5 };

/** The `limit` of a policy is enough by itself: where no detector reads it, this one does, and limits no other tool. */
export function limitOfPolicies(
  detectors: readonly { readonly type: string }[],
  policies: Iterable<false | ToolPolicy>,
): readonly LimitDetector[] {
  const limited = [...policies].some((policy) => policy !== false && policy.limit !== undefined);
  return limited && !detectors.some(isLimit) ? [limit({ default: Infinity, ladder: POLICY_LIMIT_LADDER })] : [];
}

const checkLimits: Check = asking("caps", 1, LIMIT_MAX, (value, path) => {
  checkObject(value, path, "an object from tool names to limits");
  for (const [name, limit] of Object.entries(value)) limitValue(1)(limit, `${path}[${JSON.stringify(name)}]`);
});

/** @internal */
export const LIMIT: DetectorRecord<LimitDetector> = {
  parameters: {
    limits: { fallback: {}, check: checkLimits, local: true, ofTools: true },
    default: { fallback: 3, check: limitValue(0), place: "threshold" },
  },
  single: true,
  readsResults: false,
  judgesAsked: true,
  countsRuns: true,
  text: ({ tool, threshold }) => `Tool '${tool}' has reached its execution limit (${threshold}) for this turn`,
  details: ({ tool, repeats, threshold }) => ({ tool, count: repeats - 1, limit: threshold }),
  tried: () => [5, 10, 20, 50].map((most) => limit({ default: most })),
};
