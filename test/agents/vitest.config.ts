import { defineConfig } from "vitest/config";

export default defineConfig({
  // The agents are slow to start, and each test runs one or more of them, in a home of its own: more waiting than work.
  test: {
    include: ["*.test.ts"],
    testTimeout: 300_000,
    maxWorkers: 2,
    sequence: { concurrent: true },
    maxConcurrency: 3,
  },
});
