/** Clients and servers keep their own types: checked by `tsc`, never run. */
import { Client as Client2 } from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { Server as LowLevel1 } from "@modelcontextprotocol/sdk/server/index.js";
import { McpServer as McpServer1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import { type CallToolResult, Server as LowLevel2, McpServer as McpServer2 } from "@modelcontextprotocol/server";
import { LoopGuard } from "loopguard";
import { guardClient, guardServer } from "loopguard/mcp";
import { expectTypeOf } from "vitest";
import { z } from "zod";

const INFO = { name: "test", version: "1.0.0" };

export async function clients(): Promise<void> {
  expectTypeOf(guardClient(new Client1(INFO))).toEqualTypeOf<Client1>();
  const client = guardClient(new Client2(INFO), new LoopGuard(), {
    onAbort: "stop",
    runKey: ({ name, arguments: args }) => {
      expectTypeOf(name).toEqualTypeOf<string>();
      expectTypeOf(args).toEqualTypeOf<unknown>();
      return name;
    },
  });
  expectTypeOf(client).toEqualTypeOf<Client2>();
  expectTypeOf(await client.callTool({ name: "search" })).toExtend<CallToolResult>();
  // @ts-expect-error: no client
  guardClient({});
  // @ts-expect-error: no such end
  guardClient(client, undefined, { onAbort: "return" });
}

export function servers(): void {
  expectTypeOf(guardServer(new McpServer1(INFO), { maxRepeats: 3 })).toEqualTypeOf<McpServer1>();
  expectTypeOf(guardServer(new LowLevel1(INFO))).toEqualTypeOf<LowLevel1>();
  expectTypeOf(guardServer(new LowLevel2(INFO))).toEqualTypeOf<LowLevel2>();
  const server = guardServer(new McpServer2(INFO), undefined, {
    runKey: ({ sessionId, http }) => {
      expectTypeOf(sessionId).toEqualTypeOf<string | undefined>();
      expectTypeOf(http?.authInfo).toEqualTypeOf<unknown>();
      return sessionId;
    },
  });
  server.registerTool("search", { inputSchema: z.object({ q: z.string() }) }, ({ q }) => {
    expectTypeOf(q).toEqualTypeOf<string>();
    return { content: [{ type: "text", text: q }] };
  });
}
