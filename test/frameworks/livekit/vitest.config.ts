import { defineConfig } from "vitest/config";

export default defineConfig({ test: { include: ["livekit/*.test.ts"], testTimeout: 30_000 } });
