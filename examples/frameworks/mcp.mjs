/**
 * MCP: a host whose model is stuck, and one line that stops it. Runs offline, with a client and a server in one process. In
 * a project with `loopguard` and the two SDK packages installed: `node mcp.mjs`; here: see test/frameworks/README.md.
 */
import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport, McpServer } from "@modelcontextprotocol/server";
import { findToolLoopError } from "loopguard";
import { guardClient } from "loopguard/mcp";
import { z } from "zod";

const server = new McpServer({ name: "handbook", version: "1.0.0" });
server.registerTool("search", { inputSchema: z.object({ q: z.string() }) }, ({ q }) => ({
  content: [{ type: "text", text: `No results for "${q}".` }],
}));

const client = guardClient(new Client({ name: "agent", version: "1.0.0" }));

const [near, far] = InMemoryTransport.createLinkedPair();
await server.connect(far);
await client.connect(near);

/** What a model would answer to all that it has read so far; this one has only one idea. */
const model = () => ({ name: "search", arguments: { q: "refunds" } });

let calls = 0;
try {
  while (calls < 20) {
    calls++;
    const { content } = await client.callTool(model());
    console.log(`${calls}: ${content.map(({ text }) => text).join(" ")}`);
  }
} catch (error) {
  const loop = findToolLoopError(error);
  if (loop === undefined) throw error;
  console.log(`${loop.name} at call ${calls}: ${loop.message}`);
}
await client.close();
