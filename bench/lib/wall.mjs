/**
 * Times contenders by the wall clock, where much of the work is done in another process. Trials are short and many, so that what
 * else the machine does falls on all contenders alike.
 */
const TRIALS = 101;
const CALLS = 200;
const WARM_UP_CALLS = 5000;

/**
 * Nanoseconds per operation by contender and trial, as `measure` gives them; `calls` operations, one after another, a trial. A
 * contender is an operation, or `{ prepare, operation }`: all preparations come first, and are not timed.
 */
export async function measureWall(contenders, { calls = CALLS, trials = TRIALS, warmUp = WARM_UP_CALLS } = {}) {
  const names = Object.keys(contenders);
  const samples = Object.fromEntries(names.map((name) => [name, []]));
  for (const name of names) for (let done = 0; done < warmUp; done += calls) await timed(contenders[name], calls);
  for (let trial = 0; trial < trials; trial++) {
    const order = trial % 2 === 0 ? names : [...names].reverse();
    for (const name of order) samples[name].push(await timed(contenders[name], calls));
  }
  return samples;
}

async function timed(contender, calls) {
  const { prepare, operation } = typeof contender === "function" ? { operation: contender } : contender;
  if (prepare !== undefined) for (let i = 0; i < calls; i++) await prepare();
  const start = process.hrtime.bigint();
  for (let i = 0; i < calls; i++) await operation();
  return Number(process.hrtime.bigint() - start) / calls;
}
