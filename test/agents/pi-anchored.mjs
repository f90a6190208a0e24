/** Runs an `Agent` of pi for each line of its input, `{ guard, onAbort }`, and answers with a line. Arguments: the folder of pi, the adapter. */
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [bundle, adapter] = process.argv.slice(2);
const { createAgentSession, SessionManager } = await import(pathToFileURL(join(bundle, "index.js")).href);
const { withLoopGuard } = await import(pathToFileURL(adapter).href);

const cwd = process.cwd();
const { session } = await createAgentSession({
  cwd,
  agentDir: join(process.env.HOME, ".pi", "agent"),
  sessionManager: SessionManager.inMemory(cwd),
});
const Agent = session.agent.constructor;

for await (const line of createInterface({ input: process.stdin })) {
  const { results, guard, onAbort } = JSON.parse(line);
  const tools = Object.entries(results).map(([name, text]) => ({
    name,
    label: name,
    description: name,
    parameters: { type: "object", properties: { q: { type: "string" } }, required: ["q"] },
    execute: async () => ({ content: [{ type: "text", text }], details: {} }),
  }));
  const agent = new Agent({
    initialState: { model: session.model, tools },
    streamFn: session.agent.streamFunction,
  });
  if (guard !== "off") withLoopGuard(agent, guard, { onAbort });
  await agent.prompt("Book the invoices of March.");
  console.log("done");
}
process.exit(0);
