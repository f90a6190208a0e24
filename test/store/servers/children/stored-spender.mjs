/** argv: the port of a Redis server, key, limit of tokens, tokens of a response, connections. Spends until the budget is used up; prints the tokens spent. */
import { detectors, LoopGuard } from "../../../../dist/node/index.cjs";
import { redisStore } from "../../../../dist/node/redis.cjs";
import { ioredis } from "../client-packages.mjs";

const { budget } = detectors;

const [port, key, limit, each, connections] = process.argv.slice(2);

/** An agent: a response of the model, its usage, one tool call. */
async function spend(worker) {
  const client = new ioredis.Redis({ host: "127.0.0.1", port: Number(port) });
  const guard = new LoopGuard({ detectors: [budget({ tokens: Number(limit), warn: 0 })] });
  const run = guard.storedRun(key, { store: redisStore(client), timeoutMs: 60_000, onStoreError: "throw" });
  let spent = 0;
  for (let step = 0; run.tripped === null; step++) {
    spent += Number(each);
    if (!(await run.usage({ inputTokens: Number(each) })).allowed) break;
    const call = { id: `${process.pid}-${worker}-${step}`, name: "work", arguments: { worker, step } };
    if ((await run.before(call)).allowed) await run.after(call, { result: step });
  }
  await run.close();
  guard.close();
  client.disconnect();
  return spent;
}

const spent = await Promise.all(Array.from({ length: Number(connections) }, (_, worker) => spend(worker)));
console.log(spent.reduce((sum, tokens) => sum + tokens, 0));
