/** Programs from npm that run JavaScript, whatever machine they are for, and a folder for all of it that is removed. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const scratch = mkdtempSync(join(tmpdir(), "loopguard-platforms-"));

export function removeScratch() {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
}

/** Gives the path of `file` in the package. */
export function fetchRuntime([spec, file]) {
  const folder = join(scratch, spec.replace(/[@/]/g, "_"));
  mkdirSync(folder);
  const pack = ["pack", "--silent", "--pack-destination", folder, spec];
  const name = execFileSync("npm", pack, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  execFileSync("tar", ["xzf", join(folder, name.split("\n").at(-1)), "-C", folder, "--strip-components=1"]);
  return join(folder, file);
}
