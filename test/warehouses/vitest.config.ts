import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["*.test.ts"],
    testTimeout: 120_000,
    // An engine takes all cores, and has one data directory in each process.
    pool: "forks",
    maxWorkers: 1,
  },
});
