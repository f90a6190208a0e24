/** `executeAll` with loop detection against the same without. */
import { z } from "zod";
import { defineTool, LoopGuard, RunContext, ToolExecutor } from "../../dist/node/index.cjs";
import { argumentsOf } from "../lib/arguments.mjs";
import { measure } from "../lib/measure.mjs";
import { finish, mustBeEqual, timing } from "../lib/row.mjs";

/** `execute` is an async function that answers at once: the least that a tool can cost. */
const trivial = async ({ path }) => path;
/** One that waits for one turn of the event loop, as every tool does that reads a file or asks a server. */
const waiting = ({ path }) => new Promise((resolve) => setImmediate(resolve, path));

const toolWith = (execute) =>
  defineTool({
    name: "search_code",
    description: "Searches the source",
    parameters: z.object({
      query: z.string(),
      path: z.string(),
      filters: z.object({ recursive: z.boolean(), types: z.array(z.string()), maxResults: z.number() }),
      offset: z.number(),
      reason: z.string(),
    }),
    execute,
  });

const make = argumentsOf(200);
const loopDetection = { maxRepeats: 3, action: "hint" };

/** Rounds of `size` calls. */
function executing(execute, config, size) {
  const executor = new ToolExecutor([toolWith(execute)], config);
  const ctx = new RunContext({ sessionId: "bench" });
  let i = 0;
  return async (n) => {
    let made = 0;
    for (let round = 0; round < n; round++) {
      const calls = Array.from({ length: size }, () => ({
        id: `call_${i}`,
        name: "search_code",
        arguments: make(i++),
      }));
      made += (await executor.executeAll(calls, ctx)).length;
    }
    return made;
  };
}

async function results(config) {
  const executor = new ToolExecutor([toolWith(trivial)], config);
  const ctx = new RunContext({ sessionId: "check" });
  const all = [];
  for (let i = 0; i < 50; i++) {
    const call = { id: `call_${i}`, name: "search_code", arguments: make(i) };
    all.push(...(await executor.executeAll([call], ctx)));
  }
  return all;
}

mustBeEqual(await results({ loopDetection }), await results({}), "results with detection");
for (const [label, execute, size, target, detection = loopDetection] of [
  ["one call a round", trivial, 1, 1.4],
  ["5 calls a round", trivial, 5, 1.4],
  ["one call a round, the recommended preset", trivial, 1, 1.8, new LoopGuard()],
  ["one call a round, a tool that waits", waiting, 1],
]) {
  const { on, off } = await measure({
    on: executing(execute, { loopDetection: detection }, size),
    off: executing(execute, {}, size),
  });
  timing(`executeAll, detection on against off, ${label}`, { ours: on, rival: off, target });
}
finish();
