/** 100,000 calls in one run: the last ones cost what the first ones did, and memory stays where it was. */
import { LoopGuard } from "../../dist/node/index.cjs";
import { argumentsOf, resultOf } from "../lib/arguments.mjs";
import { cpuTime } from "../lib/measure.mjs";
import { finish, quantity, timing } from "../lib/row.mjs";

const CALLS = 100_000;
const PART = 10_000;
const TRIALS = 5;

const make = argumentsOf(200);

function part(run, from) {
  const start = cpuTime();
  for (let i = from; i < from + PART; i++) {
    const call = { id: `call_${i}`, name: "read_file", arguments: make(i) };
    const before = run.before(call);
    const after = run.after(call, { result: resultOf(i) });
    if (before.action !== "allow" || after.action !== "allow") throw new Error(`call ${i} was taken for a loop`);
  }
  return (cpuTime() - start) / PART;
}

function memory() {
  gc();
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, js: heapUsed + external };
}

const first = [];
const last = [];
const rssGrowth = [];
const jsGrowth = [];
for (let trial = -1; trial < TRIALS; trial++) {
  const guard = new LoopGuard();
  const run = guard.run("long");
  const times = [];
  let before;
  for (let from = 0; from < CALLS; from += PART) {
    times.push(part(run, from));
    // From here on the count table is as full as it may get.
    if (from === PART) before = memory();
  }
  const after = memory();
  guard.close();
  if (trial < 0) continue; // the trial that warms up
  first.push(times[0]);
  last.push(times.at(-1));
  rssGrowth.push((after.rss - before.rss) / (CALLS - 2 * PART));
  jsGrowth.push((after.js - before.js) / (CALLS - 2 * PART));
}
timing("last 10,000 calls against the first 10,000", { ours: last, rival: first, target: 1.1 });
quantity("resident memory from call 20,000 to 100,000", { ours: rssGrowth, unit: "B a call", target: 4 });
quantity("JavaScript heap and external memory, the same calls", { ours: jsGrowth, unit: "B a call", target: 1 });
finish();
