/** Times contenders by the wall clock, where most of the work is done in another process. */
const TRIALS = 15;

/** Nanoseconds per operation by contender and trial, as `measure` gives them; `calls` operations, one after another, a trial. */
export async function measureWall(contenders, { calls = 1000, trials = TRIALS } = {}) {
  const names = Object.keys(contenders);
  const samples = Object.fromEntries(names.map((name) => [name, []]));
  for (const name of names) await timed(contenders[name], calls);
  for (let trial = 0; trial < trials; trial++) {
    const order = trial % 2 === 0 ? names : [...names].reverse();
    for (const name of order) samples[name].push(await timed(contenders[name], calls));
  }
  return samples;
}

async function timed(operation, calls) {
  globalThis.gc?.();
  const start = process.hrtime.bigint();
  for (let i = 0; i < calls; i++) await operation();
  return Number(process.hrtime.bigint() - start) / calls;
}
