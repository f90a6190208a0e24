/** The code of docs/frameworks and the examples of the adapters compile with the frameworks' types; `skipLibCheck`, because
 * not all of those do. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { blocksFor, preludeOf } from "../docs/prelude.ts";
import { Project } from "../docs/typescript-blocks.ts";

const here = fileURLToPath(new URL("node_modules", import.meta.url));
const claude = fileURLToPath(new URL("claude/node_modules", import.meta.url));
const genkit = fileURLToPath(new URL("genkit/node_modules", import.meta.url));
const FRAMEWORKS = [
  ...["@google/adk", "@langchain/core", "@langchain/langgraph", "langchain", "@mastra/core", "@openai/agents", "ai"],
  ...["@llamaindex/core", "@llamaindex/workflow", "@modelcontextprotocol/client", "@modelcontextprotocol/server"],
  ...["@strands-agents/sdk", "@tanstack/ai", "@types/node", "zod"],
];

const project = new Project(here, FRAMEWORKS);
project.link(claude, ["@anthropic-ai/claude-agent-sdk"]);
project.link(genkit, ["genkit"]);
afterAll(() => project.remove());

/** Large ones, whose pages are compiled where they are installed. */
const LARGE: Readonly<Record<string, readonly string[]>> = {
  cloudflare: ["@cloudflare/think", "agents"],
  "copilot-sdk": ["@github/copilot-sdk"],
  livekit: ["@livekit/agents"],
  voltagent: ["@voltagent/core"],
  workflow: ["@workflow/ai", "workflow"],
};
const elsewhere = Object.entries(LARGE).flatMap(([name, packages]) => {
  const modules = fileURLToPath(new URL(`${name}/node_modules`, import.meta.url));
  if (!existsSync(modules)) return [`docs/frameworks/${name}.md`, `types/frameworks/${name}.d.ts`];
  project.link(modules, packages);
  return [];
});

const resolutions = { nodenext: { module: "nodenext" }, bundler: { module: "esnext", moduleResolution: "bundler" } };
/** Whole files, which test/docs/write-your-own.slow.test.ts runs. */
elsewhere.push("docs/frameworks/write-your-own.md");
const blocks = blocksFor("frameworks").filter(({ page }) => !elsewhere.includes(page));

test.each(Object.entries(resolutions))(
  "with %s",
  async (name, resolution) => {
    const options = { ...resolution, types: ["node"], skipLibCheck: true };
    expect(await project.compileBlocks(name, blocks, preludeOf, options)).toEqual([]);
  },
  120_000,
);

test("there are blocks of every framework", () => {
  expect(new Set(blocks.map(({ page }) => page)).size).toBeGreaterThanOrEqual(16);
});
