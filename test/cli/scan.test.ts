/** `loopguard scan` as a process: what it prints, writes and exits with. */
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { Ajv } from "ajv";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ScanReport } from "../../lib/cli/scan-types.ts";
import { healthyLine, loopguard, runLine, stuckLine } from "./scan-process.ts";

let folder: string;
const ESCAPE = "\u001b";
const at = (name: string) => join(folder, name);
const schema = JSON.parse(
  await readFile(new URL("../../docs/cli/scan.schema.json", import.meta.url), "utf8"),
) as object;
const valid = new Ajv({ strict: false, formats: { "date-time": true } }).compile(schema);

async function scanJson(...args: string[]): Promise<{ report: ScanReport; code: number | null; stderr: string }> {
  const { stdout, code, stderr } = await loopguard(["scan", "--json", ...args]);
  const report = JSON.parse(stdout) as ScanReport;
  expect(valid(report), JSON.stringify(valid.errors)).toBe(true);
  return { report, code, stderr };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "loopguard-scan-"));
  await mkdir(at("traces/deep"), { recursive: true });
  const both = `${stuckLine("stuck", 6)}\n${healthyLine("healthy", 5)}\n`;
  await writeFile(at("both.jsonl"), both);
  await writeFile(at("healthy.jsonl"), `${healthyLine("healthy", 5)}\n`);
  await writeFile(
    at("broken.jsonl"),
    `${stuckLine("first", 6)}\n{"id": "cut", "calls": [\n${healthyLine("last", 3)}\n`,
  );
  await writeFile(at("strange.jsonl"), '{"hello":"world"}\n{"hello":"again"}\n');
  const fails = Array.from({ length: 4 }, (_, i) => ({ name: "build", args: { i }, result: "no disk", error: true }));
  await writeFile(at("warned.jsonl"), `${JSON.stringify({ id: "warned", calls: fails })}\n`);
  await writeFile(at("traces/b.ndjson"), both);
  await writeFile(at("traces/deep/a.jsonl.gz"), gzipSync(both));
  await writeFile(at("traces/notes.txt"), "not a trace");
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test("words about a command do not make it another one", async () => {
  const run = (name: string, args: (i: number) => object) =>
    JSON.stringify({ id: name, calls: [0, 1, 2, 3].map((i) => ({ name, args: args(i), result: "1 failed: no x" })) });
  const lines = [
    run("Bash", (i) => ({ command: "npm test", description: `Runs the tests, ${i}`, timeout: 1000 * i })),
    run("search", (i) => ({ query: "x", timeout: 1000 * i })),
  ];
  await writeFile(at("words.jsonl"), lines.join("\n"));
  const { report } = await scanJson(at("words.jsonl"));
  const refused = report.runs.filter(({ detections }) => detections.some(({ detector }) => detector === "no_news"));
  expect(refused.map(({ id }) => id)).toEqual(["Bash"]);
});

describe("exit codes", () => {
  test("0: no loop, or loops and nobody asked for a failure", async () => {
    expect((await loopguard(["scan", at("healthy.jsonl")])).code).toBe(0);
    expect((await loopguard(["scan", at("both.jsonl")])).code).toBe(0);
  });

  test.each([
    ["warned.jsonl", "warn", 1],
    ["warned.jsonl", "hint", 0],
    ["both.jsonl", "hint", 1],
    ["both.jsonl", "abort", 0],
    ["healthy.jsonl", "warn", 0],
  ])("%s with --fail-on %s: %d", async (file, level, code) => {
    expect((await loopguard(["scan", at(file), "--fail-on", level])).code).toBe(code);
  });

  test("--fail-on abort is met by a run that would have been stopped", async () => {
    await writeFile(at("long.jsonl"), `${stuckLine("long", 12)}\n`);
    expect((await loopguard(["scan", at("long.jsonl"), "--fail-on", "abort"])).code).toBe(1);
  });

  test("2: a broken line is named, and the lines around it are read", async () => {
    const { report, code, stderr } = await scanJson(at("broken.jsonl"), "--fail-on", "warn");
    expect(code).toBe(2);
    expect(stderr).toMatch(/broken\.jsonl:2: not JSON: /);
    expect(report.runs.map(({ id, line }) => [id, line])).toEqual([["first", 1], ["last", 3]]); // biome-ignore format: pairs
    expect(report.errors).toEqual([{ file: at("broken.jsonl"), line: 2, reason: expect.stringContaining("not JSON") }]);
    expect(Object.keys(report.errors[0] ?? {})).toEqual(["file", "line", "reason"]); // the order in the documentation
  });

  test("2: a file in no known format is named, and so are a missing one and a folder without traces", async () => {
    await mkdir(at("empty"), { recursive: true });
    const { code, stderr, stdout } = await loopguard([
      "scan",
      at("strange.jsonl"),
      at("missing.jsonl"),
      at("empty"),
      at("both.jsonl"),
    ]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/missing\.jsonl: no such file or directory\n/);
    expect(stderr).toMatch(/empty: contains no .*\.json, /);
    expect(stderr).toMatch(/strange\.jsonl: in no known format; expected /);
    expect(stdout).toContain("2 runs with 11 calls in 2 files");
  });

  test("2: a file in which nothing is of the format that was asked for is named", async () => {
    const { code, stderr } = await loopguard(["scan", "--format", "codex", at("strange.jsonl")]);
    expect(code).toBe(2);
    expect(stderr).toContain("contains nothing in the format codex");
  });

  test("2: a file that is damaged inside is named with the last line that was read", async () => {
    const packed = gzipSync(Array.from({ length: 2000 }, (_, i) => healthyLine(`run-${i}`, 20)).join("\n"));
    await writeFile(at("cut.jsonl.gz"), packed.subarray(0, packed.length >> 1));
    const { report, code, stderr } = await scanJson(at("cut.jsonl.gz"));
    expect(code).toBe(2);
    expect(stderr).toMatch(/cut\.jsonl\.gz: cannot be read after line \d+: unexpected end of file/);
    expect(report.errors[0]?.line).toBe(0);
    expect(report.totals.runs).toBe(report.runs.length);
  });

  test.each([
    [["scan"], "missing required argument 'paths'"],
    [["scan", "x", "--preset", "gentle"], "Allowed choices are recommended, strict, lenient, observe"],
    [["scan", "x", "--price", "much"], "must be a number"],
    [["scan", "x", "--fail-on", "allow"], "Allowed choices are warn, hint, abort"],
    [["scan", "x", "--format", "morse"], "Allowed choices are auto"],
    [["scan", "x", "--preset", "strict", "--config", "y"], "cannot be used with option '--config <file>'"],
    [["scan", "x", "--frobnicate"], "unknown option '--frobnicate'"],
  ])("2: wrong usage: %j", async (args, words) => {
    const { code, stderr, stdout } = await loopguard(args);
    expect(code).toBe(2);
    expect(stderr).toContain(words);
    expect(stdout).toBe("");
  });
});

describe("what is read", () => {
  test("folders, with what is below them and what is compressed; other files are passed over", async () => {
    const { report } = await scanJson(at("traces"));
    expect(report.runs.map(({ id, file }) => [id, file.slice(folder.length + 1)])).toEqual([
      ["stuck", "traces/b.ndjson"],
      ["healthy", "traces/b.ndjson"],
      ["stuck", "traces/deep/a.jsonl.gz"],
      ["healthy", "traces/deep/a.jsonl.gz"],
    ]);
    expect(report.totals).toMatchObject({ files: 2, runs: 4, runsWithLoops: 2, calls: 22 });
  });

  test("HTTP archives in folders", async () => {
    await mkdir(at("archives"), { recursive: true });
    const call = { id: "a", type: "function", function: { name: "look", arguments: "{}" } };
    const answer = { choices: [{ message: { role: "assistant", tool_calls: [call] } }] };
    const entry = {
      request: { postData: { text: JSON.stringify({ messages: [{ role: "user", content: "Look." }] }) } },
      response: { content: { text: JSON.stringify(answer) } },
    };
    await writeFile(at("archives/a.har"), JSON.stringify({ log: { entries: [entry] } }, null, 2));
    const { report } = await scanJson(at("archives"));
    expect(report.totals).toMatchObject({ files: 1, calls: 1 });
  });

  test("a link to a folder is not followed", async () => {
    await mkdir(at("ring"), { recursive: true });
    await writeFile(at("ring/a.jsonl"), `${healthyLine("one", 2)}\n`);
    await symlink(at("ring"), at("ring/again"));
    expect((await scanJson(at("ring"))).report.totals.runs).toBe(1);
  });

  test.each(["plain", "gzip"])("standard input, %s", async (kind) => {
    const lines = `${stuckLine("stuck", 6)}\n`;
    const input = kind === "gzip" ? gzipSync(lines) : lines;
    const { stdout, code } = await loopguard(["scan", "-", "--json"], { input });
    const { runs } = JSON.parse(stdout) as ScanReport;
    expect(code).toBe(0);
    expect(runs).toMatchObject([{ id: "stuck", file: "stdin", line: 1, calls: 6, detections: [{ wastedCalls: 4 }] }]);
  });

  test("a session that is no run a line comes whole from standard input too", async () => {
    const messages = Array.from({ length: 5 }, (_, i) => [
      { role: "assistant", tool_calls: [{ id: `c${i}`, type: "function", function: { name: "ls", arguments: "{}" } }] },
      { role: "tool", tool_call_id: `c${i}`, content: "a.txt" },
    ]).flat();
    const input = messages.map((message) => JSON.stringify(message)).join("\n");
    const { stdout } = await loopguard(["scan", "-", "--json"], { input });
    const { runs } = JSON.parse(stdout) as ScanReport;
    expect(runs).toMatchObject([{ id: "stdin", calls: 5, detections: [{ detector: "no_news", repeats: 4 }] }]);
  });

  test("nothing at all", async () => {
    const { stdout, stderr, code } = await loopguard(["scan", "-"], { input: "" });
    expect(stdout).toBe("0 runs with 0 calls in 1 file\n0 with loops (0 %)\nNo call was judged.\n");
    expect(stderr).toMatch(/^No tool call was found in 1 file with 0 runs, so none was judged\. /);
    expect(code).toBe(0);
  });
});

describe("what is printed", () => {
  test("a table without colours and bars in a pipe, the totals, and what to set", async () => {
    const { stdout, stderr } = await loopguard(["scan", at("both.jsonl"), "--price", "1000"]);
    expect(stdout).not.toContain(ESCAPE);
    expect(stderr).toBe("");
    const lines = stdout.split("\n").map((line) => line.trim().split(/\s{2,}/));
    expect(lines[0]).toEqual([
      "run",
      "tool",
      "pattern",
      "first",
      "repeats",
      "evidence",
      "would have",
      "calls",
      "tokens",
      "cost",
    ]);
    expect(lines[1]).toEqual([
      "stuck",
      "search",
      "no_news: nothing new came back",
      "#3",
      "5",
      "strong",
      "refused",
      "4",
      "124",
      "0.12 USD",
    ]);
    expect(stdout).toContain("2 runs with 11 calls in 1 file\n1 with loops (50.0 %)\nwasted: 4 calls (36.4 %)");
    expect(stdout).toContain('new LoopGuard({ preset: "recommended" }) would have');
  });

  test("colours where they are asked for, and never with NO_COLOR or --no-color", async () => {
    const scan = (args: string[], env: NodeJS.ProcessEnv) => loopguard(["scan", at("both.jsonl"), ...args], { env });
    expect((await scan([], { FORCE_COLOR: "1" })).stdout).toContain(ESCAPE);
    expect((await scan([], { FORCE_COLOR: "0" })).stdout).not.toContain(ESCAPE);
    expect((await scan([], { FORCE_COLOR: "1", NO_COLOR: "1" })).stdout).not.toContain(ESCAPE);
    expect((await scan(["--no-color"], { FORCE_COLOR: "1" })).stdout).not.toContain(ESCAPE);
  });

  test("the 50 dearest loops, and a word on the others; --all lists them", async () => {
    await writeFile(
      at("many.jsonl"),
      Array.from({ length: 60 }, (_, i) => stuckLine(`run-${i}`, 4 + (i % 3))).join("\n"),
    );
    const short = await loopguard(["scan", at("many.jsonl")]);
    expect(short.stdout.match(/^ run-/gm)).toHaveLength(50);
    expect(short.stdout).toContain("and 10 more (--all lists them)");
    const calls = [...short.stdout.matchAll(/(\d+) +(\d+) +$/gm)].map(([, , tokens]) => Number(tokens));
    expect(calls).toEqual([...calls].sort((a, b) => b - a));
    const all = await loopguard(["scan", at("many.jsonl"), "--all"]);
    expect(all.stdout.match(/^ run-/gm)).toHaveLength(60);
  });

  test("names that would steer the terminal are shown without what steers", async () => {
    await writeFile(at("evil.jsonl"), stuckLine("a\u001b]0;owned\u0007\u001b[31mb\nc", 5));
    const { stdout } = await loopguard(["scan", at("evil.jsonl")]);
    expect(stdout).toMatch(/^ a \]0;owned \[31mb c /m);
  });

  test("a reader that goes away ends it quietly", async () => {
    await writeFile(at("wide.jsonl"), Array.from({ length: 5000 }, (_, i) => healthyLine(`run-${i}`, 1)).join("\n"));
    const { spawnSync } = await import("node:child_process");
    const { MAIN } = await import("./scan-process.ts");
    const shell = `"${process.execPath}" "${MAIN}" scan "${at("wide.jsonl")}" --json | head -c 100`;
    const { stderr, stdout } = spawnSync("sh", ["-c", shell], { encoding: "utf8" });
    expect(stderr).toBe("");
    expect(stdout).toHaveLength(100);
  });

  test("--html writes one page, beside what is printed", async () => {
    const { stdout, code } = await loopguard(["scan", at("both.jsonl"), "--html", at("report.html")]);
    expect(code).toBe(0);
    expect(stdout).toContain("2 runs with 11 calls");
    const page = await readFile(at("report.html"), "utf8");
    expect(page).toMatch(/^<!doctype html>/i);
    expect(page).toContain('"id":"stuck"');
    expect(page).toContain("No results.");
    const json = await scanJson(at("both.jsonl"), "--html", at("report.html"));
    expect(json.report.runs[0]).not.toHaveProperty("strip");
  });

  test("--html into a place that cannot be written", async () => {
    const { stderr, code } = await loopguard(["scan", at("both.jsonl"), "--html", at("no/such/report.html")]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: .*report\.html: cannot be written \(ENOENT/);
  });
});

describe("--preset and --config", () => {
  test("presets judge in their own ways, and observe only looks", async () => {
    const actions = async (preset: string) =>
      (await scanJson(at("both.jsonl"), "--preset", preset)).report.runs[0]?.detections.map(({ action }) => action);
    expect(await actions("strict")).toEqual(["warn", "abort"]);
    expect(await actions("recommended")).toEqual(["hint"]);
    expect(await actions("lenient")).toEqual(["warn"]);
    expect(await actions("observe")).toEqual(["allow"]);
  });

  test("a file of options, as JSON with plain objects for detectors", async () => {
    await writeFile(
      at("config.json"),
      JSON.stringify({ detectors: [{ type: "count", maxRepeats: 4 }], action: "abort" }),
    );
    const { report } = await scanJson(at("both.jsonl"), "--config", at("config.json"));
    expect(report.runs[0]?.detections).toMatchObject([
      { detector: "count", action: "abort", callIndex: 4, wastedCalls: 2 },
    ]);
  });

  test("a file of options, as an ES module with functions", async () => {
    await writeFile(
      at("config.mjs"),
      `export default { detectors: [{ type: "custom", name: "third", detect: ({ calls }) => (calls.length === 3 ? { repeats: 3 } : null) }] };`,
    );
    const { report, stderr } = await scanJson(at("healthy.jsonl"), "--config", at("config.mjs"));
    expect(stderr).toBe("");
    expect(report.runs[0]?.detections).toMatchObject([{ detector: "third", callIndex: 2 }]);
  });

  test.each([
    ["wrong.json", '{"maxRepeats":-1}', /wrong\.json: .*maxRepeats.*an integer from 0/],
    ["unknown.json", '{"detectorz":[]}', /unknown\.json: .*detectorz.*did you mean "detectors"\?/],
    ["broken.json", "{", /broken\.json: is not JSON/],
    ["list.json", "[]", /list\.json: must hold an object of LoopGuardOptions, got an array/],
    ["empty.mjs", "export const x = 1;", /empty\.mjs: must hold an object of LoopGuardOptions, got no default export/],
    ["throws.mjs", "throw new Error('no luck');", /throws\.mjs: cannot be imported \(no luck\)/],
    ["throws-null.mjs", "throw null;", /throws-null\.mjs: cannot be imported \(null\)/],
    [
      "missing.mjs",
      undefined,
      /missing\.mjs: cannot be read \(ENOENT: no such file or directory, stat '.*missing\.mjs'\)\n$/,
    ],
  ])("%s is refused in a sentence", async (name, text, words) => {
    if (text !== undefined) await writeFile(at(name), text);
    const { code, stderr, stdout } = await loopguard(["scan", at("both.jsonl"), "--config", at(name)]);
    expect(code).toBe(2);
    expect(stderr).toMatch(words);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(stdout).toBe("");
  });
});

test("the types of what is printed, and its columns in tables, are made from the schemas", () => {
  const script = fileURLToPath(new URL("../../scripts/build-scan-types.mjs", import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, [script, "--check"], { encoding: "utf8" });
  expect([status, stdout]).toEqual([0, "lib/cli/scan-types.gen.ts: ok\nlib/cli/sql/line-columns.gen.ts: ok\n"]);
});

test("the example of docs/cli/scan.md is what is printed", async () => {
  const page = await readFile(new URL("../../docs/cli/scan.md", import.meta.url), "utf8");
  const example = JSON.parse(/^```json\n([\s\S]*?)^```/m.exec(page)?.[1] ?? "null") as ScanReport;
  await writeFile(at("runs.jsonl"), `${stuckLine("r42", 6)}\n{"id": "r43", "calls": [`);
  const { stdout } = await loopguard(["scan", "runs.jsonl", "--json"], { cwd: folder });
  const reason = expect.stringContaining("not JSON: ") as string; // its second half is that of the Node.js version
  expect(JSON.parse(stdout)).toEqual({ ...example, errors: example.errors.map((error) => ({ ...error, reason })) });
});

test("one loop is one detection, whatever rotation of its cycle was seen first", async () => {
  const cycle = [["read", { path: "a" }, "A"], ["edit", { path: "a" }, "ok"], ["test", {}, "failed"]] as const; // biome-ignore format: one line
  const calls = Array.from({ length: 18 }, (_, i) => cycle[i % 3] as (typeof cycle)[number]);
  await writeFile(at("cycle.jsonl"), runLine("cycle", calls));
  const detectors = [{ type: "cycle", minCycleLen: 2, repeats: 2, sameResults: true }];
  await writeFile(at("cycle.json"), JSON.stringify({ preset: "recommended", detectors }));
  const { report } = await scanJson(at("cycle.jsonl"), "--config", at("cycle.json"));
  const cycles = report.runs[0]?.detections;
  expect(cycles).toMatchObject([{ cycleLength: 3, callIndex: 5, evidence: "strong" }]);
  expect([...(cycles?.[0]?.pattern ?? [])].sort()).toEqual(["edit", "read", "test"]);
});

describe("loops in what the model wrote", () => {
  const SAID = "Let me look at the file once more to see whether the option is there now. ";
  const messages = [{ role: "assistant", content: [{ type: "text", text: SAID.repeat(100) }] }];
  const rollout = (type: string, payload: object) =>
    JSON.stringify({ type, timestamp: "2026-01-01T00:00:00Z", payload });
  const files = {
    "chant.jsonl": JSON.stringify({ id: "chant", messages }),
    "claude.jsonl": JSON.stringify({
      type: "assistant",
      sessionId: "s",
      uuid: "u",
      message: { id: "m", ...messages[0] },
    }),
    "codex.jsonl": [
      rollout("session_meta", { id: "x" }),
      rollout("response_item", {
        type: "message",
        role: "assistant",
        content: [{ type: "output_text", text: SAID.repeat(100) }],
      }),
    ].join("\n"),
  };

  test.each(Object.entries(files))("%s", async (name, text) => {
    await writeFile(at(name), `${text}\n`);
    const { report } = await scanJson(at(name));
    expect(report.runs[0]?.detections).toMatchObject([{ detector: "text_repeat", action: "hint", calls: [] }]);
    expect(report.totals.wastedTokens).toBeGreaterThan(1000);
    const { stdout } = await loopguard(["scan", at(name)]);
    expect(stdout).toContain("text_repeat: period");
    expect(stdout).toContain("would have refused calls");
  });
});
