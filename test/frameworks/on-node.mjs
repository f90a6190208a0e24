/** The framework tests under other versions of Node.js: `node on-node.mjs 22 24`. Each is an npm package with the binary. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const versions = process.argv.slice(2);
if (versions.length === 0) throw new Error("Which versions? For example: node on-node.mjs 22 24");

const folder = mkdtempSync(join(tmpdir(), "loopguard-node-"));
try {
  for (const version of versions) {
    const name = `node-linux-${process.arch}`;
    const prefix = join(folder, version);
    run("npm", ["install", "--silent", "--no-audit", "--no-fund", "--prefix", prefix, `${name}@${version}`]);
    const node = join(prefix, "node_modules", name, "bin", "node");
    run(node, ["--version"]);
    run(node, [join("..", "..", "node_modules", "vitest", "vitest.mjs"), "run"]);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: here, stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
