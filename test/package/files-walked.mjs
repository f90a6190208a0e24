/**
 * Runs what is run most, until it is warm and once more, and prints as JSON the files of lib/ in which a function was called. Of
 * the AI SDK, with the folder in which it is installed as an argument.
 */
import { Session } from "node:inspector/promises";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

const out = new URL("../../out/", import.meta.url).href;
const load = (path) => import(out + path);
const WARM = 100;

const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });

async function begin() {
  await session.post("Profiler.takePreciseCoverage");
}

async function end() {
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const ran = ({ functions }) => functions.some(({ ranges }) => ranges[0].count > 0);
  return result.filter((file) => file.url.startsWith(out) && ran(file)).map(({ url }) => url.slice(out.length, -3));
}

async function walked(once) {
  for (let at = 0; at < WARM; at++) await once(at);
  await begin();
  await once(WARM);
  return end();
}

const call = (at) => ({ id: String(at), name: "read", arguments: { path: `file ${at}` } });
const result = (at) => `text ${at}`;

async function ofRuns() {
  const { LoopGuard } = await load("index.js");
  const { memoryStore } = await load("memory.js");
  const guard = new LoopGuard();
  const run = guard.run("r");
  const stored = guard.storedRun("s", memoryStore());
  return {
    run: await walked((at) => {
      run.before(call(at));
      run.after(call(at), { result: result(at) });
    }),
    // But for the store, which is another one elsewhere.
    stored: (
      await walked(async (at) => {
        await stored.before(call(at));
        await stored.after(call(at), { result: result(at) });
      })
    ).filter((file) => file !== "store/memory-store"),
  };
}

async function ofExecutor() {
  const { ToolExecutor, RunContext } = await load("index.js");
  const parameters = { safeParse: (data) => ({ success: true, data }) };
  const read = { name: "read", description: "", parameters, execute: async ({ path }) => `text of ${path}` };
  const executor = new ToolExecutor([read], { loopDetection: true });
  const context = new RunContext({ sessionId: "s" });
  return { executor: await walked((at) => executor.executeAll([call(at)], context)) };
}

async function ofScan() {
  const { run } = await load("cli/program.js");
  const six = fileURLToPath(new URL("six-calls.jsonl", import.meta.url));
  const write = process.stdout.write;
  process.stdout.write = () => true;
  for (let at = 0; at < 2; at++) await run(["scan", six]);
  await begin();
  await run(["scan", six]);
  process.stdout.write = write;
  return { scan: await end() };
}

/** One step of `generateText`: a response of the model, and the call that it makes. */
async function ofAiSdk(folder) {
  const from = createRequire(pathToFileURL(`${folder}/`));
  const { generateText, stepCountIs, tool } = await import(pathToFileURL(from.resolve("ai")).href);
  const { MockLanguageModelV3, MockLanguageModelV4 = MockLanguageModelV3 } = await import(
    pathToFileURL(from.resolve("ai/test")).href
  );
  const { z } = await import(pathToFileURL(from.resolve("zod")).href);
  const { withLoopGuard } = await load("frameworks/ai-sdk.js");
  const tokens = { total: 9, noCache: 9, cacheRead: 0, cacheWrite: 0, text: 9, reasoning: 0 };
  const usage = { inputTokens: tokens, outputTokens: tokens };
  let files = [];
  let at = 0;
  const model = new MockLanguageModelV4({
    doGenerate: async () => {
      if (++at === WARM) await begin();
      else if (at === WARM + 1) files = await end();
      const asked = { type: "tool-call", toolCallId: `${at}`, toolName: "read", input: `{"path":"file ${at}"}` };
      return { content: [asked], finishReason: { unified: "tool-calls", raw: undefined }, usage, warnings: [] };
    },
  });
  const read = tool({ inputSchema: z.object({ path: z.string() }), execute: async ({ path }) => `text of ${path}` });
  await generateText(withLoopGuard({ model, tools: { read }, prompt: "Go.", stopWhen: stepCountIs(WARM + 1) }));
  return { aiSdk: files };
}

const [folder] = process.argv.slice(2);
const all =
  folder === undefined ? { ...(await ofRuns()), ...(await ofExecutor()), ...(await ofScan()) } : await ofAiSdk(folder);
console.log(JSON.stringify(all));
