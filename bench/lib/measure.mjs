/**
 * Times contenders against each other in one process.
 *
 * Every contender is warmed up, then all of them run in trials that alternate: forwards, backwards, forwards, ... so that
 * a machine which slows down or speeds up does so for all. A contender is a function that does `n` operations and returns
 * a number made from what it did, so that the engine cannot leave the work out.
 *
 * Time is the CPU time of the process, all its threads together: what the garbage collector does beside the main thread
 * is counted, what other processes take from this one is not.
 */
const TRIALS = 9;
const TRIAL_MILLISECONDS = 60;
const WARM_UP_MILLISECONDS = 250;

let sink = 0;

/** Nanoseconds of CPU time that this process has used. */
export function cpuTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) * 1000;
}

async function timed(contender, n) {
  const start = cpuTime();
  const made = contender(n);
  sink += made instanceof Promise ? await made : made;
  return cpuTime() - start;
}

/** Runs a contender until it is compiled; how many operations fill a trial. `step` is the fewest at a time. */
async function warmUp(contender, step, milliseconds) {
  let n = step;
  let spent = 0;
  let last = 0;
  while (spent < WARM_UP_MILLISECONDS * 1e6) {
    last = await timed(contender, n);
    spent += last;
    if (last < milliseconds * 1e6) n *= 2;
  }
  const each = (await timed(contender, n)) / n;
  return Math.max(step, Math.round((milliseconds * 1e6) / each / step) * step);
}

/**
 * Nanoseconds per operation, by contender and trial: `{ ours: [812.1, ...], rival: [...] }`.
 *
 * `step`: every contender is asked for multiples of this many operations.
 */
export async function measure(contenders, { trials = TRIALS, step = 1, milliseconds = TRIAL_MILLISECONDS } = {}) {
  const names = Object.keys(contenders);
  const sizes = {};
  for (const name of names) sizes[name] = await warmUp(contenders[name], step, milliseconds);
  const samples = Object.fromEntries(names.map((name) => [name, []]));
  for (let trial = 0; trial < trials; trial++) {
    const order = trial % 2 === 0 ? names : [...names].reverse();
    for (const name of order) {
      globalThis.gc?.();
      samples[name].push((await timed(contenders[name], sizes[name])) / sizes[name]);
    }
  }
  if (Number.isNaN(sink)) throw new Error("a contender did not return a number");
  return samples;
}

/** Median and spread. */
export function summary(samples) {
  const sorted = [...samples].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  return { median, min: sorted[0], max: sorted.at(-1) };
}

/** Trial by trial, so that what slowed one trial down slowed both sides down. */
export function ratios(ours, rival) {
  return ours.map((value, trial) => value / rival[trial]);
}

/** What is left of each trial without what `base` took in it. */
export function net(samples, base) {
  return samples.map((value, trial) => value - base[trial]);
}
