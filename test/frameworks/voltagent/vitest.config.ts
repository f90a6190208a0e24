import { defineConfig } from "vitest/config";

export default defineConfig({ test: { include: ["voltagent/*.test.ts"], testTimeout: 30_000 } });
