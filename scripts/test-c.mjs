/** `npm run test:c`: the C tests, or one line that says what is missing to compile them. */
import { spawnSync } from "node:child_process";
import { isRequired, missingTool } from "./toolchain.mjs";

const missing = missingTool();
if (missing !== undefined) {
  console.error(`C tests skipped (test/native): ${missing} is not there`);
  process.exit(isRequired ? 1 : 0);
}
const { status } = spawnSync("make", ["-C", "native", "-j4", "test"], { stdio: "inherit" });
process.exit(status ?? 1);
