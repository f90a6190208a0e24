/** What gets an anchored model out of its loop in opencode: the program itself, whose tools are files, and for which this plays the model. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { TASK } from "../anchored/anchored-model.ts";
import { ALL } from "../anchored/ways.ts";
import type { Driver, Scenario } from "../frameworks/conformance.ts";
import { recovery } from "../frameworks/recovery.ts";
import { OPENCODE, Opencode, toolsIn } from "./opencode-agent.ts";
import type { RecordedRequest } from "./scripted-server.ts";

const PACKAGE = fileURLToPath(new URL("../..", import.meta.url));
const programs = new Map<string, Promise<Opencode>>();
afterAll(async () => {
  for (const opencode of programs.values()) await (await opencode)[Symbol.asyncDispose]();
});

/** One program for all runs with the same options: each run is a session. */
function opencodeWith(guard: object | "off", onAbort: string | undefined): Promise<Opencode> {
  const key = JSON.stringify([guard, onAbort]);
  const started = programs.get(key) ?? begin(guard, onAbort);
  programs.set(key, started);
  return started;
}

async function begin(guard: object | "off", onAbort: string | undefined): Promise<Opencode> {
  const plugin = guard === "off" ? [] : [[PACKAGE, { ...guard, ...(onAbort === undefined ? {} : { onAbort }) }]];
  const opencode = await Opencode.start(OPENCODE as string, () => [], { plugin });
  const folder = join(opencode.home.path, ".config", "opencode", "tools");
  mkdirSync(folder, { recursive: true });
  for (const { name, result } of TASK)
    writeFileSync(
      join(folder, `${name}.js`),
      `export default { description: "does it", args: { q: { type: "string" } }, execute: async () => ${JSON.stringify(result)} };`,
    );
  return opencode;
}

const driver: Driver = {
  name: "opencode",
  concurrentRuns: false,
  stops: false,
  sees: { unknownTool: true, invalidArguments: true, brokenJson: false },
  makeAgent: ({ guard, onAbort, script }) => ({
    async generate() {
      const opencode = await opencodeWith(guard as object | "off", onAbort);
      const session = await opencode.session((_index, _subagent, request) => itemsOf(script, request));
      await opencode.prompt(session, "Book the invoices of March.");
    },
  }),
};

function itemsOf(script: Scenario["script"], request: RecordedRequest) {
  const { messages } = request.body as { messages: object[] };
  const { calls = [], text } = script({ results: [], raw: { input: messages }, tools: toolsIn(request) });
  return text === undefined ? calls.map(({ name, arguments: args }) => ({ name, args: args as object })) : [text];
}

recovery(driver);

test("prune leaves calls out of the next request, tools takes the tool away for one, and the session keeps all", async () => {
  const opencode = await opencodeWith(ALL.guard, ALL.onAbort);
  const search = { name: "search", args: { q: "x" } };
  const script = [search, search, search, search, { name: "read", args: { q: "y" } }, "Done."];
  const session = await opencode.session((index) => [script[index] ?? "Done."]);
  await opencode.prompt(session, "go");
  const asked = opencode.asked(session);
  expect(asked.map((request) => callsIn(request))).toEqual([0, 1, 2, 2, 2, 3]);
  expect(JSON.stringify(asked[3]?.body)).toContain("Tool 'search' was refused 1 time.");
  expect(asked.map((request) => toolsIn(request).includes("search"))).toEqual([true, true, true, true, false, true]);
  const parts = (await opencode.messages(session)).flatMap((message) => message.parts);
  expect(parts.filter(({ type }) => type === "tool")).toHaveLength(5);
});

function callsIn(request: RecordedRequest): number {
  const { messages } = request.body as { messages: { tool_calls?: object[] }[] };
  return messages.reduce((sum, { tool_calls: calls = [] }) => sum + calls.length, 0);
}
