/**
 * Writes the lines and exit codes of scan-lines.json anew, after a change that is meant to change them, such as of a message:
 * `npm run build:ts && node test/cli/update-scan-lines.mjs`. Look at the difference before you commit it.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const path = fileURLToPath(new URL("scan-lines.json", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "loopguard-lines-"));
const config = join(folder, "config.json");
const linesOf = (text) => text.split("\n").slice(0, -1);

const file = JSON.parse(readFileSync(path, "utf8"));
for (const one of file.cases) {
  const args = ["scan", "-", "--ndjson", "--columns", one.columns];
  if (one.preset !== undefined) args.push("--preset", one.preset);
  if (one.sorted) args.push("--sorted");
  if (one.config !== undefined) {
    writeFileSync(config, JSON.stringify(one.config));
    args.push("--config", config);
  }
  const input = one.input.map((line) => `${line}\n`).join("");
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], { input, encoding: "utf8" });
  one.output = linesOf(stdout);
  one.exit = status;
  // Not the notes about what is not recorded, which name no file.
  const errors = linesOf(stderr).filter((line) => line.startsWith("stdin:")).length;
  if (errors === 0) delete one.errors;
  else one.errors = errors;
}
writeFileSync(path, `${JSON.stringify(file, undefined, 1)}\n`);
spawnSync("npx", ["biome", "format", "--write", path], { stdio: "inherit" });
rmSync(folder, { recursive: true });
