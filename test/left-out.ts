/**
 * What is left out where C cannot be compiled: all else runs, on WebAssembly. `vitest.config.ts` says once what it is.
 * Under LOOPGUARD_BUILD=required nothing is left out.
 */
import { builtProgram, hasAddon, isRequired, missingTool } from "../scripts/toolchain.mjs";

/** Files that need the addon, or the hook program, which is built with it. */
const WITH_ADDON = [
  "test/differential.test.ts",
  "test/differential.slow.test.ts",
  "test/core/addon-block.test.ts",
  "test/core/backend.test.ts",
  "test/core/builds-agree.test.ts",
  "test/core/each-build.test.ts",
  "test/core/explanation.test.ts",
  "test/core/gc.slow.test.ts",
  "test/core/hostile-door.slow.test.ts",
  "test/core/records.test.ts",
  "test/core/shared-block.test.ts",
  "test/core/workers.slow.test.ts",
  "test/hook/hostile.test.ts",
  "test/hook/parity.slow.test.ts",
  "test/package/pack.slow.test.ts",
];
/** Files that compile C. */
const WITH_COMPILER = [
  "test/rules/configure.once.test.ts",
  "test/docs/c-library.slow.test.ts",
  "test/recipes/recipes.slow.test.ts",
];

const addon: boolean = hasAddon() || isRequired;

/** The builds of the core that are there. */
export const BUILDS: readonly ("native" | "wasm")[] = addon ? ["native", "wasm"] : ["wasm"];

/** The program in C; `undefined` where there is none and need not be. */
export function cProgram(): string | undefined {
  const path = builtProgram();
  if (path === undefined && addon) throw new Error("The program in C is not built: npm run build:native");
  return path;
}

export interface LeftOut {
  readonly native: boolean;
  readonly files: readonly string[];
  /** For people; empty when nothing is left out. */
  readonly said: string;
}

export function leftOut(): LeftOut {
  const missing = missingTool();
  const compiles = missing === undefined || isRequired;
  const files = [...(addon ? [] : WITH_ADDON), ...(compiles ? [] : WITH_COMPILER)];
  const parts = ['project "native": its tests run in project "wasm"', "what is of the C program in test/hook"];
  const reason =
    missing === undefined ? "no addon is built, see npm run build:native" : `no C compiler: ${missing} is not there`;
  const what = addon ? "tests that compile C skipped" : "native build skipped";
  const lines = [...(addon ? [] : parts), ...files].map((line) => `\n  ${line}`);
  return { native: !addon, files, said: files.length === 0 ? "" : `${what}: ${reason}. Not run:${lines.join("")}\n` };
}
