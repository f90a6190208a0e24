import { defineConfig } from "vitest/config";

/** Needs packages that a clone does not have; a project of its own. */
const elsewhere = ["test/frameworks/**", "test/agents/**"];

/** What stands on the C core runs twice, once on each build of it. */
const onBothBackends = ["test/lib/**/*.test.ts", "test/executor/**/*.test.ts", "test/engine/**/*.test.ts"];

/** Of each project: a project does not take what stands above it. */
const setupFiles = ["test/property-seed.ts"];

const onBackend = (backend: "native" | "wasm") => ({
  test: {
    name: backend,
    include: onBothBackends,
    setupFiles,
    env: { LOOPGUARD_BACKEND: backend },
    testTimeout: 60_000,
  },
});

export default defineConfig({
  test: {
    // By default one core is left alone, which on two cores is half of them.
    maxWorkers: "100%",
    projects: [
      onBackend("native"),
      onBackend("wasm"),
      {
        test: {
          name: "once",
          include: ["test/**/*.test.ts"],
          exclude: [...onBothBackends, ...elsewhere],
          setupFiles,
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: "types",
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
