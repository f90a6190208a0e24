/** Shares as people read them. */

/** `0.0421` as "4.2 %". */
export function percent(share: number, digits = 1): string {
  return `${Number((share * 100).toFixed(digits))} %`;
}

/** Of an upper bound, which must not look smaller than it is: `0.04211` as "4.22 %". */
export function percentUp(bound: number): string {
  // A bound of exactly 2 % must not become 2.01 % by an error in the sixteenth digit.
  return `${Math.ceil(Number((bound * 1e4).toFixed(6))) / 100} %`;
}
