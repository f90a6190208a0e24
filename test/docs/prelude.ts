/**
 * Declarations for the fragments in documents and in `@example`: a program has an agent, tools, a call. A page that is not in
 * the tables has whole programs, which need none.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as detectors from "../../lib/rules/factories.ts";
import { type Block, blocksOf, declarations, examplesOf, type Prelude, pages, root } from "./typescript-blocks.ts";

/** Names that mean the same on every page with fragments. */
const COMMON: Prelude = {
  tools: 'declare const tools: import("loopguard").ToolDef[];',
  messages: "declare const messages: unknown[];",
  agent: "declare const agent: { run(input: string): Promise<string>; answer(...input: unknown[]): Promise<string> };",
  guard: 'declare const guard: import("loopguard").LoopGuard;',
  run: 'declare const run: import("loopguard").LoopRun;',
  ctx: 'declare const ctx: import("loopguard").RunContext;',
  calls: 'declare const calls: import("loopguard").ToolCall[];',
  call: "declare const call: { id: string; name: string; arguments: unknown };",
  tool: "declare const tool: (args: unknown) => Promise<string>;",
  id: "declare const id: string;",
  name: "declare const name: string;",
  args: "declare const args: Record<string, unknown>;",
  sessionId: "declare const sessionId: string;",
  input: "declare const input: string;",
  stream: "declare const stream: AsyncIterable<string>;",
  messageId: "declare const messageId: string;",
  task: "declare const task: string;",
  childId: "declare const childId: string;",
  prompt: "declare const prompt: string;",
  question: "declare const question: string;",
  show: "declare const show: (value: unknown) => void;",
  z: 'import { z } from "zod";',
  readFileSync: 'import { readFileSync } from "node:fs";',
  readFile: 'import { readFile } from "node:fs/promises";',
};

/** What is given to the fragments of a page besides. */
const OF_PAGES: Readonly<Record<string, Prelude>> = {
  "docs/api.md": {
    bytes: "declare const bytes: Uint8Array;",
    executor: 'declare const executor: import("loopguard").ToolExecutor;',
    myExecutor: 'declare const myExecutor: import("loopguard").ToolExecutor;',
    searchHandbook: "declare const searchHandbook: (args: { q: string }) => Promise<string>;",
    index: "declare const index: { search(q: string): Promise<string[]> };",
    app: "declare const app: { post(path: string, handler: (request: { sessionId: string }, response: object) => unknown): void };",
    reply: "declare const reply: (text: string) => void;",
    driver: 'declare const driver: import("loopguard/conformance").Driver;',
    badRun: 'declare const badRun: import("loopguard").LoopCall[];',
    expect: 'import { expect } from "vitest";',
  },
  "docs/canonical-json.md": {},
  "docs/cli/tune.md": {},
  "docs/coming-from.md": {},
  "docs/detectors/no-news.md": {},
  "docs/errors.md": {
    log: "declare const log: { warn(...values: unknown[]): void };",
  },
  "docs/identity.md": {},
  "docs/otel.md": {
    instrumentLoopGuard: 'import { instrumentLoopGuard } from "loopguard/otel";',
  },
  "docs/scaling.md": {
    runTool: "declare const runTool: (call: { id: string; name: string; arguments: unknown }) => Promise<string>;",
    client: 'import type { RedisClient } from "loopguard/redis"; declare const client: RedisClient;',
    redisStore: 'import { redisStore } from "loopguard/redis";',
  },
};

/** For the examples in declarations. */
const OF_EXAMPLES: Prelude = {
  ...OF_PAGES["docs/api.md"],
  buildReport: "declare const buildReport: (year: number) => Promise<string>;",
  report: 'declare const report: import("loopguard").ToolDef;',
  detector: 'declare const detector: import("loopguard").LoopDetector;',
  endOfChat: "declare const endOfChat: (text: string) => void;",
  sdk: "declare const sdk: { start(): void };",
  metrics: "declare const metrics: { increment(name: string): void };",
  bus: 'declare const bus: import("loopguard").EventBus;',
  rows: "declare const rows: object[];",
  fileStore: 'import { fileStore } from "loopguard/file";',
  instrumentLoopGuard: 'import { instrumentLoopGuard } from "loopguard/otel";',
  recordToolCalls: 'import { recordToolCalls } from "loopguard/vitest";',
};

/** Pages with code of a framework: their blocks are compiled where these are installed, in test/frameworks. */
const OF_FRAMEWORKS: Readonly<Record<string, Prelude>> = {
  "docs/frameworks/adk.md": {
    InMemoryRunner: 'import { InMemoryRunner } from "@google/adk";',
    agent: 'declare const agent: import("@google/adk").BaseAgent;',
    appName: "declare const appName: string;",
    userId: "declare const userId: string;",
    newMessage: 'declare const newMessage: Parameters<import("@google/adk").Runner["runAsync"]>[0]["newMessage"];',
  },
  "docs/frameworks/ai-sdk.md": {
    generateText: 'import { generateText } from "ai";',
    stepCountIs: 'import { stepCountIs } from "ai";',
    model: 'declare const model: import("ai").LanguageModel;',
    tools: 'declare const tools: import("ai").ToolSet;',
    messages: 'declare const messages: import("ai").ModelMessage[];',
    stopWhen: 'declare const stopWhen: ReturnType<typeof import("ai").stepCountIs>;',
    chatId: "declare const chatId: string;",
    withLoopGuard: 'import { withLoopGuard } from "loopguard/ai-sdk";',
    guardTools: 'import { guardTools } from "loopguard/ai-sdk";',
    stopOnToolLoop: 'import { stopOnToolLoop } from "loopguard/ai-sdk";',
  },
  "docs/guides/chat-ui.md": {
    model: 'declare const model: import("ai").LanguageModel;',
    tools: 'declare const tools: import("ai").ToolSet;',
  },
  "docs/recovery.md": {
    tools: 'declare const tools: import("ai").ToolSet;',
    prompt: "declare const prompt: string;",
  },
  "docs/frameworks/cloudflare.md": {},
  "docs/frameworks/claude.md": {
    query: 'import { query } from "@anthropic-ai/claude-agent-sdk";',
    checkCommand: 'declare const checkCommand: import("@anthropic-ai/claude-agent-sdk").HookCallback;',
    toolLoopHooks: 'import { toolLoopHooks } from "loopguard/claude";',
    withLoopGuard: 'import { withLoopGuard } from "loopguard/claude";',
  },
  "docs/frameworks/langchain.md": {
    createAgent: 'import { createAgent } from "langchain";',
    createReactAgent: 'import { createReactAgent } from "@langchain/langgraph/prebuilt";',
    ToolNode: 'import { ToolNode } from "@langchain/langgraph/prebuilt";',
    model: 'declare const model: import("@langchain/core/language_models/chat_models").BaseChatModel;',
    llm: 'declare const llm: import("@langchain/core/language_models/chat_models").BaseChatModel;',
    tools: 'declare const tools: import("@langchain/core/tools").StructuredTool[];',
    graph:
      'import { MessagesAnnotation, StateGraph } from "@langchain/langgraph"; const graph = new StateGraph(MessagesAnnotation);',
  },
  "docs/frameworks/livekit.md": {
    voice: 'import { voice } from "@livekit/agents";',
    instructions: "declare const instructions: string;",
    search: 'declare const search: import("@livekit/agents").llm.FunctionTool;',
    book: 'declare const book: import("@livekit/agents").llm.FunctionTool;',
    session: 'declare const session: import("@livekit/agents").voice.AgentSession;',
    guardTools: 'import { guardTools } from "loopguard/livekit";',
  },
  "docs/frameworks/llamaindex.md": {
    agent: 'import { agent } from "@llamaindex/workflow";',
    llm: 'declare const llm: import("@llamaindex/core/llms").ToolCallLLM;',
    tools: 'declare const tools: import("@llamaindex/core/llms").BaseToolWithCall[];',
    withLoopGuard: 'import { withLoopGuard } from "loopguard/llamaindex";',
  },
  "docs/frameworks/mastra.md": {
    Agent: 'import { Agent } from "@mastra/core/agent";',
    agent: 'declare const agent: import("@mastra/core/agent").Agent;',
    instructions: "declare const instructions: string;",
    model: 'declare const model: import("@mastra/core/agent").AgentConfig["model"];',
    tools: 'declare const tools: import("@mastra/core/agent").ToolsInput;',
    mine: 'declare const mine: import("@mastra/core/processors").InputProcessor;',
    toolLoopHooks: 'import { toolLoopHooks } from "loopguard/mastra";',
    ToolLoopProcessor: 'import { ToolLoopProcessor } from "loopguard/mastra";',
  },
  "docs/frameworks/mcp.md": {
    Client: 'import { Client } from "@modelcontextprotocol/client";',
    McpServer: 'import { McpServer } from "@modelcontextprotocol/server";',
    client: 'declare const client: import("@modelcontextprotocol/client").Client;',
    server: 'declare const server: import("@modelcontextprotocol/server").McpServer;',
    info: 'declare const info: ConstructorParameters<typeof import("@modelcontextprotocol/client").Client>[0];',
    call: "declare const call: { name: string; arguments: Record<string, unknown> };",
    guardClient: 'import { guardClient } from "loopguard/mcp";',
    guardServer: 'import { guardServer } from "loopguard/mcp";',
  },
  "docs/frameworks/openai-agents.md": {
    Agent: 'import { Agent } from "@openai/agents";',
    run: 'import { run } from "@openai/agents";',
    Runner: 'import { Runner } from "@openai/agents";',
    OpenAIProvider: 'import { OpenAIProvider } from "@openai/agents";',
    agent: 'declare const agent: import("@openai/agents").Agent;',
    input: "declare const input: string;",
    search: 'declare const search: import("@openai/agents").Tool;',
    billing: 'declare const billing: import("@openai/agents").Agent;',
    docs: 'declare const docs: import("@openai/agents").MCPServer;',
  },
  "docs/frameworks/opencode.md": {},
  "docs/frameworks/copilot-sdk.md": {
    client: 'declare const client: import("@github/copilot-sdk").CopilotClient;',
    model: "declare const model: string;",
    tools: 'declare const tools: import("@github/copilot-sdk").Tool[];',
    onPermissionRequest: 'declare const onPermissionRequest: import("@github/copilot-sdk").PermissionHandler;',
  },
  "docs/frameworks/genkit.md": {
    ai: 'declare const ai: import("genkit").Genkit;',
    tools: 'declare const tools: import("genkit").ToolAction[];',
    generateMiddleware: 'import { generateMiddleware } from "genkit";',
    toolLoopMiddleware: 'import { toolLoopMiddleware } from "loopguard/genkit";',
  },
  "docs/frameworks/tanstack-ai.md": {
    chat: 'import { chat } from "@tanstack/ai";',
    openaiText: 'declare const openaiText: (model: string) => import("@tanstack/ai").AnyTextAdapter;',
    adapter: 'declare const adapter: import("@tanstack/ai").AnyTextAdapter;',
    messages: 'declare const messages: import("@tanstack/ai").ModelMessage[];',
    tools: 'declare const tools: import("@tanstack/ai").ServerTool[];',
  },
  "docs/frameworks/voltagent.md": {
    Agent: 'import { Agent } from "@voltagent/core";',
    instructions: "declare const instructions: string;",
    model: 'declare const model: import("@voltagent/core").AgentOptions["model"];',
    tools: 'declare const tools: import("@voltagent/core").Tool[];',
  },
  "docs/frameworks/pi.md": {
    DefaultResourceLoader:
      "declare class DefaultResourceLoader { constructor(options: object); reload(): Promise<void> }",
    createAgentSession:
      "declare const createAgentSession: (options: object) => Promise<{ session: { bindExtensions(with_: object): Promise<void> } }>;",
    Agent:
      'declare class Agent { constructor(options: object); beforeToolCall?: (context: { toolCall: object }, signal?: AbortSignal) => Promise<undefined>; subscribe(listener: (event: { type: "agent_start" }, signal: AbortSignal) => void): () => void; abort(): void; prompt(text: string): Promise<void>; state: { errorMessage?: string } }',
    cwd: "declare const cwd: string;",
    agentDir: "declare const agentDir: string;",
    model: "declare const model: object;",
    tools: "declare const tools: object[];",
    streamFn: "declare const streamFn: () => void;",
    toolLoopExtension: 'import { toolLoopExtension } from "loopguard/pi";',
    withLoopGuard: 'import { withLoopGuard } from "loopguard/pi";',
  },
  "docs/frameworks/strands.md": {
    Agent: 'import { Agent } from "@strands-agents/sdk";',
    model: 'declare const model: import("@strands-agents/sdk").Model;',
    tools: 'declare const tools: import("@strands-agents/sdk").Tool[];',
  },
  "docs/frameworks/workflow.md": {
    DurableAgent: 'import { DurableAgent } from "@workflow/ai/agent";',
    agent: 'declare const agent: import("@workflow/ai/agent").DurableAgent;',
    messages: 'declare const messages: Parameters<import("@workflow/ai/agent").DurableAgent["stream"]>[0]["messages"];',
    writable: 'declare const writable: Parameters<import("@workflow/ai/agent").DurableAgent["stream"]>[0]["writable"];',
    openai:
      'declare const openai: (name: string) => Exclude<import("@workflow/ai/agent").DurableAgentOptions["model"], string> extends () => Promise<infer M> ? M : never;',
    ModelMessage:
      'type ModelMessage = Parameters<import("@workflow/ai/agent").DurableAgent["stream"]>[0]["messages"][number];',
    UIMessageChunk:
      'type UIMessageChunk = Parameters<import("@workflow/ai/agent").DurableAgent["stream"]>[0]["writable"] extends WritableStream<infer C> ? C : never;',
    getWritable: 'import { getWritable } from "workflow";',
    model: "declare const model: string;",
    tools: 'declare const tools: NonNullable<import("@workflow/ai/agent").DurableAgentOptions["tools"]>;',
    judge: 'declare const judge: import("loopguard/workflow").Judge;',
    withLoopGuard: 'import { withLoopGuard } from "loopguard/workflow";',
    judgeRound: 'import { judgeRound } from "loopguard/workflow";',
    Round: 'import type { Round } from "loopguard/workflow";',
  },
};

/** For the examples in the declarations of adapters: what they export, and what their documents do not use. */
const OF_ADAPTERS: Readonly<Record<string, Prelude>> = {
  adk: {
    ToolLoopPlugin: 'import { ToolLoopPlugin } from "loopguard/adk";',
    InMemoryRunner: 'import { InMemoryRunner } from "@google/adk";',
    agent: 'declare const agent: import("@google/adk").BaseAgent;',
  },
  "ai-sdk": {
    throwOnToolLoop: 'import { throwOnToolLoop } from "loopguard/ai-sdk";',
    guardModel: 'import { guardModel } from "loopguard/ai-sdk";',
    streamText: 'import { streamText } from "ai";',
  },
  "copilot-sdk": {
    withLoopGuard: 'import { withLoopGuard } from "loopguard/copilot-sdk";',
    CopilotClient: 'import { CopilotClient } from "@github/copilot-sdk";',
  },
  genkit: { toolLoopMiddleware: 'import { toolLoopMiddleware } from "loopguard/genkit";' },
  livekit: {
    withLoopGuard: 'import { withLoopGuard } from "loopguard/livekit";',
    throwOnToolLoop: 'import { throwOnToolLoop } from "loopguard/livekit";',
    userInput: "declare const userInput: string;",
  },
  langchain: {
    toolLoopMiddleware: 'import { toolLoopMiddleware } from "loopguard/langchain";',
    withLoopGuard: 'import { withLoopGuard } from "loopguard/langchain";',
    textLoopMiddleware: 'import { textLoopMiddleware } from "loopguard/langchain";',
    guardModel: 'import { guardModel } from "loopguard/langchain";',
    chatModel: 'declare const chatModel: import("@langchain/core/language_models/chat_models").BaseChatModel;',
    threadId: "declare const threadId: string;",
    ToolNode: 'import { ToolNode } from "@langchain/langgraph/prebuilt";',
    search: 'declare const search: import("@langchain/core/tools").StructuredTool;',
    fetchPage: 'declare const fetchPage: import("@langchain/core/tools").StructuredTool;',
  },
  mastra: { withLoopGuard: 'import { withLoopGuard } from "loopguard/mastra";' },
  "openai-agents": {
    withLoopGuard: 'import { withLoopGuard } from "loopguard/openai-agents";',
    guardTools: 'import { guardTools } from "loopguard/openai-agents";',
    guardModelProvider: 'import { guardModelProvider } from "loopguard/openai-agents";',
    fetchPage: 'declare const fetchPage: import("@openai/agents").Tool;',
  },
  opencode: { toolLoopPlugin: 'import { toolLoopPlugin } from "loopguard/opencode";' },
  "tanstack-ai": {
    guardAdapter: 'import { guardAdapter } from "loopguard/tanstack-ai";',
    toolLoopMiddleware: 'import { toolLoopMiddleware } from "loopguard/tanstack-ai";',
  },
  workflow: {
    guardModel: 'import { guardModel } from "loopguard/workflow";',
    stopOnToolLoop: 'import { stopOnToolLoop } from "loopguard/workflow";',
  },
  voltagent: { withLoopGuard: 'import { withLoopGuard } from "loopguard/voltagent";' },
  pi: { streamSimple: "declare const streamSimple: () => void;" },
  strands: { ToolLoopPlugin: 'import { ToolLoopPlugin } from "loopguard/strands";' },
};

function exportsOf(module: string, specifier: string): Prelude {
  const text = readFileSync(join(root, `types/${module}.d.ts`), "utf8");
  const names = [...text.matchAll(/^export (?:type )?\{ (.*?) \}/gm)].flatMap(([, list]) =>
    (list as string).split(", ").map((name) => name.replace(/^type /, "")),
  );
  return Object.fromEntries(names.map((name) => [name, `import { ${name} } from "${specifier}";`]));
}

/** Every export of the main entry point by name, those of the tool layer and of the store in memory, and each detector. */
const MAIN: Prelude = {
  ...Object.fromEntries(
    Object.keys(detectors).map((name) => [
      name,
      `import { detectors as all_${name} } from "loopguard"; const { ${name} } = all_${name};`,
    ]),
  ),
  ...exportsOf("executor", "loopguard/executor"),
  ...exportsOf("memory", "loopguard/memory"),
  ...exportsOf("index", "loopguard"),
};

/** `types/frameworks/ai-sdk.d.ts` has the names of `docs/frameworks/ai-sdk.md`, and those of `OF_ADAPTERS`. */
const ADAPTER = /^types\/frameworks\/(.*)\.d\.ts$/;

export function preludeOf(page: string): Prelude {
  const adapter = ADAPTER.exec(page)?.[1];
  if (adapter !== undefined)
    return { ...MAIN, ...COMMON, ...OF_FRAMEWORKS[`docs/frameworks/${adapter}.md`], ...OF_ADAPTERS[adapter] };
  if (page.startsWith("types/")) return { ...MAIN, ...COMMON, ...OF_EXAMPLES };
  const own = OF_PAGES[page] ?? OF_FRAMEWORKS[page];
  return own === undefined ? {} : { ...MAIN, ...COMMON, ...own };
}

/** The blocks that are compiled in the project itself, or with the frameworks. */
export function blocksFor(where: "here" | "frameworks"): Block[] {
  const isOfFramework = (page: string) =>
    page.startsWith("docs/frameworks/") || ADAPTER.test(page) || Object.hasOwn(OF_FRAMEWORKS, page);
  const all = [...pages().flatMap(blocksOf), ...declarations().flatMap(examplesOf)];
  return all.filter(
    (block) =>
      isOfFramework(block.page) === (where === "frameworks") && (block.language === "ts" || !isJavaScript(block)),
  );
}

/** What TypeScript rightly refuses: what an error looks like, and samples that run as they are in a test of their page. */
function isJavaScript({ page, code }: Block): boolean {
  return page === "docs/coming-from-agentium.md" || /^\/\/ (?:Type|Range)Error\b|"ai\/test"/m.test(code);
}

/** A package that a sample imports and that is not installed here. */
export const STAND_INS: string = `
declare module "@opentelemetry/sdk-node" {
  export class NodeSDK {
    constructor(options: object);
    start(): void;
  }
}
`;
