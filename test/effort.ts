/**
 * How much the tests do: 1 is everything. By hand 0.03, that is one random value of 33, and the command in this process
 * instead of one of its own; `.ci/run` does a tenth. `LOOPGUARD_EFFORT` says another number; 10 is for a night.
 */
export const EFFORT: number = effort();

function effort(): number {
  const asked = process.env["LOOPGUARD_EFFORT"] || (process.env["CI"] ? "1" : "0.03");
  const number = Number(asked);
  if (!(number > 0 && number <= 1000)) throw new RangeError(`LOOPGUARD_EFFORT is no number from 0 to 1000: ${asked}`);
  return number;
}

/** Fewer than these say nothing. */
const FEW = 10;

/** How many of `all` random values are tried. */
export function tries(all: number): number {
  return Math.max(Math.min(all, FEW), Math.ceil(all * EFFORT));
}

/** How large something is that is `all` with full effort, and less with less. */
export function size(all: number): number {
  return Math.ceil(all * Math.min(EFFORT, 1));
}

/**
 * What is seen more often than this over all tries shows that the random values get to the point. With less than full effort
 * that is left to chance.
 */
export function enough(all: number): number {
  return EFFORT >= 1 ? all : -1;
}
