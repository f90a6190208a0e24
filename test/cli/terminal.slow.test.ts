/** What the command does to a terminal; script(1) makes one. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ScanReport } from "../../lib/cli/scan-types.ts";
import { healthyLine, MAIN, stuckLine } from "./scan-process.ts";

const missing = spawnSync("script", ["-qec", "true", "/dev/null"]).status !== 0;
const WORD = "there is no script(1) here that makes terminals";
const ESCAPE = "\x1b[";

let folder = "";
let trace = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "loopguard-terminal-"));
  trace = join(folder, "runs.jsonl");
  const lines = Array.from({ length: 2_000 }, (_, i) => healthyLine(`h${i}`, 8));
  writeFileSync(trace, `${lines.join("\n")}\n${stuckLine("stuck", 6)}\n`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** All that comes to the terminal. `args` are of a shell. */
function shown(args: string, env: NodeJS.ProcessEnv = {}): string {
  const command = `'${process.execPath}' '${MAIN}' ${args}`;
  const { FORCE_COLOR: _, NO_COLOR: __, ...rest } = process.env;
  const { stdout } = spawnSync("script", ["-qec", command, "/dev/null"], {
    cwd: folder,
    input: "",
    encoding: "utf8",
    env: { ...rest, TERM: "xterm", ...env },
  });
  return stdout.replaceAll("\r\n", "\n");
}

/** As a person sees it in the end: without what a cleared line took away, and without colours. */
const lastSeen = (text: string): string =>
  stripVTControlCharacters(
    text
      .split("\n")
      .map((line) => line.split(`${ESCAPE}2K`).at(-1))
      .join("\n"),
  );

describe("the bar", () => {
  test("is there while files are read, and gone afterwards", ({ skip }) => {
    skip(missing, WORD);
    const screen = shown("scan runs.jsonl");
    expect(screen).toMatch(/░{30} 0% of \d\.\d MiB/);
    expect(screen).toContain(" 100% of ");
    expect(lastSeen(screen)).not.toContain("% of");
    expect(lastSeen(screen)).toContain("2,001 runs");
  });

  test("is there when the result goes elsewhere, and not in it", ({ skip }) => {
    skip(missing, WORD);
    expect(shown("scan runs.jsonl --json > out.json")).toContain("% of");
    expect((JSON.parse(readFileSync(join(folder, "out.json"), "utf8")) as ScanReport).totals.runs).toBe(2_001);
  });

  test("is not there when its errors go elsewhere, nor on a dumb terminal, nor beside JSON", ({ skip }) => {
    skip(missing, WORD);
    expect(shown("scan runs.jsonl 2> err.txt")).not.toContain("% of");
    expect(readFileSync(join(folder, "err.txt"), "utf8")).toBe("");
    expect(shown("scan runs.jsonl", { TERM: "dumb" })).not.toContain("\x1b");
    expect((JSON.parse(shown("scan runs.jsonl --json")) as ScanReport).totals.runs).toBe(2_001);
  });

  test.for(["scan", "tune"])("of %s leaves the terminal's modes alone: it may be interrupted", (command, { skip }) => {
    skip(missing, WORD);
    expect(shown(`${command} runs.jsonl`)).not.toContain(`${ESCAPE}?`);
  });
});

describe("colours", () => {
  test("are there on a terminal, and not with NO_COLOR, --no-color, or on a dumb one", ({ skip }) => {
    skip(missing, WORD);
    expect(shown("scan runs.jsonl 2> err.txt")).toContain(ESCAPE);
    expect(shown("scan runs.jsonl 2> err.txt", { NO_COLOR: "1" })).not.toContain(ESCAPE);
    expect(shown("scan runs.jsonl --no-color 2> err.txt")).not.toContain(ESCAPE);
    expect(shown("scan runs.jsonl 2> err.txt", { TERM: "dumb" })).not.toContain(ESCAPE);
  });
});
