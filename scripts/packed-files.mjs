/** What `npm pack` puts into the tarball of this checkout, as npm itself works it out. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** Runs npm, the one that runs this script if one does. */
export function npm(args, cwd) {
  const path = process.env.npm_execpath;
  const [file, ...front] = path?.endsWith("js") ? [process.execPath, path] : ["npm"];
  return execFileSync(file, [...front, ...args], {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    shell: file === "npm" && process.platform === "win32",
  });
}

export function packedFiles() {
  const report = JSON.parse(npm(["pack", "--dry-run", "--json", "--ignore-scripts"], root));
  const [tarball] = Object.values(report); // an array, or an object by name, as npm's version has it
  return tarball.files.map(({ path }) => path);
}
