/** Parameters of detectors: what one is, and the kinds that several have. */
import { bool, type Check, integer } from "../base/check-option.ts";

export interface Parameter {
  /** `undefined`: it must be given. */
  readonly fallback: unknown;
  readonly check: Check;
  /** The parameter, an earlier one, whose value it has where it is not given. */
  readonly like?: string;
  /** Nothing that the core goes by. */
  readonly local?: boolean;
}

/** Observations that the core looks back on at most: `LG_REACH_MAX`. */
export const REACH_MAX = 65_536;

export function whole(fallback: number, min: number, max: number): Parameter {
  return { fallback, check: integer(min, max) };
}

/** Off, unless it is asked for. */
export const FLAG: Parameter = { fallback: false, check: bool };
