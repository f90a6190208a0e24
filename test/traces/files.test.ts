import { spawn } from "node:child_process";
import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { readTraceFile, readTraceLines } from "../../lib/traces/read-trace.ts";
import { fixture, Recorder } from "./recorder.ts";

const folder = mkdtempSync(join(tmpdir(), "loopguard-traces-"));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function read(path: string, format?: string): Promise<Recorder> {
  const recorder = new Recorder();
  await readTraceFile(path, { ...recorder, format });
  return recorder;
}

const run = (id: string) => JSON.stringify({ id, calls: [{ name: "a", args: {}, result: "x" }] });

describe("compressed files, whatever their names say", () => {
  it.each(["one-frame", "two-frames"])("Zstandard, %s", async (name) => {
    const { runs, faults } = await read(fixture(`compressed/${name}.jsonl.zst`));
    expect(faults).toEqual([]);
    expect(runs.map(({ id }) => id)).toEqual(Array.from({ length: 400 }, (_, i) => `run-${i}`));
    expect(runs[399]?.story).toContain(`4:search({"q":"é0"}) 4="no results ${"x".repeat(49)}"`);
  });

  it("gzip, in two members", async () => {
    const path = file("members.json", Buffer.concat([gzipSync(`${run("r1")}\n`), gzipSync(run("r2"))]));
    const { runs, faults } = await read(path);
    expect([runs.map(({ id }) => id), faults]).toEqual([["r1", "r2"], []]);
  });

  it.each([
    ["gzip", gzipSync(Array.from({ length: 2_000 }, (_, i) => run(`r${i}-${i ** 7}`)).join("\n"))],
    ["Zstandard", readFileSync(fixture("compressed/one-frame.jsonl.zst"))],
  ])("%s that was cut off: a fault for the file, and no crash", async (_name, bytes) => {
    const { faults } = await read(file("cut", bytes.subarray(0, bytes.length / 2)));
    expect(faults[0]).toEqual({ line: 0, reason: expect.stringMatching(/^cannot be read/) });
  });

  it.each([
    ["text", Buffer.from("garbage")],
    ["the beginning of a member", [0x1f, 0x8b, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 9]],
  ])("gzip with %s behind it: what is before is read, and there is a fault", async (_name, garbage) => {
    const ids = Array.from({ length: 40 }, (_, i) => `r${i}`);
    const lines = ids.map((id) => `${run(id)}\n`.padEnd(50_000)).join("");
    for (const text of [lines, lines.slice(0, 99_999)]) {
      const { runs, faults } = await read(file("behind", Buffer.concat([gzipSync(text), Uint8Array.from(garbage)])));
      expect(runs.map(({ id }) => id)).toEqual(ids.slice(0, text === lines ? 40 : 2));
      expect(faults).toEqual([{ line: 0, reason: expect.stringMatching(/^cannot be read after line \d+: /) }]);
    }
  });

  it.each([
    ["gzip", [0x1f, 0x8b, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8]],
    ["Zstandard", [0x28, 0xb5, 0x2f, 0xfd, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]],
  ])("bytes that only begin like %s", async (_name, bytes) => {
    const { runs, faults } = await read(file("false", Uint8Array.from(bytes)));
    expect([runs, faults]).toEqual([[], [{ line: 0, reason: expect.stringMatching(/^cannot be read: /) }]]);
  });
});

describe("files that cannot be read", () => {
  it("a missing one, and a folder", async () => {
    const missing = await read(join(folder, "nothing.jsonl"));
    expect(missing.faults).toEqual([{ line: 0, reason: expect.stringMatching(/^cannot be read: ENOENT/) }]);
    const directory = await read(folder);
    expect(directory.faults).toEqual([{ line: 0, reason: expect.stringMatching(/^cannot be read: EISDIR/) }]);
  });

  it("in no known format: one fault that says what was expected", async () => {
    const { runs, faults } = await read(file("other.jsonl", '{"time":1}\n{"time":2}\n'));
    expect(runs).toEqual([]);
    expect(faults).toEqual([
      { line: 0, reason: expect.stringMatching(/^in no known format; expected .*codex.*calls/) },
    ]);
  });

  it("what Claude Code keeps beside a sub-agent's session: no run, and no fault", async () => {
    const facts = {
      agentType: "general-purpose",
      description: "d",
      toolUseId: "toolu_1",
      spawnDepth: 1,
      finished: true,
    };
    expect(await read(file("agent-a1.meta.json", JSON.stringify(facts)))).toMatchObject({ runs: [], faults: [] });
  });

  it("a text of any length: one fault", async () => {
    const { faults } = await read(file("words.log", "some words\n".repeat(5_000)));
    expect(faults).toEqual([
      { line: 0, reason: expect.stringMatching(/^not a file of JSON lines: line 1 is not JSON: Unexpected token/) },
    ]);
  });

  it("values that are no objects", async () => {
    const { faults } = await read(file("numbers.jsonl", `${run("r")}\n5\n"text"\nnull\n`));
    expect(faults).toEqual(
      ["5", '"text"', "null"].map((got, i) => ({ line: i + 2, reason: `expected an object or a list, got ${got}` })),
    );
  });

  it("none of these is a fault", async () => {
    for (const content of ["", "\n\n", "[]", "\ufeff", "[\n]\n"]) {
      const { runs, faults } = await read(file("empty.json", content));
      expect([content, runs, faults]).toEqual([content, [], []]);
    }
  });
});

describe("the format", () => {
  it("that is given is used, and one that is unknown is refused", async () => {
    const calls = file("calls.jsonl", '{"name":"a","role":"assistant","arguments":{}}\n');
    expect((await read(calls)).runs[0]?.story).toBe("");
    expect((await read(calls, "calls")).runs[0]?.story).toBe("| 0:a({})");
    await expect(read(calls, "xml")).rejects.toThrow(/^no format "xml"; known: .*otel/);
  });
});

describe("reading ends", () => {
  it("with the reason of an aborted signal", async () => {
    const controller = new AbortController();
    const open = () => {
      controller.abort(new Error("enough"));
      return new Recorder().open({ id: "", line: 1 });
    };
    const path = file("long.jsonl", `${run("r")}\n`.repeat(100_000));
    const { fault, runs } = new Recorder();
    await expect(readTraceFile(path, { open, fault, signal: controller.signal })).rejects.toThrow("enough");
    const signal = AbortSignal.abort(new Error("before"));
    for (const one of [path, file("empty.jsonl", "")])
      await expect(readTraceFile(one, { open, fault, signal })).rejects.toThrow("before");
    expect(runs).toEqual([]);
  });

  it.each([
    ["a source that ends by it", () => Promise.reject(new Error("the stream ended"))],
    ["a chunk that comes after it", () => Promise.resolve(Buffer.from(`${run("late")}\n`))],
  ])("with the reason of a signal that aborts while a chunk is awaited: %s", async (_, next) => {
    const controller = new AbortController();
    async function* source() {
      yield Buffer.from(`${run("early")}\n`);
      controller.abort(new Error("enough"));
      yield await next();
    }
    const recorder = new Recorder();
    const reading = readTraceLines(source(), "trace", { ...recorder, signal: controller.signal });
    await expect(reading).rejects.toThrow("enough");
    expect(recorder.runs.map(({ id }) => id)).toEqual(["early"]);
    expect(recorder.faults).toEqual([]);
  });

  it("with what a sink throws", async () => {
    const open = () => {
      throw new Error("no room");
    };
    const { fault } = new Recorder();
    await expect(readTraceFile(fixture("runs.jsonl"), { open, fault })).rejects.toThrow("no room");
  });
});

describe("standard input", () => {
  it.each(["openai-chat.jsonl", "compressed/two-frames.jsonl.zst"])("is read for -: %s", async (name) => {
    const script = fileURLToPath(new URL("read-stdin.mjs", import.meta.url));
    const child = spawn(process.execPath, [script], { stdio: ["pipe", "pipe", "inherit"] });
    createReadStream(fixture(name), { highWaterMark: 100 }).pipe(child.stdin);
    let out = "";
    for await (const chunk of child.stdout) out += chunk;
    const { runs, faults } = await read(fixture(name));
    expect(JSON.parse(out)).toEqual({
      runs: runs.map(({ id }) => id.replace("openai-chat.jsonl", "stdin")),
      faults: faults.length,
    });
  });
});
