/** What gets an anchored model out of its loop in pi: an `Agent` of pi itself in a process, for which this one plays the model. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll } from "vitest";
import type { Driver, Scenario } from "../frameworks/conformance.ts";
import { recovery } from "../frameworks/recovery.ts";
import { messagesIn, NODE, PI, Pi } from "./pi-agent.ts";

const ADAPTER = new URL("../../dist/node/frameworks/pi.js", import.meta.url).pathname;
const RUNNER = new URL("pi-anchored.mjs", import.meta.url).pathname;

let script: Scenario["script"] = () => ({ text: "" });
const pi = await Pi.start(PI as string, (_index, request) => {
  const { tools = [] } = request.body as { tools?: { function: { name: string } }[] };
  const input = messagesIn(request);
  const { calls = [], text } = script({ results: [], raw: { input }, tools: tools.map((tool) => tool.function.name) });
  return text === undefined ? calls.map(({ name, arguments: args }) => ({ name, args: args as object })) : [text];
});
const folder = join(pi.home.path, ".pi", "agent");
mkdirSync(folder, { recursive: true });
const settings = { defaultProvider: "scripted", defaultModel: "scripted" };
writeFileSync(join(folder, "settings.json"), JSON.stringify(settings));

const child = spawn(NODE as string, [RUNNER, dirname(PI as string), ADAPTER], {
  cwd: pi.home.project,
  env: pi.home.env,
  stdio: ["pipe", "pipe", "inherit"],
});
afterAll(async () => {
  child.kill();
  await pi[Symbol.asyncDispose]();
});
const lines = createInterface({ input: child.stdout });

const driver: Driver = {
  name: "pi: `Agent`",
  concurrentRuns: false,
  stops: false,
  sees: { unknownTool: true, invalidArguments: true, brokenJson: false },
  makeAgent: ({ guard, onAbort, tools, script: own }) => ({
    async generate() {
      script = own;
      const results = Object.fromEntries(Object.entries(tools).map(([name, run]) => [name, run({ q: "" })]));
      child.stdin.write(`${JSON.stringify({ results, guard, onAbort })}\n`);
      await once(lines, "line");
    },
  }),
};
recovery(driver);
