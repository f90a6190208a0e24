import { defineConfig } from "vitest/config";

export default defineConfig({ test: { include: ["cloudflare/*.test.ts"], testTimeout: 30_000 } });
