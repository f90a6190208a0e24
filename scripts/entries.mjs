/**
 * The entry points of the package: what users import, and the module of lib/ that it is. scripts/build-manifest.mjs writes them
 * into package.json, scripts/bundle-modules.mjs and scripts/bundle-types.mjs make their files.
 *
 * `ofItsOwn`: Node.js gets an ES module for `import`. All others are one CommonJS file for `import` and `require`, so that there is
 * one copy of their classes and of their state. Three kinds of entry points cannot be: those that import a class of a framework when
 * they are loaded, since it must be the class of the user's own module system; those whose declarations import its types, for the
 * same reason; and those with a default export. The ES modules of the last two hold nothing but what their CommonJS file has.
 */
export const ENTRIES = [
  { name: ".", module: "index" },
  { name: "./vitest", module: "vitest", ofItsOwn: true },
  { name: "./jest", module: "jest" },
  { name: "./assert", module: "assert" },
  { name: "./conformance", module: "conformance" },
  { name: "./adapter", module: "adapter" },
  { name: "./ai-sdk", module: "frameworks/ai-sdk", ofItsOwn: true },
  { name: "./openai-agents", module: "frameworks/openai-agents" },
  { name: "./langchain", module: "frameworks/langchain", ofItsOwn: true },
  { name: "./mastra", module: "frameworks/mastra" },
  { name: "./strands", module: "frameworks/strands", ofItsOwn: true },
  { name: "./adk", module: "frameworks/adk", ofItsOwn: true },
  { name: "./mcp", module: "frameworks/mcp" },
  { name: "./claude", module: "frameworks/claude" },
  { name: "./genkit", module: "frameworks/genkit" },
  { name: "./tanstack-ai", module: "frameworks/tanstack-ai" },
  { name: "./voltagent", module: "frameworks/voltagent" },
  { name: "./copilot-sdk", module: "frameworks/copilot-sdk" },
  { name: "./opencode", module: "frameworks/opencode", ofItsOwn: true },
  { name: "./server", module: "frameworks/opencode", ofItsOwn: true }, // what opencode looks for in a plugin from npm
  { name: "./pi", module: "frameworks/pi", ofItsOwn: true },
  { name: "./livekit", module: "frameworks/livekit" },
  { name: "./llamaindex", module: "frameworks/llamaindex" },
  { name: "./workflow", module: "frameworks/workflow" },
  { name: "./otel", module: "otel" },
  { name: "./executor", module: "executor" },
  { name: "./memory", module: "memory" },
  { name: "./file", module: "file" },
  { name: "./redis", module: "redis" },
];

/** Their modules, once each. */
export const MODULES = [...new Map(ENTRIES.map((entry) => [entry.module, entry])).values()];

/** Programs of the package. Each is a file of dist/cli. */
export const PROGRAMS = ["cli/main"];

/** Small modules of the command, which are a file together. What loads the core is with no other: the hook ends well without it. */
const TOGETHER = [
  { chunk: "common", modules: ["cli/terminal", "cli/output-file", "cli/hook/dialects.gen"] },
  { chunk: "run-hook", modules: ["cli/hook/run-hook", "cli/hook/state-files", "cli/hook/hook-log"] },
  { chunk: "scan", modules: ["cli/scan", "cli/report"] },
  { chunk: "costs", modules: ["cli/scan/run-costs", "cli/scan/run-scan"] },
];

/** The file of a module of the command, such as "cli/scan.js"; `undefined`: as the bundler likes. */
export function chunkOf(path) {
  return TOGETHER.find(({ modules }) => modules.some((name) => path === `${name}.js`))?.chunk;
}
