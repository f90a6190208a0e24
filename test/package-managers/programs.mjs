/** Programs of a project that uses the package, and what each must print. */

const USE = `
const guard = new LoopGuard({ maxRepeats: 2, action: "hint" });
const actions = [1, 2, 3].map(() => guard.before({ name: "read", arguments: { path: "a" } }).action);
console.log(backend, ...actions);
`;

export const PROGRAMS = {
  "use.mjs": `import { backend, LoopGuard } from "loopguard";${USE}`,
  "use.cjs": `const { backend, LoopGuard } = require("loopguard");${USE}`,
  // Two copies in one process: what one of them made, the other takes.
  "two-copies.mjs": `
import assert from "node:assert/strict";
import * as ours from "loopguard";
import * as theirs from "loopguard-again";
assert.notEqual(ours.LoopGuard, theirs.LoopGuard);
const { LoopGuard } = theirs;
const { backend } = ours;
const read = ours.guardFunction("read", () => "text", new LoopGuard({ maxRepeats: 1, action: "hint", message: "refused" }));
assert.deepEqual([read(), read()], ["text", "refused"]);
const error = new theirs.ToolLoopError({ detector: "count", toolName: "read", repeats: 3, message: "" });
assert.equal(ours.ToolLoopError.isInstance(error), true);${USE}`,
  // The entry point of an optional peer finds it, wherever the installer put both.
  "peer.mjs": `
import "loopguard/vitest";
import { backend, LoopGuard } from "loopguard";${USE}`,
  "read-only.mjs": `
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { backend, LoopGuard } from "loopguard";
const folder = dirname(createRequire(import.meta.url).resolve("loopguard/package.json"));
assert.throws(() => writeFileSync(join(folder, "written"), ""), /EACCES|EPERM|EROFS/);${USE}`,
};

/** Stands in for vitest: the smallest package that an entry point of ours can be loaded with. */
export const PEER = {
  "package.json": JSON.stringify({ name: "vitest", version: "4.0.0", type: "module", exports: "./index.js" }),
  "index.js": "export const expect = { extend() {} };",
};

/** What each of them prints. */
export const PRINTED = "native allow allow hint\n";

const TYPED = `
import { LoopGuard, type LoopGuardOptions, ToolExecutor } from "loopguard";
import { fileStore } from "loopguard/file";
import { guardClient } from "loopguard/mcp";
const options: LoopGuardOptions = { maxRepeats: 2 };
const guard = new LoopGuard(options);
export const action: "allow" | "warn" | "hint" | "ask" | "abort" = guard.before({ name: "read" }).action;
export const run = guard.storedRun("session", fileStore("state"));
export const executor: ToolExecutor = new ToolExecutor([]);
export const client: typeof guardClient = guardClient;
// @ts-expect-error: a number
new LoopGuard({ maxRepeats: "2" });
`;

const common = { noEmit: true, strict: true, skipLibCheck: false, target: "es2022", lib: ["es2023"], types: [] };

/** By name: settings and files of a TypeScript project. TypeScript knows require() of ES modules under "nodenext". */
export const TYPES = {
  node16: { compilerOptions: { ...common, module: "node16" }, files: { "program.mts": TYPED } },
  nodenext: {
    compilerOptions: { ...common, module: "nodenext" },
    files: { "program.mts": TYPED, "program.cts": TYPED },
  },
  bundler: {
    compilerOptions: { ...common, module: "esnext", moduleResolution: "bundler" },
    files: { "program.ts": TYPED },
  },
};
