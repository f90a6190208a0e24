/** Binomial probabilities in exact fractions. */

/**
 * Whether the probability of at most `hits` in `total` trials of probability `share`, rounded to 60 binary places, is at
 * most `chance`, a fraction.
 */
export function isRare(hits: number, total: number, share: number, chance: readonly [bigint, bigint]): boolean {
  const whole = 1n << 60n;
  const hit = BigInt(Math.round(share * 2 ** 60));
  const miss = whole - hit;
  let sum = 0n;
  for (let k = 0; k <= hits; k++) sum += choose(total, k) * hit ** BigInt(k) * miss ** BigInt(total - k);
  return sum * chance[1] <= chance[0] * whole ** BigInt(total);
}

function choose(n: number, k: number): bigint {
  let ways = 1n;
  for (let i = 0; i < k; i++) ways = (ways * BigInt(n - i)) / BigInt(i + 1);
  return ways;
}
