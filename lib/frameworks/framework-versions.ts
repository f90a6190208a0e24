/**
 * The versions of frameworks that adapters were made for. package.json does not name them: npm refuses to install packages beside
 * each other whose peers conflict, also those that nobody has. So an adapter looks itself, once.
 */
import { type AdapterOptions, type Desk, type DeskInput, type DeskSettings, desk } from "../adapter/desk.ts";
import { builtin } from "../base/platform.ts";
import { ownPlace } from "../core/own-place.ts";
import { publishError } from "../rules/diagnostics.ts";
import { attempt } from "../rules/verdict.ts";

/** By package: the oldest version, the first that is not known, and its page in docs/frameworks. */
export const FRAMEWORKS = {
  "@anthropic-ai/claude-agent-sdk": { from: "0.3", below: "1", page: "claude" },
  "@github/copilot-sdk": { from: "1", below: "2", page: "copilot-sdk" },
  "@google/adk": { from: "2", below: "3", page: "adk" },
  "@langchain/core": { from: "1.0.1", below: "2", page: "langchain" },
  "@livekit/agents": { from: "1.6.4", below: "2", page: "livekit" },
  "@llamaindex/workflow": { from: "1.1", below: "2", page: "llamaindex" },
  "@mastra/core": { from: "1.50", below: "2", page: "mastra" },
  "@modelcontextprotocol/client": { from: "2", below: "3", page: "mcp" },
  "@modelcontextprotocol/sdk": { from: "1.10", below: "2", page: "mcp" },
  "@modelcontextprotocol/server": { from: "2", below: "3", page: "mcp" },
  "@openai/agents": { from: "0.11.8", below: "1", page: "openai-agents" },
  "@strands-agents/sdk": { from: "1.10", below: "2", page: "strands" },
  "@tanstack/ai": { from: "0.52.1", below: "1", page: "tanstack-ai" },
  "@voltagent/core": { from: "2.7.3", below: "3", page: "voltagent" },
  "@workflow/ai": { from: "5", below: "7", page: "workflow" },
  ai: { from: "5", below: "8", page: "ai-sdk" },
  genkit: { from: "1.33", below: "2", page: "genkit" },
} as const;

type Framework = keyof typeof FRAMEWORKS;

const seen = new Set<string>();

/**
 * The desk of an adapter for these frameworks. Says once of a version that it is not known, on `loopguard:error` and on stderr,
 * where the platform has files to look at.
 */
export function deskFor(
  frameworks: Framework | readonly Framework[],
  guard: DeskInput | undefined,
  options?: AdapterOptions,
  settings?: DeskSettings,
): Desk {
  for (const name of [frameworks].flat()) {
    if (seen.has(name)) continue;
    seen.add(name);
    attempt(() => look(name), undefined, "version");
  }
  return desk(guard, options, settings);
}

function look(name: Framework): void {
  const found = installed(name);
  if (found === undefined || isKnown(found.version, FRAMEWORKS[name])) return;
  const { from, below } = FRAMEWORKS[name];
  const known = `loopguard knows ${name} from ${from} to below ${below}`;
  const message = `${known}; this is ${found.version} (${found.path}). It is guarded as if it were a known one`;
  publishError(new Error(message), "version");
  process.emitWarning(message, { type: "Warning", code: "LOOPGUARD_UNKNOWN_VERSION" });
}

/** Read as a file: a package may not export its package.json, and to import it would be slow. */
function installed(name: string): { version: string; path: string } | undefined {
  const [fs, path, module] = [builtin("node:fs"), builtin("node:path"), builtin("node:module")];
  if (fs === undefined || path === undefined || module === undefined) return undefined;
  const places = [ownPlace(), path.join(process.cwd(), "index.js")];
  for (const place of places) {
    const folders = place === undefined ? [] : (module.createRequire(place).resolve.paths(name) ?? []);
    for (const folder of folders) {
      const file = path.join(folder, name, "package.json");
      if (!fs.existsSync(file)) continue;
      const { version } = JSON.parse(fs.readFileSync(file, "utf8")) as { version?: unknown };
      return typeof version === "string" ? { version, path: file } : undefined;
    }
  }
  return undefined;
}

/** What stands behind a hyphen, as in 7.0.0-beta.1, does not count. Exported for the test. */
export function isKnown(version: string, { from, below }: { from: string; below: string }): boolean {
  return rank(from) <= rank(version) && rank(version) < rank(below);
}

/** Not by `localeCompare`, the first of which in a process takes ten milliseconds. */
const rank = (version: string): number =>
  [0, 1, 2].reduce((sum, at) => sum * 1e5 + Number(version.split(/[.+-]/)[at] ?? 0), 0);
