/**
 * The rows of matrix.mjs: what is installed beside the package. `example`: of examples/frameworks, which is the guarded run;
 * without one it is a run of the guard alone. `entry`: what is imported and type-checked beside the main entry point. `quick`: in CI,
 * too. The rest is run by hand, since the frameworks are hundreds of megabytes.
 */
const AI5 = [
  ["MockLanguageModelV3", "MockLanguageModelV2"],
  ["{ inputTokens: { total: 1 }, outputTokens: { total: 1 } }", "{ inputTokens: 1, outputTokens: 1, totalTokens: 2 }"],
  ['{ unified: "tool-calls", raw: undefined }', '"tool-calls"'],
];

/** The example of version 2, with the server guarded. */
const MCP1 = [
  ["@modelcontextprotocol/client", "@modelcontextprotocol/sdk/client/index.js"],
  [
    'import { InMemoryTransport, McpServer } from "@modelcontextprotocol/server";',
    'import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";\nimport { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";',
  ],
  ["import { guardClient }", "import { guardServer }"],
  [
    'new McpServer({ name: "handbook", version: "1.0.0" })',
    'guardServer(new McpServer({ name: "handbook", version: "1.0.0" }))',
  ],
  ['guardClient(new Client({ name: "agent", version: "1.0.0" }))', 'new Client({ name: "agent", version: "1.0.0" })'],
  [
    'server.registerTool("search", { inputSchema: z.object({ q: z.string() }) },',
    'server.tool("search", { q: z.string() },',
  ],
  [
    "const { content } = await client.callTool(model());",
    "const result = await client.callTool(model());\n    const { content } = result;\n    if (findToolLoopError(result)) throw findToolLoopError(result);",
  ],
];

const LANGCHAIN = {
  packages: ["langchain@1", "@langchain/core@1", "@langchain/langgraph@1", "zod"],
  entry: "langchain",
  example: "langchain",
};
const DEEP = [
  [
    "import { AIMessage, createAgent,",
    'import { createDeepAgent as createAgent } from "deepagents";\nimport { AIMessage,',
  ],
];
const VOLTAGENT = {
  packages: ["@voltagent/core@2", "@voltagent/logger@2", "ai@6", "zod"],
  entry: "voltagent",
  example: "voltagent",
};

export const ROWS = [
  // Each framework, in each major version that its page claims.
  { packages: ["ai@7", "zod"], entry: "ai-sdk", example: "ai-sdk", quick: true },
  { packages: ["ai@6", "zod"], entry: "ai-sdk", example: "ai-sdk" },
  { packages: ["ai@5", "zod"], entry: "ai-sdk", example: "ai-sdk", edits: AI5, quick: true },
  { packages: ["@openai/agents", "zod"], entry: "openai-agents", example: "openai-agents", quick: true },
  LANGCHAIN,
  { ...LANGCHAIN, packages: ["deepagents@1", ...LANGCHAIN.packages], edits: DEEP },
  { packages: ["@mastra/core@1", "zod"], entry: "mastra", example: "mastra" },
  { packages: ["@strands-agents/sdk@1", "zod"], entry: "strands", example: "strands" },
  { packages: ["@google/adk@2", "zod"], entry: "adk", example: "adk" },
  { packages: ["@modelcontextprotocol/sdk@1", "zod"], entry: "mcp", example: "mcp", edits: MCP1 },
  { packages: ["@modelcontextprotocol/sdk@1.10.2", "zod@3"], entry: "mcp", example: "mcp", edits: MCP1, quick: true },
  {
    packages: ["@modelcontextprotocol/client@2", "@modelcontextprotocol/server@2", "zod"],
    entry: "mcp",
    example: "mcp",
    quick: true,
  },
  { packages: ["@anthropic-ai/claude-agent-sdk"], entry: "claude" },
  { packages: ["genkit@1"], entry: "genkit", example: "genkit" },
  { packages: ["@tanstack/ai", "zod"], entry: "tanstack-ai", example: "tanstack-ai" },
  VOLTAGENT,
  { packages: ["@github/copilot-sdk@1"], entry: "copilot-sdk" },
  { packages: ["@livekit/agents@1", "@livekit/rtc-node", "zod"], entry: "livekit", example: "livekit" },
  {
    packages: ["@llamaindex/workflow@1", "@llamaindex/core", "@llamaindex/openai", "zod"],
    entry: "llamaindex",
    example: "llamaindex",
  },
  { packages: ["@workflow/ai@6", "workflow@4", "ai@6", "zod"], entry: "workflow" },
  { packages: ["redis@6"], entry: "redis" },
  { packages: ["ioredis@6"], entry: "redis" },
  { packages: ["@opentelemetry/api@1"], entry: "otel", quick: true },
  { packages: ["vitest@4"], entry: "vitest" },
  { packages: ["vitest@5"], entry: "vitest" },
  // Versions that no page claims: they are installed beside it all the same, and told of.
  { packages: ["ai@4", "zod@3"], entry: "ai-sdk", tells: "ai" },
  { packages: ["@langchain/core@0.3"], entry: "mastra" },
  { packages: ["redis@4"], entry: "redis" },
  // The package first, the framework after.
  { packages: ["ai@7", "zod"], entry: "ai-sdk", example: "ai-sdk", first: "loopguard", quick: true },
  { packages: ["@openai/agents", "zod"], entry: "openai-agents", example: "openai-agents", first: "loopguard" },
  { ...LANGCHAIN, first: "loopguard" },
  { packages: ["@mastra/core@1", "zod"], entry: "mastra", example: "mastra", first: "loopguard" },
  { ...VOLTAGENT, first: "loopguard" },
  // Other installers. Strict ones show whether the package finds what it does not name.
  { installer: "npm 10", packages: ["ai@7", "zod"], entry: "ai-sdk", example: "ai-sdk", quick: true },
  { installer: "npm 10", ...VOLTAGENT },
  { installer: "npm 12", packages: ["ai@7", "zod"], entry: "ai-sdk", example: "ai-sdk" },
  { installer: "pnpm 10", packages: ["ai@7", "zod"], entry: "ai-sdk", example: "ai-sdk" },
  { installer: "pnpm 10", ...LANGCHAIN, quick: true },
  { installer: "yarn 1", packages: ["ai@6", "zod"], entry: "ai-sdk", example: "ai-sdk", quick: true },
  { installer: "yarn 4", packages: ["@openai/agents", "zod"], entry: "openai-agents", example: "openai-agents" },
  { installer: "yarn 4 PnP", packages: ["ai@7", "zod"], entry: "ai-sdk", example: "ai-sdk" },
  { installer: "yarn 4 PnP", ...LANGCHAIN, quick: true },
];
