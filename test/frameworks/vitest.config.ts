import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["*.test.ts", "claude/*.test.ts", "genkit/*.test.ts"],
    testTimeout: 30_000,
  },
});
