/** What publint and arethetypeswrong have to say of a tarball: nothing. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

const LINTERS = {
  publint: { version: "0.3.25", bin: "publint/src/cli.js", args: ["run", "--strict"] },
  attw: {
    package: "@arethetypeswrong/cli",
    version: "0.18.5",
    bin: "@arethetypeswrong/cli/dist/index.js",
    args: ["--format", "ascii", "--no-emoji"],
  },
};

/** `[name, what it said]` of each that is not content. */
export function lint(tarball, scratch) {
  const prefix = join(scratch, "tools", "lint");
  mkdirSync(prefix, { recursive: true });
  const specs = Object.entries(LINTERS).map(([name, one]) => `${one.package ?? name}@${one.version}`);
  const install = ["install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", prefix];
  execFileSync("npm", [...install, ...specs], { stdio: "inherit", shell: process.platform === "win32" });
  return Object.entries(LINTERS).map(([name, { version, bin, args }]) => {
    const command = [join(prefix, "node_modules", bin), ...args, tarball];
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: "utf8" });
    return { name: `${name} ${version}`, isClean: status === 0, said: `${stdout}${stderr}` };
  });
}
