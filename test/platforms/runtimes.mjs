/** Programs from npm that run JavaScript, whatever machine they are for, and a folder for all of it that is removed. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

export const scratch = mkdtempSync(join(tmpdir(), "loopguard-platforms-"));

export function removeScratch() {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
}

/** Runs a program to its end, and gives its status and what it has said, as far as `stdio` leaves that to be read. */
export function run(file, args, { input, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, options);
    const said = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"])
      child[name]?.setEncoding("utf8").on("data", (text) => {
        said[name] += text;
      });
    child.on("error", reject);
    child.on("close", (status) => resolve({ status, ...said }));
    child.stdin?.on("error", () => {}); // it ended without reading
    child.stdin?.end(input);
  });
}

/** As `run`, and throws unless it ends with 0. */
export async function mustRun(file, args, options) {
  const ended = await run(file, args, options);
  if (ended.status !== 0)
    throw new Error(`${file} ${args.join(" ")} ended with status ${ended.status}: ${ended.stderr}`);
  return ended;
}

/** The registry does not always answer. */
async function packFromRegistry(spec, folder) {
  for (let tries = 1; ; tries++) {
    try {
      const { stdout } = await mustRun("npm", ["pack", "--silent", "--pack-destination", folder, spec]);
      return stdout.trim().split("\n").at(-1);
    } catch (error) {
      if (tries === 3) throw error;
      await wait(tries * 5000);
    }
  }
}

const fetched = new Map();

/** Gives the path of `file` in the package `spec`, which is fetched once. */
export async function fetchRuntime([spec, file]) {
  if (!fetched.has(spec)) fetched.set(spec, fetchPackage(spec));
  return join(await fetched.get(spec), file);
}

async function fetchPackage(spec) {
  const folder = join(scratch, spec.replace(/[@/]/g, "_"));
  mkdirSync(folder);
  const name = await packFromRegistry(spec, folder);
  await mustRun("tar", ["xzf", join(folder, name), "-C", folder, "--strip-components=1"]);
  rmSync(join(folder, name));
  return folder;
}
