/** What a count of wrong runs says about the share of wrong runs: exact binomial bounds. */

/** The chance of being wrong that a bound has, unless another one is asked for. */
const CHANCE = 0.05;
/** Steps of halving: as many as a double has digits to tell apart. */
const HALVINGS = 50;

/**
 * The largest share that `hits` of `total` do not rule out: the upper end of Clopper and Pearson's one-sided interval, which
 * is below the true share with a probability of at most `chance`. Without hits and at 5 % that is the rule of three, nearly
 * `3 / total`; of nothing it is 1.
 */
export function upperBound(hits: number, total: number, chance: number = CHANCE): number {
  if (hits >= total) return 1;
  if (hits === 0) return -Math.expm1(Math.log(chance) / total); // (1 - share) ** total = chance
  let low = hits / total;
  let high = 1;
  for (let step = 0; step < HALVINGS; step++) {
    const share = (low + high) / 2;
    if (atMost(hits, total, share) > chance) low = share;
    else high = share;
  }
  return high;
}

/** The fewest trials that bound a share by `share` when none of them is a hit: 149 for 2 % and a chance of 5 %. */
export function trialsNeeded(share: number, chance: number = CHANCE): number {
  // The quotient may be off by one where it is nearly a whole number.
  let trials = Math.floor(Math.log(chance) / Math.log1p(-share));
  while (upperBound(0, trials, chance) > share) trials++;
  return trials;
}

/** The probability of at most `hits` in `total` trials of probability `share`. In logarithms: the terms are tiny. */
function atMost(hits: number, total: number, share: number): number {
  let term = total * Math.log1p(-share);
  let sum = Math.exp(term);
  for (let k = 1; k <= hits; k++) {
    term += Math.log((total - k + 1) / k) + Math.log(share) - Math.log1p(-share);
    sum += Math.exp(term);
  }
  return sum;
}

/** `0.0421` as "4.2 %". */
export function percent(share: number, digits = 1): string {
  return `${Number((share * 100).toFixed(digits))} %`;
}

/** Of an upper bound, which must not look smaller than it is: `0.04211` as "4.22 %". */
export function percentUp(bound: number): string {
  // A bound of exactly 2 % must not become 2.01 % by an error in the sixteenth digit.
  return `${Math.ceil(Number((bound * 1e4).toFixed(6))) / 100} %`;
}
