/** pi's SDK: a session with the extension, then an `Agent` alone. Prints what became of each; the folder of pi is the argument. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [bundle, adapter] = process.argv.slice(2);
const { createAgentSession, DefaultResourceLoader, SessionManager, createBashTool } = await import(
  pathToFileURL(join(bundle, "index.js")).href
);
const { toolLoopExtension, withLoopGuard } = await import(pathToFileURL(adapter).href);

const cwd = process.cwd();
const agentDir = join(process.env.HOME, ".pi", "agent");
const resourceLoader = new DefaultResourceLoader({ cwd, agentDir, extensionFactories: [toolLoopExtension()] });
await resourceLoader.reload();
const { session } = await createAgentSession({
  cwd,
  agentDir,
  resourceLoader,
  sessionManager: SessionManager.inMemory(cwd),
});
await session.bindExtensions({});
await session.prompt("go");

const Agent = session.agent.constructor;
const agent = withLoopGuard(
  new Agent({
    initialState: { model: session.model, tools: [createBashTool(cwd)] },
    streamFn: session.agent.streamFunction,
  }),
);
await agent.prompt("go");

// By hand: an agent for each request, which goes on from the messages of the one before.
const { model, tools, errorMessage } = agent.state;
let messages = [{ role: "user", content: [{ type: "text", text: "go" }], timestamp: 0 }];
let byHand;
let requests = 0;
do {
  byHand = withLoopGuard(
    new Agent({ initialState: { model, tools, messages }, streamFn: session.agent.streamFunction }),
  );
  byHand.subscribe(({ type }) => type === "turn_end" && byHand.abort());
  requests++;
  await byHand.continue();
  messages = byHand.state.messages.filter(({ stopReason }) => stopReason !== "aborted");
} while (requests < 12 && byHand.state.errorMessage !== errorMessage);
const ends = [session, agent].map(({ state }) => state.messages.at(-1).errorMessage);
console.log(JSON.stringify({ ends, errorMessage, requests }));
process.exit(0);
