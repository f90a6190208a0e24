/**
 * What a bundler ships of the main entry. The budgets are what it was, and a little: raise one only with a reason.
 * 2 KB are what unpacks the WebAssembly module, which is 178 KB less for it.
 * The texts that explain an error to its host are 1 KB; what misuse is told, and how providers name what was used, 2 KB more.
 * The words of "not yet" in twelve languages are 8 KB of the module, zipped; kinds of errors and faster texts 2 KB;
 * ids behind their times, and runs and tables that are read by vectors and bits of keys, 1 KB.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const KB = 1000;

/** In bytes, minified, for a browser; the WebAssembly module is beside it, and what is loaded later is not in it. */
async function sizeOf(names: string): Promise<{ raw: number; zipped: number }> {
  const { outputFiles } = await build({
    stdin: { contents: `export ${names} from "./dist/esm/index.js";`, resolveDir: root },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    platform: "browser",
    splitting: true,
    outdir: root,
    write: false,
    plugins: [
      {
        name: "module beside it",
        setup({ onLoad }) {
          onLoad({ filter: /wasm-text\.js$/ }, () => ({ contents: 'export const packed = "", size = 0;' }));
        },
      },
    ],
  });
  const first = outputFiles.filter(({ path }) => !path.includes("sandbox-process-"));
  const code = Buffer.concat(first.map(({ contents }) => contents));
  return { raw: code.length, zipped: gzipSync(code, { level: 9 }).length };
}

function wasmZipped(): number {
  return gzipSync(readFileSync(new URL("../../dist/loopguard.wasm", import.meta.url)), { level: 9 }).length;
}

test.each([
  ["everything", "*", 225.1 * KB],
  ["ToolExecutor", "{ ToolExecutor }", 192.3 * KB],
  ["LoopGuard", "{ LoopGuard }", 156.7 * KB],
  ["LoopDetector", "{ LoopDetector }", 39 * KB],
  ["defineTool, which needs no core", "{ defineTool }", 1.1 * KB],
])("a bundle with %s stays within its budget", async (_, names, budget) => {
  expect((await sizeOf(names)).raw).toBeLessThanOrEqual(budget);
});

test("LoopGuard and WebAssembly, gzipped, stay within their budget", async () => {
  expect((await sizeOf("{ LoopGuard }")).zipped + wasmZipped()).toBeLessThanOrEqual(182 * KB);
});

test("importing the package for nothing ships nothing", async () => {
  const { outputFiles } = await build({
    stdin: { contents: 'import "./dist/esm/index.js";', resolveDir: root },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    outdir: root,
    write: false,
    logLevel: "silent",
  });
  expect(outputFiles[0]?.text).toBe("");
});
