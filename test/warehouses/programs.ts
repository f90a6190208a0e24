/** A folder of programs for PATH: `loopguard` as it is built here, and `duckdb`. */
import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const DUCKDB = fileURLToPath(new URL("./duckdb.mjs", import.meta.url));

/** Makes them in this folder and puts it first in PATH, also for programs that an engine starts. */
export function programsIn(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, script] of [
    ["loopguard", MAIN],
    ["duckdb", DUCKDB],
  ] as const) {
    const path = join(folder, name);
    writeFileSync(path, `#!/bin/sh\nexec '${process.execPath}' '${script}' "$@"\n`);
    chmodSync(path, 0o755);
  }
  process.env["PATH"] = `${folder}:${process.env["PATH"]}`;
}

/** What `loopguard` prints. */
export async function loopguard(...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, ...args], { maxBuffer: 1 << 28 });
  return stdout;
}

export type Line = Record<string, unknown>;

/**
 * Lines of `scan --ndjson` in one order, without what depends on how the rows came: the place, the rounding of times in
 * nanoseconds, and of the tokens the last few per cent, since a text counts otherwise than the same value parsed.
 */
export function comparable(lines: readonly Line[]): Line[] {
  return lines
    .map(({ file: _, line: __, startedAt, wastedTokens, ...rest }) => ({
      ...rest,
      second: String(startedAt).slice(0, 19).replace("T", " "),
      tokens: Math.round(Number(wastedTokens) / 20),
    }))
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

const keyOf = ({ run, detector, firstCall, fingerprint }: Line): string =>
  JSON.stringify([run, detector, firstCall, fingerprint]);

export const linesOf = (text: string): Line[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line);
