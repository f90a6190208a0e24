/** argv: backend. Eight workers to their end, then eight that are terminated in the middle of their calls. */
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { load } from "./load.mjs";

const backend = process.argv[2];
load(backend);

function start(calls) {
  const worker = new Worker(new URL("worker.mjs", import.meta.url), { workerData: { backend, calls } });
  const messages = [];
  let ready;
  const isReady = new Promise((resolve) => {
    ready = resolve;
  });
  worker.on("message", (message) => (message === "ready" ? ready() : messages.push(message)));
  const ended = new Promise((resolve, reject) => {
    worker.on("error", reject);
    worker.on("exit", () => resolve(messages));
  });
  return { worker, isReady, ended };
}

const eight = Array.from({ length: 8 });
const finished = await Promise.all(eight.map(() => start(300).ended));

let terminated = 0;
for (let round = 0; round < 4; round++) {
  const running = eight.map(() => start(1e9));
  await Promise.all(running.map(({ isReady }) => isReady));
  await sleep(20 + 15 * round);
  await Promise.all(running.map(({ worker }) => worker.terminate()));
  for (const { ended } of running) terminated += (await ended).length === 0 ? 1 : 0;
}
console.log(JSON.stringify({ finished: finished.flat(), terminated }));
