/** A worker that uses every kind of handle until it is told to end, or is terminated. workerData: { backend, calls } */
import { parentPort, workerData } from "node:worker_threads";
import { KEY, load, makeGuard, step } from "./load.mjs";

const { backend, calls } = workerData;
const binding = load(backend);
const guard = makeGuard(binding);
const digests = new Set();
let verdicts = 0;
parentPort.postMessage("ready");
for (let i = 0; i < calls; i++) {
  const run = i % 10 === 0 ? guard.run() : makeGuard(binding).run();
  for (let k = 0; k < 4; k++) verdicts += step(run, "tool", JSON.stringify({ text: "é".repeat(50) }))[0] & 7;
  digests.add(binding.detector(KEY, 64, 1, 8, 3).snapshot().length);
  digests.add(binding.identify(KEY, 1, "tool", '{"b":1,"a":2}', 1));
  if (i % 3 === 0) run.close();
}
parentPort.postMessage({ verdicts, digests: [...digests] });
