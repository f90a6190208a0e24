/**
 * Records the example that has times, site/examples/waiting.jsonl: `node site/make/record-run.mjs`, four minutes, after
 * test/frameworks/setup.mjs. The loop is the AI SDK's, the tools do what they say, and the times are those of the clock; the model is a
 * script that waits for a job, looking every 2.5 seconds, and then tries the same edit again and again.
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { root } from "./bundle.mjs";

const framework = createRequire(join(root, "test", "frameworks", "package.json"));
const { generateText, jsonSchema, stepCountIs, tool } = framework("ai7");
const { MockLanguageModelV3 } = framework("ai7/test");
const { version } = framework("ai7/package.json");

const JOB = 200_000;
const THINKS = 2_500;
const THINKS_OF_AN_EDIT = 6_000;

const folder = mkdtempSync(join(tmpdir(), "loopguard-record-"));
const source = join(folder, "total.js");
writeFileSync(
  source,
  "export function total(items) {\n  let sum = 1;\n  for (const item of items) sum += item;\n  return sum;\n}\n",
);
const test = `import(${JSON.stringify(source)}).then(({ total }) => { const sum = total([1, 2]); console.log(sum === 3 ? "1 passed" : "1 failed: total([1, 2]) is " + sum + ", not 3"); });`;

/** The job: waits as a build on a busy machine does, then runs the test. */
const job = { output: "", ended: false };
function start() {
  const child = spawn(process.execPath, ["-e", `setTimeout(() => { ${test} }, ${JOB});`]);
  child.stdout.on("data", (data) => {
    job.output += data;
  });
  child.on("exit", () => {
    job.ended = true;
  });
  return "Job 7 is started";
}

const file = { path: { type: "string" } };
const tools = {
  start_job: [{}, start],
  job_status: [
    { job: { type: "number" } },
    () => (job.ended ? `Job 7 is done: ${job.output.trim()}` : "Job 7: running"),
  ],
  read_file: [file, ({ path }) => readFileSync(join(folder, path), "utf8")],
  edit_file: [
    { ...file, old: { type: "string" }, new: { type: "string" } },
    ({ path, old }) => {
      if (!readFileSync(join(folder, path), "utf8").includes(old)) return `The old text does not occur in ${path}`;
      throw new Error("the script never finds it");
    },
  ],
};

const calls = [];
let edits = 0;

/** What the model asks for next. */
function next() {
  const last = calls.at(-1);
  if (last === undefined) return ["start_job", {}];
  if (/started|running/.test(last.result)) return ["job_status", { job: 7 }];
  if (last.name === "job_status") return ["read_file", { path: "total.js" }];
  return edits++ < 14 ? ["edit_file", { path: "total.js", old: "var sum = 1;", new: "var sum = 0;" }] : undefined;
}

const model = new MockLanguageModelV3({
  doGenerate: async () => {
    await sleep(edits > 0 ? THINKS_OF_AN_EDIT : THINKS);
    const wanted = next();
    const usage = {
      inputTokens: { total: 10, noCache: 10, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: 10, text: 10, reasoning: undefined },
    };
    if (wanted === undefined)
      return {
        content: [{ type: "text", text: "I cannot edit it." }],
        finishReason: { unified: "stop", raw: "stop" },
        usage,
        warnings: [],
      };
    const [toolName, input] = wanted;
    return {
      content: [{ type: "tool-call", toolCallId: `call-${calls.length}`, toolName, input: JSON.stringify(input) }],
      finishReason: { unified: "tool-calls", raw: "tool_calls" },
      usage,
      warnings: [],
    };
  },
});

const recorded = ([name, [properties, run]]) => [
  name,
  tool({
    inputSchema: jsonSchema({ type: "object", properties }),
    execute: (args) => {
      const call = { name, args, at: new Date().toISOString(), batch: calls.length };
      calls.push(call);
      call.result = run(args);
      call.end = new Date().toISOString();
      return call.result;
    },
  }),
];

await generateText({
  model,
  prompt: "Run job 7; if it fails, mend total.js.",
  tools: Object.fromEntries(Object.entries(tools).map(recorded)),
  stopWhen: stepCountIs(200),
});
rmSync(folder, { recursive: true });
mkdirSync(join(root, "site", "examples"), { recursive: true });
const run = {
  id: "waiting",
  source: "loopguard",
  model: `a script in the loop of ai ${version}`,
  license: "MIT",
  calls,
};
writeFileSync(join(root, "site", "examples", "waiting.jsonl"), `${JSON.stringify(run)}\n`);
console.log(`${calls.length} calls`);
