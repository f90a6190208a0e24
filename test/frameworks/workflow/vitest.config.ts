import { fileURLToPath } from "node:url";
import { workflow } from "@workflow/vitest";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));

export default defineConfig({
  root,
  plugins: [workflow({ cwd: root })],
  test: { include: ["*.test.ts"], testTimeout: 60_000 },
});
