/** `scan --html` and `tune --out` write where they are told, but never over what somebody may still need. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  watch,
  writeFileSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { healthyLine, loopguardProcess, MAIN, stuckLine } from "./scan-process.ts";
import { runProgram } from "./tune-program.ts";

const folder = mkdtempSync(join(tmpdir(), "loopguard-output-"));
const at = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

const TRACE = `${stuckLine("stuck", 6)}\n${healthyLine("healthy", 6)}\n`;
const CONFIG = '{ "preset": "strict" }\n';
beforeAll(() => {
  writeFileSync(at("trace.jsonl"), TRACE);
  writeFileSync(at("config.json"), CONFIG);
  symlinkSync("trace.jsonl", at("link"));
  linkSync(at("trace.jsonl"), at("hard"));
});

it("report says where the page is, if there is one", async () => {
  const none = await runProgram(["report", at("nope.jsonl"), "-o", at("none.html")]);
  expect(none).toMatchObject({ code: 2, out: "", err: expect.stringContaining("no such file") });
  const some = await runProgram(["report", at("nope.jsonl"), at("trace.jsonl"), "-o", at("some.html")]);
  expect(some).toMatchObject({ code: 2, out: expect.stringContaining(`Written to ${at("some.html")}.`) });
});

it.each(["writeFile", "close"] as const)("a report that fails at %s is named in one sentence", async (step) => {
  await using any = await open(at("trace.jsonl"));
  const { writeFile } = any;
  const failing = vi.spyOn(Object.getPrototypeOf(any) as typeof any, "writeFile");
  failing.mockImplementation(async function (this: typeof any, text) {
    const { close } = this;
    const fail = () => Promise.reject(new Error("EDQUOT: disk quota exceeded"));
    if (step === "writeFile") return close().then(fail);
    this.close = () => close().then(fail);
    return writeFile.call(this, text);
  });
  const { code, err } = await runProgram(["scan", at("trace.jsonl"), "--html", at("failed.html")]).finally(() =>
    failing.mockRestore(),
  );
  expect([code, err]).toEqual([
    2,
    `error: ${at("failed.html")}: the report cannot be written (EDQUOT: disk quota exceeded)\n`,
  ]);
});

it.each(["SIGINT", "SIGTERM"] as const)(
  "a report that %s interrupts leaves the page before it, and no other",
  async (signal) => {
    const [page, temporary] = [at("interrupted.html"), at(`temporary-${signal}`)];
    mkdirSync(temporary);
    await runProgram(["report", at("trace.jsonl"), "-o", page]);
    const before = readFileSync(page);
    const child = spawn(process.execPath, [MAIN, "report", "-", "-o", page], {
      env: { ...process.env, TMPDIR: temporary },
      stdio: ["pipe", "ignore", "ignore"],
    });
    const ended = once(child, "close");
    const line = stuckLine("long", 200);
    child.stdin.on("error", () => {});
    while (readdirSync(temporary).length === 0) {
      child.stdin.write(`${line}\n`.repeat(500));
      await setTimeout(20);
    }
    child.kill(signal);
    expect(await ended).toEqual([null, signal]);
    expect(readFileSync(page)).toEqual(before);
    expect(readdirSync(temporary)).toEqual([]);
  },
);

it("a report that is interrupted while it comes to its place is whole", async () => {
  const page = at("placed.html");
  writeFileSync(page, "", { mode: 0o600 });
  writeFileSync(at("long.jsonl"), Array.from({ length: 4000 }, (_, i) => `${stuckLine(`run ${i}`, 20)}\n`).join(""));
  const child = spawn(process.execPath, [MAIN, "report", at("long.jsonl"), "-o", page], { stdio: "ignore" });
  const ended = once(child, "close");
  const watcher = watch(page, () => child.kill("SIGINT"));
  await ended;
  watcher.close();
  expect(readFileSync(page, "utf8").trimEnd()).toMatch(/<\/html>$/);
  if (process.platform !== "win32") expect(statSync(page).mode & 0o777).toBe(0o600);
});

const WRITERS = [
  { command: "scan", option: "--html", name: "report.html", ours: /^<!doctype html>/ },
  { command: "tune", option: "--out", name: "tuned.json", ours: /^{\n {2}"preset": "recommended"/ },
] as const;

describe.each(WRITERS)("$command $option", ({ command, option, name, ours }) => {
  const write = (path: string, ...more: string[]) =>
    runProgram([command, at("trace.jsonl"), option, at(path), ...more]);

  it("makes a file, and makes its own anew", async () => {
    expect((await write(name)).code).toBe(0);
    const first = readFileSync(at(name), "utf8");
    expect(first).toMatch(ours);
    expect(await write(name)).toMatchObject({ code: 0, err: "" });
    expect(readFileSync(at(name), "utf8")).toMatch(ours);
  });

  it("fills an empty file", async () => {
    writeFileSync(at(`empty-${name}`), "");
    expect((await write(`empty-${name}`)).code).toBe(0);
    expect(readFileSync(at(`empty-${name}`), "utf8")).toMatch(ours);
  });

  it.each([
    ["a page", "<!doctype html>\n<html><title>Mine</title>"],
    ["settings", '{"preset":"recommended"}'],
    ["detectors that somebody chose", '{\n  "detectors": []\n}\n'],
    ["settings with what was added by hand", '{\n  "preset": "recommended",\n  "tools": {}\n}\n'],
    ["bytes", "\0\xff\xfe"],
  ])("leaves what others wrote, unless --force is given: %s", async (_what, text) => {
    const other = `other-${name}`;
    writeFileSync(at(other), text, "latin1");
    const { code, err, out } = await write(other);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(/^error: .*other-.*: exists and is not a .*; name another file, or replace it with --force\n$/);
    expect(readFileSync(at(other), "latin1")).toBe(text);
    expect((await write(other, "--force")).code).toBe(0);
    expect(readFileSync(at(other), "utf8")).toMatch(ours);
  });

  it.each(["trace.jsonl", "link", "hard"])("never writes to what it reads: %s", async (path) => {
    for (const more of [[], ["--force"]]) {
      const { code, err, out } = await write(path, ...more);
      expect([code, out]).toEqual([2, ""]);
      expect(err).toMatch(/^error: .*: is an input of this command and would be overwritten; name another file\n$/);
    }
    expect(readFileSync(at("trace.jsonl"), "utf8")).toBe(TRACE);
  });

  it.each([
    ["a folder that is missing", "no/such/file", /such\/file: cannot be written \(ENOENT: .*no\/such'\)\n$/],
    ["a folder", ".", /: is a folder; name a file in it\n$/],
  ])("says before it reads anything that it cannot write to %s", async (_what, path, words) => {
    const { code, err, out } = await runProgram([command, at("no-trace.jsonl"), option, at(path)]);
    expect([code, out, err]).toEqual([2, "", expect.stringMatching(words)]);
    expect(err).not.toContain("no-trace");
  });

  it("nor makes a file named -", async () => {
    const { code, err, out } = await runProgram([command, at("trace.jsonl"), option, "-", "--force"]);
    expect([code, out, err]).toEqual([2, "", expect.stringMatching(/^error: -: is standard input .*\n$/)]);
    expect(existsSync("-")).toBe(false);
  });

  it("nor to a file of the folder that it reads", async () => {
    const { code, err } = await runProgram([command, folder, option, at("hard"), "--force"]);
    expect([code, err]).toEqual([2, expect.stringContaining("is an input of this command")]);
  });

  it("nor to what comes through standard input", async () => {
    const shell = `"${process.execPath}" "$0" ${command} - ${option} trace.jsonl --force < trace.jsonl`;
    const { spawnSync } = await import("node:child_process");
    const { MAIN } = await import("./scan-process.ts");
    const { status, stderr } = spawnSync("sh", ["-c", shell, MAIN], { cwd: folder, encoding: "utf8" });
    expect([status, stderr]).toEqual([2, expect.stringContaining("is an input of this command")]);
    expect(readFileSync(at("trace.jsonl"), "utf8")).toBe(TRACE);
  });
});

it("the configuration is read, too", async () => {
  const { err } = await runProgram([
    "scan",
    at("trace.jsonl"),
    "--config",
    at("config.json"),
    "--html",
    at("config.json"),
    "--force",
  ]);
  expect(err).toContain("is an input of this command");
  expect(readFileSync(at("config.json"), "utf8")).toBe(CONFIG);
});

it("what is no file has nothing to lose", async () => {
  const { code, stdout } = await loopguardProcess(["scan", at("trace.jsonl"), "--html", "/dev/null"]);
  expect([code, stdout]).toEqual([0, expect.stringContaining("2 runs")]);
});
