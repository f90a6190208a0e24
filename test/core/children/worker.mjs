/** A worker that uses every kind of handle until it is told to end, or is terminated. workerData: { backend, calls } */
import { parentPort, workerData } from "node:worker_threads";
import { KEY, load, makeGuard, step } from "./load.mjs";

const { backend, calls } = workerData;
const core = load(backend);
const guard = makeGuard(core);
const digests = new Set();
let verdicts = 0;
parentPort.postMessage("ready");
for (let i = 0; i < calls; i++) {
  const run = i % 10 === 0 ? guard.run() : makeGuard(core).run();
  for (let k = 0; k < 4; k++) verdicts += step(run, "tool", { text: "é".repeat(50) })[0] & 7;
  digests.add(core.detector(KEY, 64, 1, 8, 3).snapshot().length);
  digests.add(core.identify(KEY, 1, "tool", i % 2 === 0 ? '{"b":1,"a":2}' : { a: 2, b: 1 }));
  if (i % 3 === 0) run.close();
}
parentPort.postMessage({ verdicts, digests: [...digests] });
