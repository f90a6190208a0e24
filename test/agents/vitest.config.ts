import { defineConfig } from "vitest/config";

export default defineConfig({
  // The agents are slow to start, and each test runs one or more of them.
  test: { include: ["*.test.ts"], testTimeout: 120_000, maxWorkers: 2 },
});
