import { checkObject, limitValue } from "../base/check-option.ts";
import { make } from "./make.ts";
import type { DetectorActions, DetectorBase } from "./options.ts";
import type { DetectorRecord } from "./record.ts";

export interface LimitOptions {
  /** How often a tool may run, by name or glob; `Infinity`: as often as it likes. */
  limits?: Readonly<Record<string, number>>;
  /** The limit of every other tool. Default 3. */
  default?: number;
}
export interface LimitDetector extends DetectorBase<"limit">, Readonly<Required<LimitOptions>> {}

/** A tool that ran as often as it may in one turn. */
export function limit(options?: LimitOptions & DetectorActions): LimitDetector {
  return make("limit", LIMIT, options);
}

/** For whoever makes the profiles of tools: the core has a tool's limit there. */
export function isLimit(detector: { readonly type: string }): detector is LimitDetector {
  return detector.type === "limit";
}

/** @internal */
export const LIMIT: DetectorRecord<LimitDetector> = {
  parameters: {
    limits: { fallback: {}, check: checkLimits, local: true },
    default: { fallback: 3, check: limitValue(0) },
  },
  single: true,
  readsResults: false,
  judgesAsked: true,
  text: ({ tool, threshold }) => `Tool '${tool}' has reached its execution limit (${threshold}) for this turn`,
  details: ({ tool, repeats, threshold }) => ({ tool, count: repeats - 1, limit: threshold }),
  example: () => limit(),
  couldFire: (detector, { mostOfOneName }) => mostOfOneName > detector.default,
  tried: () => [5, 10, 20, 50].map((most) => limit({ default: most })),
};

function checkLimits(value: unknown, path: string): void {
  checkObject(value, path, "an object from tool names to limits");
  for (const [name, limit] of Object.entries(value)) limitValue(1)(limit, `${path}[${JSON.stringify(name)}]`);
}
