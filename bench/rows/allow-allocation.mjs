/**
 * What an `allow` allocates: nothing that JavaScript could see.
 *
 * Arguments and results are texts that exist already, so whatever is allocated is the guard's. The young generation is so
 * large that nothing is collected meanwhile (`NODE_FLAGS` in run.mjs), and the heap's growth is all that was allocated.
 */
import { PerformanceObserver } from "node:perf_hooks";
import { LoopGuard } from "../../dist/node/index.cjs";
import { argumentsOf, resultOf } from "../lib/arguments.mjs";
import { finish, mustBeEqual, quantity } from "../lib/row.mjs";

const CALLS = 1_000_000;
const TRIALS = 5;

const make = argumentsOf(200);
const calls = Array.from({ length: 512 }, (_, i) => ({
  id: `call_${i}`,
  name: "read_file",
  arguments: JSON.stringify(make(i)),
}));
const outcomes = calls.map((_, i) => ({ result: resultOf(i) }));

/** When collections began; the observer hears of them some time later. */
const collections = [];
new PerformanceObserver((list) => {
  for (const { startTime } of list.getEntries()) collections.push(startTime);
}).observe({ entryTypes: ["gc"] });

/** Each round asks for every call once; a turn in between keeps them from being a loop. */
function judge(run, n) {
  const [first] = calls;
  const allow = run.before(first);
  run.after(first, outcomes[0]);
  let same = 0;
  for (let i = 0; i < n; i++) {
    const at = i % calls.length;
    if (at === 0) run.beginTurn();
    if (run.before(calls[at]) === allow) same++;
    if (run.after(calls[at], outcomes[at]) === allow) same++;
  }
  mustBeEqual(Object.isFrozen(allow), true, "the verdict is frozen");
  mustBeEqual(same, 2 * n, "verdicts that are the same object");
}

async function trial() {
  const run = new LoopGuard().run("bench");
  judge(run, 50_000);
  gc();
  const start = performance.now();
  const before = process.memoryUsage().heapUsed;
  judge(run, CALLS);
  const allocated = process.memoryUsage().heapUsed - before;
  const end = performance.now();
  gc();
  const kept = process.memoryUsage().heapUsed - before;
  run.close();
  await new Promise((resolve) => setTimeout(resolve, 100));
  const meanwhile = collections.filter((time) => time > start && time < end);
  mustBeEqual(meanwhile.length, 0, "collections while counting");
  return { allocated: allocated / CALLS, kept: kept / CALLS };
}

const allocated = [];
const kept = [];
for (let i = 0; i < TRIALS; i++) {
  const sample = await trial();
  allocated.push(sample.allocated);
  kept.push(sample.kept);
}
quantity("before + after, 1,000,000 calls: allocated on the JavaScript heap", {
  ours: allocated,
  unit: "B a call",
  target: 0.5,
});
quantity("the same: kept after a collection", { ours: kept, unit: "B a call", target: 0.1 });
finish();
