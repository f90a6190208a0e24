/** The command, run in this process: what it printed, and its exit code. Only for tests. */
import { expect } from "vitest";
import { run } from "../../lib/cli/program.ts";
import type { Measured, Promised } from "../../lib/cli/tune/recommend.ts";
import type { Setting } from "../../lib/cli/tune/tried-run.ts";

export type TunedSetting = Omit<Setting, "detectors"> & Omit<Measured, "setting"> & { recommended: boolean };

/** `loopguard tune --json`. */
export interface TuneReport {
  runs: number;
  settings: TunedSetting[];
  recommended: Pick<Setting, "name" | "options">;
  why: string;
  promise?: Promised["promise"];
}

export interface Printed {
  code: number;
  out: string;
  err: string;
}

/** `heard`: called for each piece of the output. */
export async function runProgram(args: readonly string[], heard?: (text: string) => void): Promise<Printed> {
  const before = { out: process.stdout.write, err: process.stderr.write, code: process.exitCode };
  const printed = { out: "", err: "" };
  const into = (which: "out" | "err") => (text: string | Uint8Array) => {
    printed[which] += String(text);
    if (which === "out") heard?.(String(text));
    return true;
  };
  process.stdout.write = into("out") as typeof process.stdout.write;
  process.stderr.write = into("err") as typeof process.stderr.write;
  process.exitCode = undefined;
  try {
    const code = await run([...args, "--no-color"]);
    return { code, ...printed };
  } finally {
    process.stdout.write = before.out;
    process.stderr.write = before.err;
    process.exitCode = before.code;
  }
}

/** What `loopguard tune` finds. */
export async function tuned(args: readonly string[]): Promise<TuneReport> {
  const { code, out, err } = await runProgram(["tune", ...args, "--json"]);
  expect(err).toBe("");
  expect(code).toBe(0);
  return JSON.parse(out) as TuneReport;
}

export const named = (report: TuneReport, name: string): TunedSetting =>
  report.settings.find((it) => it.name === name) as TunedSetting;
