/** One file for Node.js, as people make it for a serverless function: it has no package beside it to load the core from. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const PROGRAM = `
  import { backend, LoopGuard } from "loopguard";
  const guard = new LoopGuard();
  const call = { name: "search", arguments: { query: "refunds" } };
  for (let step = 1; step <= 2; step++) {
    guard.beginRound();
    if (guard.before(call).allowed) guard.after(call, { result: "No results." });
  }
  guard.beginRound();
  console.log(backend, guard.before(call).action);
`;

test.each([
  ["esm", "mjs"],
  ["cjs", "cjs"],
] as const)("a bundle in %s that esbuild makes runs alone", async (format, extension) => {
  const folder = mkdtempSync(join(tmpdir(), "loopguard-bundle-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const outfile = join(folder, `app.${extension}`);
  const stdin = { contents: PROGRAM, resolveDir: root };
  await build({ stdin, outfile, format, bundle: true, platform: "node", logLevel: "silent" });
  const env = { ...process.env };
  delete env["LOOPGUARD_BACKEND"];
  const { stdout, stderr } = spawnSync(process.execPath, [outfile], { cwd: folder, env, encoding: "utf8" });
  expect(stderr).toBe("");
  expect(stdout).toBe("wasm hint\n");
});
