/** Rows of a table, in any form and order, are the runs that they would be as files of their own. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ScanDetection } from "../../lib/cli/scan-types.ts";
import { tries } from "../effort.ts";
import { scanBytes } from "./scan-bytes.ts";

interface Row {
  run: string;
  tool: string;
  arguments: string;
  result: string | null;
  error: string | null;
  round: number | null;
  turn: number | null;
  time: string;
}

const FIELDS = ["run", "tool", "arguments", "result", "error", "round", "turn", "time"] as const;
const COLUMNS = Object.fromEntries(FIELDS.map((field) => [field, field])) as { tool: string };

/** Few different values, so that runs loop. */
const rowsOfRuns = fc
  .array(
    fc.record({
      run: fc.constantFrom("a", "b\t1", "c\\N"),
      tool: fc.constantFrom("read", "edit\n2", "é\u{1F600}"),
      arguments: fc.constantFrom('{"n":1,"m":2}', '{"m":2,"n":1.0}', "ls -la", "", '"\\t"'),
      result: fc.constantFrom("same", "same", "other\ttext", "\\N", "", null),
      error: fc.constantFrom(null, null, null, "no such file"),
      round: fc.constantFrom(null, 1, 2),
      turn: fc.constantFrom(1, 1, 1, 1, null, 2),
    }),
    { maxLength: 60 },
  )
  .map((rows) => rows.map((row, at): Row => ({ ...row, time: `2026-11-01 12:${String(at).padStart(2, "0")}:00.5` })));

const ESCAPES: Record<string, string> = { "\t": "\\t", "\n": "\\n", "\\": "\\\\", "\b": "\\b", "\0": "\\0" };
const cell = (value: string | number | null): string =>
  value === null ? "\\N" : String(value).replace(/[\t\n\\\b\0]/g, (letter) => ESCAPES[letter] as string);

const jsonLines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const tsv = (rows: readonly Row[]): string =>
  [FIELDS, ...rows.map((row) => FIELDS.map((field) => cell(row[field])))].map((row) => `${row.join("\t")}\n`).join("");

type Loops = Record<string, readonly ScanDetection[]>;
const loopsOf = async (...given: Parameters<typeof scanBytes>): Promise<Loops> => {
  const { runs, errors } = await scanBytes(...given);
  expect(errors).toEqual([]);
  return Object.fromEntries(runs.map(({ id, detections }) => [id, detections]));
};

/** The slow way: each run as a file of its own, in the format `calls`, with rounds and turns as numbers that always differ. */
async function oneByOne(rows: readonly Row[]): Promise<Loops> {
  const loops: Loops = {};
  for (const id of new Set(rows.map(({ run }) => run))) {
    const own = rows.filter(({ run }) => run === id);
    let round = 0;
    let turn: number | null = null;
    const calls = own.map((row, at) => {
      if (row.round === null || row.round !== own[at - 1]?.round) round++;
      turn = row.turn ?? turn;
      return {
        ...{ run: id, name: row.tool, arguments: row.arguments, round, timestamp: `${row.time.replace(" ", "T")}Z` },
        ...(row.error === null ? row.result !== null && { result: row.result } : { error: row.error }),
        ...(turn !== null && { turn }),
      };
    });
    Object.assign(loops, await loopsOf(jsonLines(calls), { format: "calls" }));
  }
  return loops;
}

describe("rows in any form", () => {
  const sorted = (rows: readonly Row[]) => [...rows].sort((a, b) => (a.run < b.run ? -1 : a.run > b.run ? 1 : 0));

  test("have the loops of each run alone: JSON lines, TSV, interleaved, sorted, in pieces of any size", async () => {
    await fc.assert(
      fc.asyncProperty(rowsOfRuns, fc.integer({ min: 1, max: 300 }), async (rows, piece) => {
        fc.pre(rows.length > 0);
        const expected = await oneByOne(rows);
        expect(await loopsOf(jsonLines(rows), { columns: COLUMNS }, piece)).toEqual(expected);
        expect(await loopsOf(tsv(rows), { columns: COLUMNS }, piece)).toEqual(expected);
        for (const text of [jsonLines(sorted(rows)), tsv(sorted(rows))])
          expect(await loopsOf(text, { columns: COLUMNS, sorted: true }, piece)).toEqual(expected);
      }),
      { numRuns: tries(300) },
    );
  });
});

describe("--sorted", () => {
  const ids = ["a", "a", "a", "b", "b", "b", "a", "a", "a"];
  const call = (run: string) => ({ name: "search", arguments: { q: 1 }, result: "none", run });

  test("ends a run where another begins, and takes an id that comes again for a new run", async () => {
    const { runs } = await scanBytes(jsonLines(ids.map(call)), { sorted: true });
    expect(runs.map(({ id, line, calls }) => [id, line, calls])).toEqual([["a", 1, 3], ["b", 4, 3], ["a", 7, 3]]); // biome-ignore format: pairs
    const { runs: open } = await scanBytes(jsonLines(ids.map(call)));
    expect(open.map(({ id, calls }) => [id, calls])).toEqual([["b", 3], ["a", 6]]); // biome-ignore format: pairs
  });

  test("writes a run's line as soon as the next run begins", async () => {
    const more = jsonLines(["a", "a", "a", "b"].map(call));
    const { lines } = await scanBytes(more, { sorted: true, prompt: true });
    expect(lines.map((line) => (JSON.parse(line) as { run: string }).run)).toEqual(["a"]);
  });

  test("works with spans, which are sorted by their start in each run", async () => {
    const span = (traceId: string, at: number) => ({
      ...{ id: `${traceId}${at}`, traceId, type: "TOOL", name: "search", input: { q: 1 }, output: "none" },
      startTime: `2026-11-01T12:00:0${at}.000Z`,
    });
    const text = jsonLines(["t1", "t2", "t3"].flatMap((trace) => [3, 1, 2, 0].map((at) => span(trace, at))));
    const [fast, slow] = [await scanBytes(text, { sorted: true }), await scanBytes(text)];
    expect(fast.runs.map(({ id, calls, detections }) => [id, calls, detections.length])).toEqual([
      ["t1", 4, 1],
      ["t2", 4, 1],
      ["t3", 4, 1],
    ]);
    expect(slow.runs).toEqual(fast.runs);
  });

  test("does not cut runs of spans where their window is full", async () => {
    const metadata = "x".repeat(3_500_000);
    const span = (traceId: string, at: number) => ({
      ...{ id: `${traceId}${at}`, traceId, type: "TOOL", name: "search", input: { at }, output: "none", metadata },
      startTime: `2026-11-01T12:00:${at + 10}.000Z`,
    });
    const text = jsonLines(["t1", "t2", "t3"].flatMap((trace, i) => [0, 1, 2, 3].map((at) => span(trace, 3 * at + i))));
    const { runs } = await scanBytes(text, { sorted: true }, 1 << 20);
    expect(runs.map(({ id, calls }) => [id, calls])).toEqual([["t1", 4], ["t2", 4], ["t3", 4]]); // biome-ignore format: pairs
  });
});

describe("hostile tables", () => {
  const columns = { tool: "tool", run: "run", arguments: "args", result: "result" };
  const row = { tool: "search", run: "r", args: {}, result: "x" };
  const rows = jsonLines(Array.from({ length: 4 }, () => row));
  const facts = async (text: string | Uint8Array, settings: Parameters<typeof scanBytes>[1] = {}) => {
    const { runs, errors } = await scanBytes(text, { columns, ...settings }, 64 << 10);
    return { calls: runs.reduce((sum, run) => sum + run.calls, 0), runs: runs.length, errors };
  };
  const header = "tool\trun\targs\tresult\n";
  const line = "search\tr\t{}\tx\n";

  test.each([
    ["a byte order mark", `\uFEFF${rows}`],
    ["a byte order mark, in TSV", `\uFEFF${header}${line.repeat(4)}`],
    ["CRLF", rows.replaceAll("\n", "\r\n")],
    ["CRLF, in TSV", (header + line.repeat(4)).replaceAll("\n", "\r\n")],
    ["blank lines", `\n\n  \n${rows.replaceAll("\n", "\n\n")}`],
    ["blank lines, in TSV", `\r\n\n${header}\n${line.repeat(4)}\n`],
    ["no end of the last line", rows.slice(0, -1)],
    ["no end of the last line, in TSV", (header + line.repeat(4)).slice(0, -1)],
    ["a list over many lines", JSON.stringify(rows.trim().split("\n").map((one) => JSON.parse(one)), undefined, 2)], // biome-ignore format: one
    [
      "a header that ends as JSON that goes on does",
      `tool\trun\targs\tresult\t{\n${"search\tr\t{}\tx\t{\n".repeat(4)}`,
    ],
    ["columns named as members of every object", rows.replaceAll('"result"', '"__proto__":{"a":1},"result"')],
    ["NUL bytes in another column", rows.replaceAll('"tool"', '"nul\\u0000":"\\u0000","tool"')],
  ])("%s", async (_, text) => {
    expect(await facts(text)).toEqual({ calls: 4, runs: 1, errors: [] });
  });

  test("__proto__, constructor and toString are names as any other", async () => {
    const names = { tool: "__proto__", run: "constructor", result: "toString" };
    const json = '{"__proto__":"search","constructor":"r","toString":"x"}\n'.repeat(3);
    expect(await facts(json, { columns: names })).toEqual({ calls: 3, runs: 1, errors: [] });
    const text = `__proto__\tconstructor\ttoString\n${"search\tr\tx\n".repeat(3)}`;
    expect(await facts(text, { columns: names })).toEqual({ calls: 3, runs: 1, errors: [] });
    // A row without the column has not what every object has.
    expect((await facts('{"__proto__":"search"}\n', { columns: names })).errors).toHaveLength(2);
  });

  test("a header only, or nothing, is a table without rows", async () => {
    expect(await facts(header)).toEqual({ calls: 0, runs: 0, errors: [] });
    expect(await facts("")).toEqual({ calls: 0, runs: 0, errors: [] });
    expect(await facts(" \n\t\n")).toEqual({ calls: 0, runs: 0, errors: [] });
  });

  test("a column that no row has is named", async () => {
    const other = { ...columns, error: "status", time: "at" };
    for (const text of [rows, header + line.repeat(4), header]) {
      const { errors } = await facts(text, { columns: other });
      expect(errors.map(({ file, reason }) => [file, reason])).toEqual([
        ["stdin", 'no row has the column "status", which --columns names for error'],
        ["stdin", 'no row has the column "at", which --columns names for time'],
      ]);
    }
  });

  test("a column that only some rows have is none of that", async () => {
    const { errors } = await facts(`${rows}{"tool":"x","status":"bad"}\n`, {
      columns: { ...columns, error: "status" },
    });
    expect(errors).toEqual([]);
  });

  test("a row with too many or too few fields is named, and the others are read", async () => {
    const { calls, errors } = await facts(`${header}${line}search\tr\n${line}a\tb\tc\td\te\n`);
    expect(calls).toBe(2);
    expect(errors.map(({ line: at, reason }) => [at, reason])).toEqual([
      [3, "2 fields, but the header has 4: a tab in a text must be written as \\t"],
      [5, "5 fields, but the header has 4: a tab in a text must be written as \\t"],
    ]);
  });

  test("a column that the header has twice is named", async () => {
    const { errors } = await facts(`tool\trun\targs\tresult\ttool\n`);
    expect(errors.map(({ reason }) => reason)).toEqual(['the header has the column "tool" twice']);
  });

  test("bytes that are no text, and long names, are read", async () => {
    const bytes = Buffer.concat([
      Buffer.from(header),
      Buffer.from("s\xffe\0\t", "latin1"),
      Buffer.from("r\\0\t\\\tx\\\n"),
    ]);
    expect((await facts(bytes)).calls).toBe(1);
    const id = "i".repeat(1 << 20);
    const { runs } = await scanBytes(
      jsonLines([
        { ...row, run: id },
        { ...row, run: `${id}2` },
      ]),
      { columns },
    );
    expect(runs.map((run) => run.id.length < 600)).toEqual([true, true]);
    expect(new Set(runs.map((run) => run.id)).size).toBe(2);
  });

  test("a line that is too long is named", async () => {
    const { calls, errors } = await facts(`${header}${line}${"x".repeat(17_000_000)}\n${line}`);
    expect(calls).toBe(2);
    expect(errors.map(({ line: at, reason }) => [at, reason.slice(0, 16)])).toEqual([[3, "skipped: 17.0 MB"]]);
  });
});
