/** One decision of a run in Redis against a bare `EVALSHA` by the same client, and many workers on one run. */
import { spawn, spawnSync } from "node:child_process";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import { createClient } from "redis";
import { LoopGuard } from "../../dist/node/index.cjs";
import { redisStore } from "../../dist/node/redis.cjs";
import { frameEntry } from "../../out/store/local-state.js";
import { finish, timing } from "../lib/row.mjs";
import { countTogether } from "../lib/shared-run.mjs";
import { measureWall } from "../lib/wall.mjs";

const INCREMENT = "return redis.call('INCR', KEYS[1])";
const CALLS = 100_000;
/** In one trial: fewer than a run remembers between their `before` and their `after`. */
const OPEN_CALLS = 100;
/** About what a run sends for a call, and what it is as a snapshot. */
const RECORD_BYTES = 80;
const SNAPSHOT_BYTES = 4000;
const COMPACT_SIZE = 1 << 16;

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

/** One entry after another by one writer, and a snapshot now and then, as a run does it. */
async function appender(store, key) {
  const [writer, snapshot] = ["00000000000000aa", new Uint8Array(SNAPSHOT_BYTES)];
  const record = Buffer.alloc(RECORD_BYTES).toString("base64");
  let at = await store.open(key, snapshot);
  let compacted = 0;
  let seq = 0;
  return async () => {
    seq++;
    at = await store.append(key, at, writer, seq, [frameEntry({ writer, seq, record })]);
    if (at.offset - compacted < COMPACT_SIZE) return;
    compacted = at.offset;
    await store.compact(key, at, snapshot);
  };
}

let calls = 0;
function newCall() {
  const number = calls++;
  return { id: `call_${number}`, name: "read_file", arguments: { path: `src/file-${number}.ts` } };
}

async function before(run, call) {
  const { action } = await run.before(call);
  if (action !== "allow") throw new Error(`before of ${call.id} got ${action}`);
}

async function after(run, call) {
  const { action } = await run.after(call, { result: `text of ${call.arguments.path}` });
  if (action !== "allow") throw new Error(`after of ${call.id} got ${action}`);
}

/** The second half of calls whose first half is not timed. */
function afterOf(run) {
  const open = [];
  return {
    prepare: async () => {
      const call = newCall();
      await before(run, call);
      open.push(call);
    },
    operation: () => after(run, open.shift()),
  };
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
    const store = redisStore(client);
    const options = { store, timeoutMs: 60_000, onStoreError: "throw" };
    const [alone, open, both] = ["before", "after", "both"].map((part) =>
      new LoopGuard().storedRun(`${name} ${part}`, options),
    );
    const { ours, append, later, pair, rival, rivals } = await measureWall(
      {
        ours: () => before(alone, newCall()),
        append: await appender(store, `${name} alone`),
        later: afterOf(open),
        pair: async () => {
          const call = newCall();
          await before(both, call);
          await after(both, call);
        },
        rival: bare,
        rivals: async () => {
          await bare();
          await bare();
        },
      },
      { calls: OPEN_CALLS },
    );
    timing(`${name}: one decision against a bare EVALSHA that increments one key`, { ours, rival, target: 1.5 });
    timing(`${name}: of that, what the store does`, { ours: append, rival });
    timing(`${name}: one after() against one bare EVALSHA`, { ours: later, rival });
    timing(`${name}: before() and after() against two bare EVALSHA`, { ours: pair, rival: rivals });
    for (const run of [alone, open, both]) await run.close();
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
