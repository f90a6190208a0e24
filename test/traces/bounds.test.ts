/** What is read of texts, names and numbers of values that are larger than anything healthy. */
import { describe, expect, it } from "vitest";
import { readTraceLines } from "../../lib/traces/read-trace.ts";
import { decompressed } from "../../lib/traces/trace-bytes.ts";
import { TraceSplitter } from "../../lib/traces/trace-splitter.ts";
import type { TraceFault } from "../../lib/traces/trace-types.ts";
import { size } from "../effort.ts";
import { Recorder } from "./recorder.ts";

async function read(chunks: Iterable<string>): Promise<Recorder> {
  const recorder = new Recorder();
  function* bytes() {
    for (const chunk of chunks) yield Buffer.from(chunk);
  }
  await readTraceLines(bytes(), "trace", recorder);
  return recorder;
}

const run = (id: string) => JSON.stringify({ id, calls: [{ name: "a" }] });

/** With texts of at most 20 bytes, in pieces of `size`. */
function cut(text: string, size: number) {
  const texts: [string | undefined, number, number][] = [];
  const splitter = new TraceSplitter((part, line, bytes) => {
    texts.push([part && Buffer.from(part).toString(), line, bytes]);
  }, 20);
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += size) splitter.push(bytes.subarray(start, start + size));
  splitter.end();
  return texts;
}

describe("cutting", () => {
  it.each([1, 3, 1_000])(
    "a list in one line that is longer than a text may be is read by its elements, in pieces of %i",
    (size) => {
      expect(cut('{"a":1}\n [{"b":1},[{"c":2}],{"long":"0123456789"},{"d":3}] \n{"e":4}', size)).toEqual([
        ['{"a":1}', 1, 7],
        ['{"b":1}', 2, 7],
        ['[{"c":2}]', 2, 9],
        [undefined, 2, 21],
        ['{"d":3}', 2, 7],
        ['{"e":4}', 3, 7],
      ]);
    },
  );

  it.each([1, 3, 1_000])("other lines that are too long are told with their size, in pieces of %i", (size) => {
    const long = `{"long":"${"x".repeat(30)}"}`;
    expect(cut(`\n${long}\n{"a":1}\n${long}`, size)).toEqual([
      [undefined, 2, 41],
      ['{"a":1}', 3, 7],
      [undefined, 4, 41],
    ]);
  });

  it("what is in a list and no value is told where there is nothing else", () => {
    expect(cut("\n[\n1,\n2\n]", 1)).toEqual([["1,\n2\n]", 3, 6]]);
    expect(cut("[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19]", 5)[0]).toEqual([
      expect.stringMatching(/^1,2,/),
      1,
      40,
    ]);
    expect(cut('[\n1,\n{"a":1}]', 1)).toEqual([['{"a":1}', 3, 7]]);
  });

  it.each(["\n", "\r\n", " \t\n"])("blank lines at the start (%j) are counted, and looked at once", (blank) => {
    let line: number | undefined;
    const splitter = new TraceSplitter((_, number) => {
      line = number;
    });
    const count = size(1 << 12);
    const chunk = Buffer.from(blank.repeat(1 << 10));
    // To look at all of them again with each chunk would be 8 billion bytes, with full effort.
    for (let i = 0; i < count; i++) splitter.push(chunk);
    splitter.push(Buffer.from("{}"));
    splitter.end();
    expect(line).toBe(count * (1 << 10) + 1);
  });
});

describe("texts of many values", () => {
  const many = `${"{},".repeat(600_000)}{}`;

  it("are passed over, and the next line is read", async () => {
    const { runs, faults } = await read([`{"messages":[${many}]}\n${run("next")}\n`]);
    expect(runs.map(({ id, line }) => [id, line])).toEqual([["next", 2]]);
    expect(faults).toEqual([{ line: 1, reason: expect.stringMatching(/^skipped: more than 1048576 values/) }]);
  });

  it("are read element by element where they are lists", async () => {
    const runs: string[] = [];
    const faults: TraceFault[] = [];
    const ignore = () => {};
    const sink = { round: ignore, turn: ignore, call: ignore, outcome: ignore, end: ignore };
    const runsWithoutCalls = size(300_000);
    const empty = '{"id":"empty","calls":[]},'.repeat(runsWithoutCalls);
    const text = `[${run("first")},${empty}{"id":"many","calls":[${many}]},${run("last")}]`;
    await readTraceLines([Buffer.from(text)], "trace", {
      fault: (fault) => void faults.push(fault),
      open: ({ id }) => {
        runs.push(id);
        return sink;
      },
    });
    expect([runs.length, runs[0], runs[1], runs.at(-1)]).toEqual([runsWithoutCalls + 2, "first", "empty", "last"]);
    expect(faults).toEqual([{ line: 1, reason: expect.stringMatching(/^skipped: more than 1048576 values/) }]);
  });

  it("strings may hold as many commas and brackets as they like", async () => {
    const text = JSON.stringify({ id: "r", calls: [{ name: "a", args: `"\\,{[`.repeat(400_000) }] });
    const { runs, faults } = await read([text]);
    expect([runs.map(({ id }) => id), faults]).toEqual([["r"], []]);
  });

  it("different keys are few", async () => {
    const keys = (count: number, key: (i: number) => string) =>
      `{"id":"r","calls":[{"name":"a","args":{${Array.from({ length: count }, (_, i) => `"${key(i)}":0`).join(",")}}}]}`;
    const { faults } = await read([keys(120_000, (i) => `some key ${i}`)]);
    expect(faults).toEqual([{ line: 1, reason: expect.stringMatching(/100000 different keys/) }]);
    expect((await read([keys(120_000, (i) => `some key ${i % 1_000}`)])).faults).toEqual([]);
  });
});

describe("names and ids", () => {
  const long = "x".repeat(5_000);

  it("very long ones are cut, and stay different", async () => {
    const call = (name: string, run: string) => `${JSON.stringify({ name, arguments: {}, run })}\n`;
    const { runs } = await read([
      call(`${long}1`, `${long}a`),
      call(`${long}2`, `${long}a`),
      call(`${long}2`, `${long}b`),
    ]);
    expect(runs).toHaveLength(2);
    const names = runs.flatMap(({ story }) =>
      [...story.matchAll(/\d:(x+… \(5001 characters, [0-9a-f]{16}\))/g)].map(([, name]) => name),
    );
    expect(names).toHaveLength(3);
    expect(new Set(names).size).toBe(2);
    for (const { id } of runs) expect(id).toMatch(/^x{512}… \(5001 characters, [0-9a-f]{16}\)$/);
    expect(runs[0]?.id).not.toBe(runs[1]?.id);
  });
});

describe("a file that nobody wants more of", () => {
  it.each([
    ["plain", [Buffer.from("text"), Buffer.from("more")]],
    ["UTF-16", [Buffer.from("\ufefftext", "utf16le"), Buffer.from("more", "utf16le")]],
  ])("is closed: %s", async (_what, chunks) => {
    let closed = false;
    async function* source(): AsyncGenerator<Uint8Array> {
      try {
        yield* chunks;
      } finally {
        closed = true;
      }
    }
    const bytes = decompressed(source());
    await bytes.next();
    await bytes.return(undefined);
    expect(closed).toBe(true);
  });
});
