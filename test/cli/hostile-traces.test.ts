/** The command on traces that are damaged, strange or meant to do harm: it says so, and reads the rest. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, copyFile, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { Ajv } from "ajv";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ScanReport } from "../../lib/cli/scan-types.ts";
import { healthyLine, loopguard, MAIN, stuckLine } from "./scan-process.ts";

const schema = new URL("../../docs/cli/scan.schema.json", import.meta.url);
const valid = new Ajv({ strict: false, formats: { "date-time": true } }).compile(
  JSON.parse(await readFile(schema, "utf8")) as object,
);

let folder = "";
const at = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "loopguard-hostile-"));
  await writeFile(at("stuck.jsonl"), `${stuckLine("stuck", 6)}\n`);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function scanned(name: string, text: string | Uint8Array) {
  await writeFile(at(name), text);
  const { stdout, stderr, code } = await loopguard(["scan", "--json", at(name)]);
  const report = JSON.parse(stdout) as ScanReport;
  expect(valid(report), JSON.stringify(valid.errors)).toBe(true);
  return { report, stderr, code };
}

/** An object that is no text, whatever asks for one. */
const NO_TEXT = { toString: 1, valueOf: 1, toJSON: 1 };

test("a line that nests deeper than values may is read by every command, and hides nothing of the others", async () => {
  const depth = 100_000;
  const deep = (value: string) => `{"id":"deep","calls":[{"name":"a","args":${value},"result":${value}}]}`;
  await writeFile(at("nested.jsonl"), `${deep("[".repeat(depth) + "]".repeat(depth))}\n${stuckLine("stuck", 6)}\n`);
  for (const [command, ...args] of [["scan"], ["explain"], ["tune"], ["report", "--output", at("nested.html")]]) {
    const { code, stdout, stderr } = await loopguard([command as string, at("nested.jsonl"), ...args]);
    expect([command, code, stderr]).toEqual([command, 0, ""]);
    expect(stdout).toMatch(command === "explain" ? /^stuck: 6 calls\n/ : /\b2 runs with 7 calls\b/);
  }
  expect(await readFile(at("nested.html"), "utf8")).toContain('{"id":"stuck",');
});

describe("values in places where they do not belong", () => {
  test.each<[string, object]>([
    ["a type", { type: NO_TEXT, payload: {} }],
    [
      "a span",
      { traceId: "a", attributes: { "gen_ai.tool.name": "x", "gen_ai.operation.name": NO_TEXT }, name: NO_TEXT },
    ],
    [
      "a span's numbers",
      { traceId: "a", attributes: [{ key: NO_TEXT, value: { intValue: NO_TEXT } }], status: { code: NO_TEXT } },
    ],
    ["an observation", { type: "TOOL", startTime: NO_TEXT, name: NO_TEXT, level: NO_TEXT, traceId: "a" }],
    ["a run of LangSmith", { id: NO_TEXT, run_type: "tool", name: NO_TEXT, error: NO_TEXT, start_time: NO_TEXT }],
    ["a log record", { attributes: { "event.name": "gemini_cli.tool_call", function_name: "x", success: NO_TEXT } }],
    ["a response's bill", { attributes: { "event.name": "gemini_cli.api_response", total_token_count: NO_TEXT } }],
    ["a call", { id: "a", calls: [{ name: "x", args: NO_TEXT, result: NO_TEXT, error: NO_TEXT, status: NO_TEXT }] }],
    ["a message", { role: NO_TEXT, content: NO_TEXT }],
    [
      "an HTTP archive",
      {
        log: {
          entries: [
            { startedDateTime: NO_TEXT, request: { postData: { text: NO_TEXT } }, response: { content: NO_TEXT } },
            {
              request: { body: { messages: [NO_TEXT] } },
              response: { content: { text: "data: 1", encoding: NO_TEXT } },
            },
          ],
        },
      },
    ],
    [
      "events of a stream",
      {
        request: { messages: [{ role: "user", content: "x" }] },
        response: [
          { type: NO_TEXT, choices: [{ delta: { content: NO_TEXT, tool_calls: [NO_TEXT] } }], usage: NO_TEXT },
        ],
      },
    ],
    ["a page of Jaeger", { result: { resourceSpans: [NO_TEXT, { scopeSpans: NO_TEXT }] } }],
  ])("%s: no other file suffers from it", async (_, value) => {
    await writeFile(at("odd.jsonl"), `${JSON.stringify(value)}\n`);
    const { stdout, stderr } = await loopguard(["scan", "--json", at("odd.jsonl"), at("stuck.jsonl")]);
    expect(stderr).not.toContain("TypeError");
    expect((JSON.parse(stdout) as ScanReport).totals).toMatchObject({ files: 2, runsWithLoops: 1 });
  });

  test("tokens that are no count of anything are passed over", async () => {
    const calls = (tokens: string) => Array(4).fill(`{"name":"a","args":{},"result":"b","tokens":${tokens}}`).join(",");
    const lines = ["1e999", "1e308", "-5"].map(
      (tokens, i) => `{"id":"${i}","startedAt":1e300,"calls":[${calls(tokens)}]}`,
    );
    const { report } = await scanned("tokens.jsonl", lines.join("\n"));
    // Two characters of arguments and one of the result, a quarter of a token each.
    expect(report.runs.map(({ tokens }) => tokens)).toEqual([3, 3, 3]);
  });

  test("the tokens of the calls of one round add up", async () => {
    const calls = [10, 20, 30].map((tokens, i) => ({ name: "a", args: { i }, result: i, batch: 1, tokens }));
    const { report } = await scanned("round.jsonl", JSON.stringify({ id: "r", calls }));
    expect(report.totals.tokens).toBe(60);
  });

  test("names of an object's own members are names like others", async () => {
    const line = `{"name":"constructor","arguments":{"__proto__":{"a":1}},"result":{"__proto__":[]},"run":"__proto__"}`;
    const { report } = await scanned("proto.jsonl", `${line}\n`.repeat(5));
    expect(report.runs).toMatchObject([{ id: "__proto__", calls: 5, detections: [{ toolName: "constructor" }] }]);
  });
});

describe("texts that would steer a terminal", () => {
  const EVIL = "\x1b[31m\x07\x9b2J\u202e";
  const STEERS = /(?!\n)[\p{Cc}\p{Cf}]/u;

  test("do not come through what is said of lines, files and configurations", async () => {
    const path = at(`a${EVIL}.jsonl`);
    await writeFile(path, `${stuckLine("stuck", 6)}\n${EVIL}\n"${EVIL}"\n`);
    await writeFile(at("evil.json"), JSON.stringify({ detectors: [{ type: EVIL }] }));
    for (const args of [
      ["scan", path],
      ["explain", path],
      ["tune", path],
      ["scan", path, "--config", at("evil.json")],
    ]) {
      const { stdout, stderr } = await loopguard(args);
      expect(stderr.length).toBeGreaterThan(0);
      expect(stderr).not.toMatch(STEERS);
      expect(stdout).not.toMatch(STEERS);
    }
  });
});

describe("encodings", () => {
  const text = `${stuckLine("größe 🦊", 6)}\r\n${healthyLine("healthy", 2)}\r\n`;
  const bigEndian = Buffer.from(`\ufeff${text}`, "utf16le").swap16();

  test.each([
    ["UTF-8 with its mark", Buffer.from(`\ufeff${text}`)],
    ["UTF-16 as PowerShell writes it", Buffer.from(`\ufeff${text}`, "utf16le")],
    ["UTF-16, big end first", bigEndian],
  ])("%s", async (_, bytes) => {
    const { report, code } = await scanned("encoded.jsonl", bytes);
    expect(code).toBe(0);
    expect(report.runs).toMatchObject([{ id: "größe 🦊", calls: 6, detections: [{}] }, { id: "healthy" }]);
  });
});

const posix = process.platform !== "win32";

describe.skipIf(!posix)("files that are none", () => {
  test("a folder's pipes, links to itself and broken links are not waited for", { timeout: 30_000 }, async () => {
    await mkdir(at("zoo/deep"), { recursive: true });
    await writeFile(at("zoo/real.jsonl"), `${stuckLine("stuck", 6)}\n`);
    execFileSync("mkfifo", [at("zoo/pipe.jsonl")]);
    await symlink("..", at("zoo/deep/up.jsonl"));
    await symlink("real.jsonl", at("zoo/again.jsonl"));
    await symlink("nowhere", at("zoo/broken.jsonl"));
    const { stdout, stderr, code } = await loopguard(["scan", "--json", at("zoo"), at("zoo/real.jsonl"), at("zoo")]);
    const { totals } = JSON.parse(stdout) as ScanReport;
    expect(totals, "each file once").toMatchObject({ files: 1, runs: 1 });
    expect(stderr).toMatch(/broken\.jsonl: no such file or directory\n/);
    expect(code).toBe(2);
  });

  test("a socket, a device without an end and a folder without traces are told, and the others are read", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(at("socket"), resolve));
    await mkdir(at("empty"));
    const paths = ["/dev/zero", at("socket"), at("empty"), at("stuck.jsonl")];
    const { stdout, stderr, code } = await loopguard(["scan", ...paths, "--json"]);
    server.close();
    expect((JSON.parse(stdout) as ScanReport).runs.map(({ id }) => id)).toEqual(["stuck"]);
    expect(stderr).toMatch(/^\/dev\/zero: is a device: name a file, or - for standard input$/m);
    expect(stderr).toMatch(/socket: is a socket: name a file, or a pipe$/m);
    expect(stderr).toMatch(/empty: contains no .*\.json/);
    expect(code).toBe(2);
    const explained = await loopguard(["explain", "/dev/zero"]);
    expect(explained.stderr).toBe("/dev/zero: is a device: name a file, or - for standard input\n");
    expect(explained.code).toBe(2);
  });

  test.each(["scan", "explain", "tune"])("%s reads a pipe that is named, such as <(zcat big.gz)", async (command) => {
    const pipe = at(`${command}.pipe`);
    execFileSync("mkfifo", [pipe]);
    spawn("sh", ["-c", `cat "${at("stuck.jsonl")}" > "${pipe}"`], { stdio: "ignore" });
    const { stdout, stderr, code } = await loopguard([command, pipe, "--json"]);
    expect([stderr, code]).toEqual(["", 0]);
    expect(stdout).toContain("6");
  });

  test("what is missing in standard input is told by that name", async () => {
    const { stderr, code } = await loopguard(["explain", "-"]);
    expect([stderr, code]).toEqual(["error: stdin holds no run\n", 2]);
  });

  test("may not be read", async () => {
    const secret = at("secret.jsonl");
    await writeFile(secret, stuckLine("a", 5), { mode: 0o000 });
    // Root may read anything, and another user perhaps not even the command: where the clone is below a folder like /root.
    // So a copy of it becomes another user when it has been loaded.
    await cp(join(dirname(MAIN), "../../out"), at("copy/out"), { recursive: true });
    await copyFile(join(dirname(MAIN), "../../package.json"), at("copy/package.json"));
    for (const part of ["node_modules", "native"])
      await symlink(join(dirname(MAIN), "../..", part), at(`copy/${part}`));
    for (const path of [folder, at("copy"), at("copy/package.json")]) await chmod(path, 0o755);
    const script = `
      const { run } = await import(${JSON.stringify(pathToFileURL(at("copy/out/cli/program.js")))});
      await run(["scan", "stuck.jsonl"]);
      if (process.geteuid() === 0) process.seteuid(65534);
      await run(["scan", "secret.jsonl"]);
    `;
    const child = spawnSync(process.execPath, ["--input-type=module", "-e", script], { cwd: folder, encoding: "utf8" });
    expect(child.stderr).toMatch(/^secret\.jsonl: cannot be read: EACCES.*\n$/);
    expect(child.status).toBe(2);
  });
});

describe.skipIf(!posix)("output that nobody takes", () => {
  const run = (command: string) =>
    spawnSync("sh", ["-c", command.replace("loopguard", `"${process.execPath}" "${MAIN}"`)], {
      cwd: folder,
      encoding: "utf8",
    });

  test.skipIf(!existsSync("/dev/full"))("a full disk is told, with exit code 2", () => {
    const { stderr, status } = run("loopguard scan stuck.jsonl > /dev/full");
    expect(stderr).toMatch(/^error: cannot write the output \(ENOSPC/);
    expect(status).toBe(2);
  });

  test("errors that nobody reads change no exit code", async () => {
    await writeFile(at("worst.jsonl"), `${stuckLine("a", 5)}\n${"{\n".repeat(5_000)}`);
    const { stdout } = run("{ loopguard scan worst.jsonl 2>&1 >/dev/null; echo $? >&3; } 3>code | head -n 1");
    expect(stdout).toContain("worst.jsonl:2: not JSON");
    expect(await readFile(at("code"), "utf8")).toBe("2\n");
  });

  test("a report that cannot be written is told before anything is printed", () => {
    const { stdout, stderr, status } = run("loopguard scan stuck.jsonl --html no/such/folder.html");
    expect(stdout).toBe("");
    expect(stderr).toMatch(/^error: .*folder\.html: cannot be written/);
    expect(status).toBe(2);
  });
});
