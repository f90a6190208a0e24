/**
 * What a bundler ships of the main entry, in bytes. The budgets are what it was, and a little: raise one only with a reason.
 * 2 KB are what unpacks the WebAssembly module, which is 178 KB less for it.
 * The texts that explain an error to its host are 1 KB; what misuse is told, and how providers name what was used, 2 KB more.
 * The words of "not yet" in twelve languages are 9 KB of the module, zipped; kinds of errors and faster texts 2 KB;
 * ids behind their times, and runs and tables that are read by vectors and bits of keys, 1 KB.
 * MurmurHash3 is 0.6 KB: bytes have one digest on every platform.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { root } from "./findings.mjs";

const KB = 1000;
const zipped = (bytes) => gzipSync(bytes, { level: 9 }).length;

/** Minified, for a browser; the WebAssembly module is beside it, and what is loaded later is not in it. */
export async function bundled(source) {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: root },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    platform: "browser",
    splitting: true,
    outdir: root,
    write: false,
    logLevel: "silent",
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
  return Buffer.concat(first.map(({ contents }) => contents));
}

const entry = (names) => bundled(`export ${names} from "./dist/esm/index.js";`);
const withModule = async () =>
  zipped(await entry("{ LoopGuard }")) + zipped(readFileSync(join(root, "dist", "loopguard.wasm")));

/** What is bundled, its size, and its budget. */
export const BUNDLES = [
  ["everything", async () => (await entry("*")).length, 223.8 * KB],
  ["ToolExecutor", async () => (await entry("{ ToolExecutor }")).length, 189.9 * KB],
  ["LoopGuard", async () => (await entry("{ LoopGuard }")).length, 154.8 * KB],
  ["LoopDetector", async () => (await entry("{ LoopDetector }")).length, 37.7 * KB],
  ["defineTool, which needs no core", async () => (await entry("{ defineTool }")).length, 1.1 * KB],
  ["LoopGuard and WebAssembly, gzipped", withModule, 184.9 * KB],
];
