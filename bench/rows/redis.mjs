/** One decision of a run in Redis against a bare `EVALSHA` by the same client, and many workers on one run. */
import { spawn, spawnSync } from "node:child_process";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import { createClient } from "redis";
import { LoopGuard } from "../../dist/index.js";
import { redisStore } from "../../dist/redis.js";
import { finish, timing } from "../lib/row.mjs";
import { countTogether } from "../lib/shared-run.mjs";
import { measureWall } from "../lib/wall.mjs";

const INCREMENT = "return redis.call('INCR', KEYS[1])";
const CALLS = 100_000;

if (spawnSync("redis-server", ["--version"]).status !== 0)
  throw new Error("There is no redis-server in PATH, so nothing was measured; Debian's package is redis-server");

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

const port = await freePort();
const server = spawn("redis-server", ["--port", `${port}`, "--bind", "127.0.0.1", "--save", "", "--dir", "/"], {
  stdio: "ignore",
});
await sleep(300);
const [nodeRedis, ioredis] = [createClient({ url: `redis://127.0.0.1:${port}` }), new Redis(port)];
try {
  await nodeRedis.connect();
  const sha = await nodeRedis.scriptLoad(INCREMENT);
  const clients = {
    redis: { client: nodeRedis, bare: () => nodeRedis.evalSha(sha, { keys: ["number"] }) },
    ioredis: { client: ioredis, bare: () => ioredis.evalsha(sha, 1, "number") },
  };
  for (const [name, { client, bare }] of Object.entries(clients)) {
    const run = new LoopGuard().run(name, { store: redisStore(client), timeoutMs: 60_000, onStoreError: "throw" });
    let i = 0;
    const decision = async () => {
      const { action } = await run.before({ name: "read_file", arguments: { path: `src/file-${i++}.ts` } });
      if (action !== "allow") throw new Error(`call ${i} got ${action}`);
    };
    const { ours, rival } = await measureWall({ ours: decision, rival: bare });
    timing(`${name}: one decision against a bare EVALSHA that increments one key`, { ours, rival, target: 1.5 });
    await run.close();
  }
  const store = redisStore(ioredis);
  const many = { where: `${port}`, store, calls: CALLS, processes: 8, connections: 8 };
  await countTogether("redis", many);
} finally {
  nodeRedis.destroy();
  ioredis.disconnect();
  server.kill("SIGKILL");
}
finish();
