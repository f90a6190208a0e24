/**
 * A server of the Model Context Protocol on stdin and stdout, with three tools: `note` adds a line to the file named in the
 * arguments of the command, `look` always gives an error, and `count` says how often it was called.
 */
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [, , file] = process.argv;
const TOOLS = [
  {
    name: "note",
    description: "Notes a text.",
    inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
  },
  { name: "look", inputSchema: { type: "object" } },
  { name: "count", inputSchema: { type: "object" } },
];

let counted = 0;

const ANSWERS = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "notes", version: "1.0.0" },
  }),
  "tools/list": () => ({ tools: TOOLS }),
  "tools/call": ({ name, arguments: { text } }) => {
    if (name === "count") return { content: [{ type: "text", text: `${++counted} times` }] };
    if (name === "look") return { isError: true, content: [{ type: "text", text: "no such database" }] };
    appendFileSync(file, `${text}\n`);
    return { content: [{ type: "text", text: "noted" }] };
  },
  ping: () => ({}),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue; // a notification
  const result = ANSWERS[method]?.(params);
  const error = { code: -32601, message: `there is no method ${method}` };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...(result ? { result } : { error }) })}\n`);
}
