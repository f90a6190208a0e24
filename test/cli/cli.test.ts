/** The command as a whole: help, versions, wrong usage. */
import { readFileSync, statSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { loopguard, loopguardProcess, MAIN } from "./scan-process.ts";

const COMMANDS = ["scan", "explain", "tune", "sql", "hook", "init", "completion"];

test("--version is that of the package", async () => {
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  expect(await loopguard(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
});

test("--help lists the commands, with examples and exit codes", async () => {
  const { stdout, code } = await loopguard(["--help"]);
  expect(code).toBe(0);
  for (const name of COMMANDS) expect(stdout).toMatch(new RegExp(`^  ${name}\\b`, "m"));
  expect(stdout).toContain("Examples:");
  expect(stdout).toContain("Exit codes:");
});

test.each(COMMANDS)("%s --help shows its usage, with examples, as help does", async (name) => {
  const { stdout, code, stderr } = await loopguard([name, "--help"]);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(new RegExp(`^Usage: loopguard ${name}\\b`));
  expect(stdout).toContain("Examples:");
  expect((await loopguard(["help", name])).stdout).toBe(stdout);
});

test.each([
  [["explain", "-"], { TMPDIR: "/nonexistent" }, 2, "ENOENT: no such file or directory, mkdtemp "],
  [["hook", "log"], { HOME: "", XDG_STATE_HOME: "", LOCALAPPDATA: "" }, 1, "no folder for the state: "],
])("%j: what the system refuses is told in a line, without a stack", async (args, env, failed, words) => {
  const { code, stdout, stderr } = await loopguardProcess(args, { env });
  expect([code, stdout]).toEqual([failed, ""]);
  expect(stderr.split("\n")).toEqual([expect.stringContaining(`error: ${words}`), ""]);
});

describe("wrong usage is told on stderr, with exit code 2", () => {
  test.each([
    [["scna"], "unknown command 'scna'\n(Did you mean scan?)"],
    [["--frobnicate"], "unknown option '--frobnicate'"],
    [["tune", "x", "--price", "3"], "Money is told by: loopguard scan"],
    [["completion"], "missing required argument 'shell'"],
    [["completion", "csh"], "Allowed choices are bash, zsh, fish"],
  ])("%j", async (args, words) => {
    const { code, stdout, stderr } = await loopguard(args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(words);
  });

  test("no command at all: the help", async () => {
    const { code, stdout, stderr } = await loopguard([]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("Usage: loopguard");
  });
});

test.skipIf(process.platform === "win32")("the file can be started by itself, as npm links it", () => {
  expect(statSync(MAIN).mode & 0o111).toBe(0o111);
  expect(readFileSync(MAIN, "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/);
});
