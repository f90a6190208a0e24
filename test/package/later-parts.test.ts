/** Parts of dist/node that are compiled at first use (scripts/later-parts.mjs). */
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

/** What a process of its own prints, with `files()`: the names of the files of the package that it has loaded. */
function prints(code: string, env: Record<string, string> = {}): string {
  const head = `
    const place = ${JSON.stringify(new URL("../../dist/node/", import.meta.url).pathname)};
    const files = () => Object.keys(require.cache).filter((path) => path.startsWith(place)).map((path) => path.slice(place.length)).sort().join();
    const load = () => require(place + "index.cjs");
    const ask = (guard) => guard.before({ name: "read", arguments: { path: "a" } }).allowed;
  `;
  const { stdout, stderr } = spawnSync(process.execPath, ["-e", head + code], {
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  expect(stderr).toBe("");
  return stdout.trim();
}

test("loading takes none; a guard takes one", () => {
  expect(prints("load(); console.log(files());")).toBe("index.cjs,plain.cjs,shared.cjs");
  expect(prints("ask(new (load().LoopGuard)()); console.log(files());")).toBe(
    "index.cjs,part-guard.cjs,plain.cjs,shared.cjs",
  );
});

test.each([
  "executor.cjs",
  "file.cjs",
  "frameworks/ai-sdk.cjs",
  "frameworks/ai-sdk.js",
  "frameworks/claude.cjs",
  "frameworks/mcp.cjs",
  "frameworks/openai-agents.cjs",
  "frameworks/pi.cjs",
  "redis.cjs",
])("importing %s compiles no part", (path) => {
  expect(prints(`import(place + "${path}").then(() => console.log(files()));`)).not.toContain("part-");
});

test("WebAssembly, which is loaded at once, needs none", () => {
  const env = { LOOPGUARD_BACKEND: "wasm" };
  expect(prints("const { backend } = load(); console.log(backend, files());", env)).toBe(
    "wasm index.cjs,plain.cjs,shared.cjs",
  );
});

// As Jest's `resetModules` does between tests.
test("a part belongs to the copy that takes it, though modules are loaded anew in between", () => {
  const code = `
    const { LoopGuard, checkMessages, ToolLoopError } = load();
    for (const path of Object.keys(require.cache)) if (path.startsWith(place)) delete require.cache[path];
    const other = load();
    const guard = new LoopGuard({ maxRepeats: 1, action: "abort" });
    const allowed = [ask(guard), ask(guard), ask(new other.LoopGuard())];
    console.log(guard instanceof LoopGuard, allowed.join(), checkMessages([], guard).allowed, LoopGuard === other.LoopGuard);
  `;
  expect(prints(code)).toBe("true true,false,true true false");
});
