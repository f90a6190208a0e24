/** A bundle that does not know where it is: what it says of the addon. */
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, it, vi } from "vitest";

it("says that there was no file to try, and how to name one", async () => {
  const entry = fileURLToPath(new URL("../../lib/core/native.ts", import.meta.url));
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, format: "esm", write: false });
  const url = `data:text/javascript;base64,${Buffer.from(outputFiles[0]?.contents ?? []).toString("base64")}`;
  vi.stubEnv("LOOPGUARD_BINDING", "");
  const { loadNative } = (await import(/* @vite-ignore */ url)) as typeof import("../../lib/core/native.ts");
  expect(loadNative).toThrow(/ Tried: no file, since a bundle has none; name one by LOOPGUARD_BINDING$/);
  vi.unstubAllEnvs();
});
