import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { leftOut } from "./test/left-out.ts";

/** These need packages that a clone does not have, and are projects of their own. */
const ELSEWHERE = ["frameworks", "agents", "warehouses"];

/**
 * The rooms of lib/ that stand on the C core run twice, once on each build of it; but for files `*.once.test.ts`, which do
 * not touch it. `core` is not one of them: its tests hold one build against the other.
 */
const CORE = ["adapter", "base", "executor", "guard", "history", "pace", "rules", "run"];
const core = `test/{${CORE.join(",")}}/**/*`;
const once = `test/!(${[...CORE, ...ELSEWHERE].join("|")})/**/*`;

/** In package.json it is the built file, whose classes are not those of lib/. */
const resolve = { alias: { "#wasm": fileURLToPath(new URL("lib/core/wasm-file.ts", import.meta.url)) } };

/** `name` is what `npm test` runs; files `*.slow.test.ts` are `name-slow`, which takes `npm run test:all`. */
const inTwoTiers = (name: string, globs: string[], exclude: string[], env: Record<string, string> = {}) => {
  const slow = "**/*.slow.test.ts";
  const project = (name: string, end: string, exclude: string[], isolate: boolean) => ({
    // Of each project, as the files of setup: a project does not take what stands above it.
    resolve,
    test: {
      name,
      isolate,
      include: globs.map((glob) => glob + end),
      exclude,
      env,
      setupFiles: ["test/property-seed.ts"],
      testTimeout: 120_000,
      hookTimeout: 120_000,
    },
  });
  return [
    project(name, ".test.ts", [...exclude, slow], false),
    project(`${name}-slow`, ".slow.test.ts", exclude, true),
  ];
};

const without = leftOut();
if (without.said !== "") console.warn(without.said);

export default defineConfig({
  test: {
    // By default one core is left alone, which on two cores is half of them.
    maxWorkers: "100%",
    // What one run has made of the files serves the next: under another Node.js, or of the slow ones.
    experimental: { fsModuleCache: true },
    projects: [
      ...(without.native ? [] : inTwoTiers("native", [core], ["**/*.once.*"], { LOOPGUARD_BACKEND: "native" })),
      ...inTwoTiers("wasm", [core], ["**/*.once.*"], { LOOPGUARD_BACKEND: "wasm" }),
      ...inTwoTiers("once", [once, `${core}.once`, "test/*"], [...without.files]),
      {
        test: {
          name: "types-slow",
          include: [],
          typecheck: {
            enabled: true,
            only: true,
            include: ["test/types/**/*.test-d.ts"],
            tsconfig: "./tsconfig.test.json",
          },
        },
      },
    ],
  },
});
