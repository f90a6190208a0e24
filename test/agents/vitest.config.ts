import { defineConfig } from "vitest/config";

export default defineConfig({
  // One agent at a time: what it does within seconds of each other is what the hook judges.
  test: {
    include: ["*.test.ts"],
    testTimeout: 300_000,
    maxWorkers: 1,
    // Of ScriptedServer: nothing else is tried again.
    retry: { count: 3, condition: /the machine is too slow now/ },
  },
});
