/** The two answers to a loop that `{ maxRepeats, action }` knows: tell the model (`hint`), or stop the run (`abort`). */
import { findToolLoopError, RunContext, ToolExecutor } from "loopguard";

const tools = [
  {
    name: "fetchData",
    description: "Fetches a record",
    parameters: { safeParse: (data) => ({ success: true, data }) }, // a zod schema in real life
    execute: async ({ id }) => `record ${id} is locked`,
  },
];

/** A model that is stuck: the same call in every response. */
async function stuckAgent(executor) {
  const ctx = new RunContext({ sessionId: "example" });
  ctx.eventBus.on("loop.detected", ({ detection }) =>
    console.log(`  event: ${detection.detector}, ${detection.repeats} calls`),
  );
  for (let step = 1; step <= 4; step++) {
    const [answer] = await executor.executeAll([{ id: `call-${step}`, name: "fetchData", arguments: { id: 7 } }], ctx);
    console.log(`  ${step}. ${answer.error ?? "ok"}: ${answer.result}`);
  }
}

console.log("hint: the model reads why, and can do something else");
await stuckAgent(new ToolExecutor(tools, { loopDetection: { maxRepeats: 2, action: "hint" } }));

console.log("abort: the run ends with an error that says what happened");
try {
  await stuckAgent(new ToolExecutor(tools, { loopDetection: { maxRepeats: 2, action: "abort" } }));
} catch (error) {
  const loop = findToolLoopError(error); // also inside what a framework wraps around it
  if (loop === undefined) throw error;
  console.log(`  ${loop.code}: ${loop.message}`);
}
