/**
 * Times contenders by the wall clock, where much of the work is done in another process. Trials are short and many, so that what
 * else the machine does falls on all contenders alike.
 */
const TRIALS = 101;
const CALLS = 200;
const WARM_UP_CALLS = 5000;

/** Nanoseconds per operation by contender and trial, as `measure` gives them; `calls` operations, one after another, a trial. */
export async function measureWall(contenders, { calls = CALLS, trials = TRIALS, warmUp = WARM_UP_CALLS } = {}) {
  const names = Object.keys(contenders);
  const samples = Object.fromEntries(names.map((name) => [name, []]));
  for (const name of names) await timed(contenders[name], warmUp);
  for (let trial = 0; trial < trials; trial++) {
    const order = trial % 2 === 0 ? names : [...names].reverse();
    for (const name of order) samples[name].push(await timed(contenders[name], calls));
  }
  return samples;
}

async function timed(operation, calls) {
  const start = process.hrtime.bigint();
  for (let i = 0; i < calls; i++) await operation();
  return Number(process.hrtime.bigint() - start) / calls;
}
