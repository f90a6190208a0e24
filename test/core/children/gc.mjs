/** Makes and drops many handles without closing any. argv: backend, what, how many. Prints the memory it took. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { KEY, load, makeGuard, step } from "./load.mjs";

const [backend, what, count] = [process.argv[2], process.argv[3], Number(process.argv[4])];
const core = load(backend);
const guard = makeGuard(core);

const makers = {
  detectors() {
    core.detector(KEY, 256, 1, 8, 3).push("a");
  },
  runs() {
    step(guard.run(), "tool", { a: 1 });
  },
  guards() {
    step(makeGuard(core).run(), "tool", { a: 1 }); // the guard is dropped before its run
  },
};

/** Finalizers run between turns of the event loop; some are queued by others. */
async function collect() {
  for (let i = 0; i < 3; i++) {
    globalThis.gc?.();
    await nextTurn();
  }
}

const rss = [];
for (let i = 1; i <= count; i++) {
  makers[what]();
  if (i % 1000 === 0) await collect();
  if (i % 5000 === 0) rss.push(process.memoryUsage().rss);
}
const half = rss.length / 2;
console.log(JSON.stringify({ early: Math.max(...rss.slice(0, half)), late: Math.max(...rss.slice(half)) }));
