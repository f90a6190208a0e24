/** Memory that each further distinct call keeps. Every sample is a process of its own. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { argumentsOf } from "../lib/arguments.mjs";
import { finish, quantity } from "../lib/row.mjs";

const TRIALS = 5;
/** Further calls are what counts, so a fifth as many come before: until the heap has its working size. */
const WARM_UP_PART = 0.2;
/** A small young generation, the same for all: its own ups and downs are megabytes, as much as what is measured. */
const FLAGS = ["--expose-gc", "--max-semi-space-size=1"];

/** What remembers calls, and forgets nothing. */
const contenders = {
  async count() {
    const { LoopGuard } = await import("../../dist/node/index.cjs");
    const run = new LoopGuard({ maxRepeats: 3, maxEntries: 1_000_000 }).run("bench");
    return (call) => {
      run.before(call);
      run.after(call, { result: "done" });
    };
  },
  async preset() {
    const { LoopGuard } = await import("../../dist/node/index.cjs");
    const run = new LoopGuard({ maxEntries: 1_000_000 }).run("bench");
    return (call) => {
      run.before(call);
      run.after(call, { result: "done" });
    };
  },
  async map() {
    const { MapCount } = await import("../rivals/map-count.mjs");
    const map = new MapCount();
    return (call) => map.add(call.name, call.arguments);
  },
};

function memory() {
  for (let i = 0; i < 3; i++) gc();
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, js: heapUsed + external };
}

/** In the child: the greater of what the process grew by and what JavaScript grew by, per call. */
async function kept(contender, size, calls) {
  const remember = await contenders[contender]();
  const make = argumentsOf(size);
  const call = (i) => remember({ id: `call_${i}`, name: "write_file", arguments: make(i) });
  const first = Math.round(calls * WARM_UP_PART);
  for (let i = 0; i < first; i++) call(i);
  const before = memory();
  for (let i = first; i < first + calls; i++) call(i);
  const after = memory();
  return Math.max(after.rss - before.rss, after.js - before.js) / calls;
}

function sample(contender, size, calls) {
  const script = fileURLToPath(import.meta.url);
  const out = execFileSync(process.execPath, [...FLAGS, script, contender, size, calls], { encoding: "utf8" });
  return Number(out);
}

const [contender, size, calls] = process.argv.slice(2);
if (contender !== undefined) {
  console.log(await kept(contender, Number(size), Number(calls)));
} else {
  for (const [label, bytes, count] of [
    ["200 B", 200, 100_000],
    ["8 KB", 8192, 20_000],
  ]) {
    const samples = { count: [], preset: [], map: [] };
    for (let trial = 0; trial < TRIALS; trial++)
      for (const name of Object.keys(samples)) samples[name].push(sample(name, bytes, count));
    const options = { rival: samples.map, unit: "B a call", target: 64 };
    quantity(`${label}, ${count.toLocaleString("en")} distinct calls: count against Map`, {
      ours: samples.count,
      ...options,
    });
    quantity(`${label}, the same with the full preset`, { ours: samples.preset, ...options });
  }
  finish();
}
