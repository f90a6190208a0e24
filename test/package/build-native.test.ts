import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const script = fileURLToPath(new URL("../../scripts/build-native.mjs", import.meta.url));

/** On Windows it is node-gyp that looks for a compiler, in the registry: an empty PATH hides nothing there. */
it.runIf(process.platform !== "win32")("without a compiler, the native build says so in one line and ends well", () => {
  const build = (env: NodeJS.ProcessEnv) =>
    spawnSync(process.execPath, [script], { env: { PATH: "", ...env }, encoding: "utf8" });
  const line = "loopguard: no native build, make is not there; the WebAssembly build serves\n";
  expect(build({})).toMatchObject({ status: 0, stdout: "", stderr: line });
  expect(build({ LOOPGUARD_BUILD: "required" })).toMatchObject({ status: 1, stderr: line });
});
