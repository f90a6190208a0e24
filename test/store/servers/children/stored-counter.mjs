/** argv: store (a folder, or the port of a Redis server), key, calls, connections. Makes equal calls in one stored run, and prints how many were allowed. */
import { LoopGuard } from "../../../../dist/node/index.cjs";

const [where, key, calls, connections = "1"] = process.argv.slice(2);
const isPort = /^\d+$/.test(where);

async function open() {
  if (!isPort) {
    const { fileStore } = await import("../../../../dist/node/file.cjs");
    return { store: fileStore(where), close() {} };
  }
  const [{ ioredis }, { redisStore }] = await Promise.all([
    import("../client-packages.mjs"),
    import("../../../../dist/node/redis.cjs"),
  ]);
  const client = new ioredis.Redis({ host: "127.0.0.1", port: Number(where) });
  return { store: redisStore(client), close: () => client.disconnect() };
}

async function work(times) {
  const { store, close } = await open();
  const guard = new LoopGuard({ maxRepeats: 1_000_000, action: "warn" });
  const run = guard.storedRun(key, { store, timeoutMs: 60_000, onStoreError: "throw" });
  let allowed = 0;
  for (let i = 0; i < times; i++)
    if ((await run.before({ name: "read_file", arguments: { path: "a.txt" } })).action === "allow") allowed++;
  await run.close();
  guard.close();
  close();
  return allowed;
}

const [total, workers] = [Number(calls), Number(connections)];
const shares = Array.from({ length: workers }, (_, i) => Math.floor(total / workers) + (i < total % workers ? 1 : 0));
const allowed = await Promise.all(shares.map(work));
console.log(allowed.reduce((sum, count) => sum + count, 0));
