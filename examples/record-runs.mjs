/**
 * Records the runs in examples/runs/: the agent, its loop and its tool calls are those of the AI SDK; the model is
 * scripted, so that the same runs come out every time. The demo reads them where there is no larger collection.
 *
 *   mkdir recorder && cd recorder && npm init -y && npm install ai@6.0.326
 *   cd <this project> && node examples/record-runs.mjs <that folder>
 *
 * The package is not a dependency of this project: it is looked up in the folder that you name.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const folder = process.argv[2];
if (folder === undefined) {
  console.error("usage: node examples/record-runs.mjs <a folder where ai@6.0.326 is installed>");
  process.exit(1);
}
const require = createRequire(join(resolve(folder), "package.json"));
const { jsonSchema, stepCountIs, tool, ToolLoopAgent } = await import(pathToFileURL(require.resolve("ai")).href);
const { MockLanguageModelV3 } = await import(pathToFileURL(require.resolve("ai/test")).href);

// ---- the tools: they really look, edit and test, in a small world of their own ------------------------------------

const strings = (...names) =>
  jsonSchema({
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
    required: names,
  });

/** A project of one module and one test. */
function repository() {
  const files = {
    "src/total.js":
      "function total(items) {\n  let sum = 1;\n  for (const item of items) sum += item;\n  return sum;\n}",
  };
  return {
    read_file: tool({
      description: "Reads a file",
      inputSchema: strings("path"),
      execute: ({ path }) => {
        if (files[path] === undefined) throw new Error(`ENOENT: no such file, open '${path}'`);
        return files[path];
      },
    }),
    edit_file: tool({
      description: "Replaces a text in a file",
      inputSchema: strings("path", "old", "new"),
      execute: ({ path, old, new: replacement }) => {
        if (!files[path]?.includes(old)) throw new Error(`The old text does not occur in ${path}`);
        files[path] = files[path].replace(old, replacement);
        return "OK";
      },
    }),
    run_tests: tool({
      description: "Runs the tests",
      inputSchema: strings(),
      execute: () => {
        const total = new Function(`${files["src/total.js"]}\nreturn total;`)();
        const cases = [
          [[], 0],
          [[1, 2], 3],
          [["4", 5], 9],
        ];
        const failed = cases.filter(([items, expected]) => total(items) !== expected);
        const lines = failed.map(
          ([items, expected]) => `  total(${JSON.stringify(items)}) is ${total(items)}, not ${expected}`,
        );
        return [`${cases.length - failed.length} passed, ${failed.length} failed`, ...lines].join("\n");
      },
    }),
  };
}

/** A search over three pages, by words that all have to occur. */
function library() {
  const pages = {
    "refund-policy": "Refunds are paid within 14 days of the return of the goods.",
    "return-form": "Fill in the return form and put it into the parcel.",
    "opening-hours": "The shop is open from 9 to 18, Monday to Saturday.",
  };
  return {
    search: tool({
      description: "Searches the handbook",
      inputSchema: strings("query"),
      execute: ({ query }) => {
        const words = query.toLowerCase().split(/\s+/);
        const found = Object.keys(pages).filter((page) =>
          words.every((word) => `${page} ${pages[page].toLowerCase()}`.includes(word)),
        );
        return found.length === 0 ? "No results." : found.join("\n");
      },
    }),
    open_page: tool({
      description: "Opens a page of the handbook",
      inputSchema: strings("page"),
      execute: ({ page }) => pages[page] ?? "No such page.",
    }),
  };
}

/** A deployment whose last step never ends. */
function deployment() {
  return {
    start_deploy: tool({
      description: "Starts a deployment",
      inputSchema: strings("version"),
      execute: () => ({ job: "job-7" }),
    }),
    deploy_status: tool({
      description: "The state of a deployment",
      inputSchema: strings("job"),
      execute: ({ job }) => ({ job, state: "running", step: "waiting for health check" }),
    }),
  };
}

function weather() {
  return {
    get_weather: tool({
      description: "The weather in a city",
      inputSchema: strings("city"),
      execute: ({ city }) => ({ city, sky: ["sunny", "cloudy", "rain"][city.length % 3], celsius: 10 + city.length }),
    }),
  };
}

/** An order that is on its way and arrives in the end. */
function shop() {
  const states = ["packed", "packed", "on its way", "delivered"];
  return {
    order_status: tool({
      description: "The state of an order",
      inputSchema: strings("order"),
      execute: ({ order }) => ({ order, state: states.length > 1 ? states.shift() : states[0] }),
    }),
  };
}

// ---- the model: each turn is a list of responses, each response a list of calls; a turn ends with a text ------------

const call = (toolName, input) => ({ toolName, input });
const times = (count, response) => Array.from({ length: count }, () => response);
const read = call("read_file", { path: "src/total.js" });
const test = call("run_tests", {});
const badEdit = call("edit_file", { path: "src/total.js", old: "var sum = 1;", new: "var sum = 0;" });
const edit = (old, replacement) => call("edit_file", { path: "src/total.js", old, new: replacement });
const cities = ["Lisbon", "Oslo", "Rome", "Vienna", "Tallinn"];

const RUNS = {
  healthy: [
    {
      id: "research",
      tools: library,
      turns: [
        [
          [call("search", { query: "refund" })],
          [call("open_page", { page: "refund-policy" })],
          [call("search", { query: "return form" })],
          [call("open_page", { page: "return-form" })],
        ],
      ],
    },
    {
      id: "edit-test-fix",
      tools: repository,
      turns: [
        [
          [test],
          [read],
          [edit("sum = 1", "sum = 0")],
          [test],
          [read],
          [edit("sum += item", "sum += Number(item)")],
          [test],
        ],
      ],
    },
    {
      id: "parallel-calls",
      tools: weather,
      turns: [
        [cities.map((city) => call("get_weather", { city }))],
        [cities.map((city) => call("get_weather", { city }))],
      ],
    },
    { id: "asked-again-by-the-user", tools: shop, turns: times(4, [[call("order_status", { order: "A-17" })]]) },
  ],
  looping: [
    { id: "stuck-search", tools: library, turns: [times(9, [call("search", { query: "refund shipping costs" })])] },
    { id: "read-and-failing-edit", tools: repository, turns: [[[test], ...times(7, [[read], [badEdit]]).flat()]] },
    {
      id: "poll-without-end",
      tools: deployment,
      turns: [[[call("start_deploy", { version: "2.1.0" })], ...times(14, [call("deploy_status", { job: "job-7" })])]],
    },
    {
      id: "reworded-searches",
      tools: library,
      turns: [
        [
          "refund shipping costs",
          "refund of shipping costs",
          "refund shipping cost",
          "shipping costs refund",
          "refunds shipping costs",
          "refund for shipping costs",
          "refund shipping costs policy",
        ].map((query) => [call("search", { query })]),
      ],
    },
  ],
};

// ---- recording -------------------------------------------------------------------------------------------------------

const USAGE = { inputTokens: { total: 1, noCache: 1 }, outputTokens: { total: 1, text: 1 } };

/** A model that gives these responses, one after the other. */
function scriptedModel(responses) {
  let calls = 0;
  return new MockLanguageModelV3({
    doGenerate: responses.map((response) => ({
      content:
        response.length === 0
          ? [{ type: "text", text: "Done." }]
          : response.map(({ toolName, input }) => ({
              type: "tool-call",
              toolCallId: `call-${++calls}`,
              toolName,
              input: JSON.stringify(input),
            })),
      finishReason: { unified: response.length === 0 ? "stop" : "tool-calls", raw: undefined },
      usage: USAGE,
      warnings: [],
    })),
  });
}

function text(value) {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The calls of one step, as one line of a run holds them. */
function recordedCalls(step, batch) {
  return step.toolCalls.map(({ toolCallId, toolName, input }) => {
    const part = step.content.find((item) => item.toolCallId === toolCallId && item.type !== "tool-call");
    if (part.type === "tool-error")
      return { name: toolName, args: input, result: part.error.message, error: true, batch };
    return { name: toolName, args: input, result: text(part.output), batch };
  });
}

async function record(source, { id, tools, turns }) {
  const responses = turns.flatMap((turn) => [...turn, []]);
  const agent = new ToolLoopAgent({ model: scriptedModel(responses), tools: tools(), stopWhen: stepCountIs(100) });
  const messages = [];
  const calls = [];
  let batch = 0;
  for (let turn = 1; turn <= turns.length; turn++) {
    messages.push({ role: "user", content: `Turn ${turn} of ${id}` });
    const result = await agent.generate({ messages });
    messages.push(...result.response.messages);
    for (const step of result.steps) calls.push(...recordedCalls(step, batch++));
  }
  return { id, source, license: "MIT", model: "scripted (ai 6.0.326, MockLanguageModelV3)", calls };
}

const target = fileURLToPath(new URL("runs/", import.meta.url));
mkdirSync(target, { recursive: true });
for (const [kind, runs] of Object.entries(RUNS)) {
  const lines = [];
  for (const run of runs) lines.push(JSON.stringify(await record(`recorded-${kind}`, run)));
  writeFileSync(join(target, `${kind}.jsonl`), `${lines.join("\n")}\n`);
  console.log(`${kind}.jsonl: ${lines.length} runs`);
}
