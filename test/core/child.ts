/** Runs a script of test/core/children in a process of its own, on the built package in dist/. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** What the child printed as JSON; rejects when it does not end with status 0. */
export async function runChild<T>(
  script: string,
  args: readonly string[] = [],
  flags: readonly string[] = [],
): Promise<T> {
  const path = fileURLToPath(new URL(`children/${script}`, import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, path, ...args], { timeout: 100_000 });
  return JSON.parse(stdout) as T;
}
