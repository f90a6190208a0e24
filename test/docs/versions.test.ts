/** What a page says it was tested with is what the tests install. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const pinned = (path: string): Record<string, string> => JSON.parse(read(path)).devDependencies;

const pinnedOf = (path: string, names: string[]): Record<string, string | undefined> =>
  Object.fromEntries(names.map((name) => [name, pinned(path)[name]]));

/** The last paragraph that begins with "Tested", or stands below a heading of that name; links and quotes left out. */
function testedWith(page: string): string {
  const text = read(page).replace(/[`*]/g, "");
  const begin = Math.max(text.lastIndexOf("\nTested "), text.lastIndexOf("\n## Tested"));
  if (begin < 0) throw new Error(`${page} does not say what it was tested with`);
  return text.slice(begin);
}

const frameworks = pinned("test/frameworks/package.json");
const project = pinned("package.json");
/** pi has an extension; the others call the hook. */
const { "@earendil-works/pi-coding-agent": pi, ...agents } = pinned("test/agents/package.json");

const pages: Record<string, Record<string, string | undefined>> = {
  "docs/frameworks/adk.md": { adk: frameworks["@google/adk"] },
  "docs/frameworks/ai-sdk.md": {
    "ai 5": frameworks["ai5"]?.replace("npm:ai@", ""),
    "ai 6": frameworks["ai6"]?.replace("npm:ai@", ""),
    "ai 7": frameworks["ai7"]?.replace("npm:ai@", ""),
  },
  "docs/frameworks/claude.md": {
    sdk: pinned("test/frameworks/claude/package.json")["@anthropic-ai/claude-agent-sdk"],
    program: pinned("test/agents/package.json")["@anthropic-ai/claude-code"],
  },
  "docs/frameworks/copilot-sdk.md": {
    sdk: pinned("test/frameworks/copilot-sdk/package.json")["@github/copilot-sdk"],
  },
  "docs/frameworks/genkit.md": { genkit: pinned("test/frameworks/genkit/package.json")["genkit"] },
  "docs/frameworks/cloudflare.md": pinnedOf("test/frameworks/cloudflare/package.json", [
    ...["@cloudflare/think", "@cloudflare/workerd-linux-64", "agents"],
  ]),
  "docs/frameworks/langchain.md": {
    langchain: frameworks["langchain"],
    core: frameworks["@langchain/core"],
    langgraph: frameworks["@langchain/langgraph"],
  },
  "docs/frameworks/livekit.md": { agents: pinned("test/frameworks/livekit/package.json")["@livekit/agents"] },
  "docs/frameworks/llamaindex.md": {
    workflow: frameworks["@llamaindex/workflow"],
    core: frameworks["@llamaindex/core"],
  },
  "docs/frameworks/mastra.md": { core: frameworks["@mastra/core"] },
  "docs/frameworks/mcp.md": {
    "version 1": frameworks["@modelcontextprotocol/sdk"],
    client: frameworks["@modelcontextprotocol/client"],
    server: frameworks["@modelcontextprotocol/server"],
  },
  "docs/frameworks/openai-agents.md": { agents: frameworks["@openai/agents"] },
  "docs/frameworks/opencode.md": pinned("test/agents/opencode/package.json"),
  "docs/frameworks/strands.md": { sdk: frameworks["@strands-agents/sdk"] },
  "docs/frameworks/tanstack-ai.md": { ai: frameworks["@tanstack/ai"] },
  "docs/frameworks/voltagent.md": {
    core: pinned("test/frameworks/voltagent/package.json")["@voltagent/core"],
    ai: pinned("test/frameworks/voltagent/package.json")["ai"],
  },
  "docs/frameworks/pi.md": { pi },
  "docs/cli/hook.md": { ...agents, ...pinned("test/agents/qwen/package.json") },
  "docs/frameworks/workflow.md": {
    agent: pinned("test/frameworks/workflow/package.json")["@workflow/ai"],
    workflow: pinned("test/frameworks/workflow/package.json")["workflow"],
  },
  "docs/otel.md": {
    api: project["@opentelemetry/api"],
    metrics: project["@opentelemetry/sdk-metrics"],
    traces: project["@opentelemetry/sdk-trace-base"],
    context: project["@opentelemetry/context-async-hooks"],
    prometheus: project["@opentelemetry/exporter-prometheus"],
  },
  "docs/scaling.md": { redis: project["redis"], ioredis: project["ioredis"] },
};

describe("the versions that a page was tested with", () => {
  test.each(Object.entries(pages))("%s", (page, versions) => {
    const said = testedWith(page);
    for (const [what, version] of Object.entries(versions)) {
      expect(version, what).toMatch(/^\d+\.\d+\.\d+$/);
      expect(said, what).toMatch(new RegExp(`(?<![\\d.])${version?.replaceAll(".", "\\.")}(?![\\d.]*\\d)`));
    }
  });
});
