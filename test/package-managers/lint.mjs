/** What publint and arethetypeswrong have to say of a tarball: nothing. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

const LINTERS = {
  publint: {
    version: "0.3.25",
    bin: "publint/src/cli.js",
    args: ["run", "--strict"],
    // It looks at `import` without `node`; with that, which attw looks at, the file is CommonJS as its types say.
    ignored:
      /^\d+\. pkg\.exports\["\."\]\.types types is interpreted as CJS when resolving with the "import" condition/,
  },
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
  return Object.entries(LINTERS).map(([name, { version, bin, args, ignored }]) => {
    const command = [join(prefix, "node_modules", bin), ...args, tarball];
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: "utf8" });
    const said = `${stdout}${stderr}`;
    const findings = said.split("\n").filter((line) => /^\d+\. /.test(line));
    const isClean = status === 0 || (findings.length > 0 && findings.every((line) => ignored?.test(line)));
    return { name: `${name} ${version}`, isClean, said };
  });
}
