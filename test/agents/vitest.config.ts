import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["*.test.ts"],
    testTimeout: 300_000,
    // Two agents at a time, which wait for each other's processes more than they compute; no more, since what an agent does
    // within seconds is what the hook judges.
    maxWorkers: 2,
    // Of ScriptedServer: nothing else is tried again.
    retry: { count: 3, condition: /the machine is too slow now/ },
  },
});
