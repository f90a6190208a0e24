/** `scan` of Parquet files finds what `scan` finds in the same rows as JSON lines, which DuckDB writes. */
import { execFile, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { planted, plantedLoops } from "./planted.ts";
import { comparable, type Line, linesOf } from "./programs.ts";
import { DUCKDB_TABLES } from "./tables.ts";

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const WITH_DUCKDB = ["--import", new URL("./with-duckdb.mjs", import.meta.url).href];
const RUNS = 300;
const folder = mkdtempSync(join(tmpdir(), "parquet-"));
const temporary = join(folder, "temporary");
let connection: DuckDBConnection;

interface End {
  code: number;
  stdout: string;
  stderr: string;
}

function command(options: readonly string[], ...args: readonly string[]): Promise<End> {
  const settings = { maxBuffer: 1 << 28, env: { ...process.env, TMPDIR: temporary }, cwd: folder };
  return new Promise((resolve) =>
    execFile(process.execPath, [...options, MAIN, ...args], settings, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    ),
  );
}

const scan = (...args: readonly string[]): Promise<End> => command(WITH_DUCKDB, "scan", ...args);

async function linesIn(...args: readonly string[]): Promise<Line[]> {
  const { stdout, stderr, code } = await scan(...args, "--ndjson");
  expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
  return linesOf(stdout);
}

/** All runs as `--json` has them, without where they were read. */
async function runsIn(...args: readonly string[]): Promise<Line[]> {
  const { stdout, stderr, code } = await scan(...args, "--json");
  expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
  const { runs } = JSON.parse(stdout) as { runs: Line[] };
  return runs.map(({ file: _, line: __, ...run }) => run);
}

const sql = async (text: string): Promise<void> => void (await connection.run(text));

beforeAll(async () => {
  mkdirSync(temporary);
  connection = await (await DuckDBInstance.create(":memory:", { threads: "2" })).connect();
  await sql("SET TimeZone = 'UTC'");
});

afterAll(() => {
  connection.closeSync();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(DUCKDB_TABLES)("an export of $map", ({ map, create, row, other, recorded }) => {
  test("is recognised by its columns", async () => {
    const calls = [...planted(RUNS)];
    const [rows, parquet, file] = [`${map}.rows`, `it's [${map}] *.parquet`, `${map}.jsonl`].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    // Rows do not come in order.
    const shuffled = [...calls.map(row), other].reverse();
    writeFileSync(rows, shuffled.map((each) => `${JSON.stringify(each)}\n`).join(""));
    await sql(create.replace("%", () => `"${map}"`));
    await sql(`COPY "${map}" FROM '${rows}' (FORMAT json)`);
    await sql(`COPY "${map}" TO '${parquet.replaceAll("'", "''")}' (FORMAT parquet)`);
    writeFileSync(file, calls.map((call) => `${JSON.stringify(recorded(call))}\n`).join(""));
    const lines = await linesIn(parquet);
    expect(lines).toHaveLength(plantedLoops(RUNS));
    expect(comparable(lines)).toEqual(comparable(await linesIn(file)));
    expect(lines[0]?.["file"]).toBe(parquet);
  });
});

/** A loop in every third run, and values of every type at which a reader can go wrong. */
const TYPES: Record<string, string> = {
  VARCHAR: `'{"q": "' || chr(29) || chr(30) || '𝄞é' || chr(31) || s || '"}'`,
  "no JSON": "'plain ' || s",
  JSON: `('{"b": [1, 2.5, null], "a": "' || s || '"}')::JSON`,
  "a JSON text": `to_json('text ' || s)`,
  STRUCT: "{a: s, b: {c: [1.5, 'nan'::DOUBLE], d: NULL, \"e \"\"f\": 'x' || chr(30)}}",
  LIST: "[s, NULL, s + 1]",
  MAP: "MAP {'k' || s: 1, 'l': 2}",
  BIGINT: "9007199254740993::BIGINT + s",
  DECIMAL: "(s * 1.25)::DECIMAL(38, 10)",
  DOUBLE: "CASE WHEN s = 1 THEN 'inf'::DOUBLE ELSE s / 3 END",
  BOOLEAN: "s % 2 = 0",
  UUID: "('00000000-0000-0000-0000-00000000000' || s % 10)::UUID",
  ENUM: "CASE WHEN s % 2 = 0 THEN 'on' ELSE 'off' END::ENUM ('on', 'off')",
  TIMESTAMP: "TIMESTAMP '2026-11-01 12:00:00.123456' + to_seconds(s)",
  DATE: "DATE '2026-11-01' + s::INTEGER",
  BLOB: "encode('blob é ' || s)",
};

/** What they are to be read as, where DuckDB's JSON lines are no JSON, or have escapes for bytes. */
const AS_LINES: Record<string, string> = {
  STRUCT: '{a: s, b: {c: [1.5, NULL], d: NULL, "e ""f": \'x\' || chr(30)}}',
  DOUBLE: "CASE WHEN s = 1 THEN NULL ELSE s / 3 END",
  BLOB: "'blob é ' || s",
};

const TIMES: Record<string, string> = {
  TIMESTAMP: "TIMESTAMP '2026-11-01 12:00:00.123456' + to_milliseconds(i * 10)",
  TIMESTAMP_S: "(TIMESTAMP '2026-11-01 12:00:00' + to_seconds(i))::TIMESTAMP_S",
  TIMESTAMP_MS: "(TIMESTAMP '2026-11-01 12:00:00' + to_milliseconds(i))::TIMESTAMP_MS",
  TIMESTAMP_NS: "make_timestamp_ns(1793534400000000000 + i * 1000001)",
  TIMESTAMPTZ: "TIMESTAMPTZ '2026-11-01 12:00:00.5+02' + to_seconds(i)",
  "before 1973": "TIMESTAMP '1970-01-01 00:00:01' + to_seconds(i)",
  VARCHAR: "strftime(TIMESTAMP '2026-11-01 12:00:00' + to_seconds(i), '%Y-%m-%dT%H:%M:%SZ')",
  BIGINT: "1793534400000 + i",
};

const NAMED = "run=r,tool=t,arguments=a,result=o,error=e,time=ts";

const table = (args: string, time: string, runs = 40, result = "'result ' || s"): string => `
  SELECT 'run ' || lpad(run::VARCHAR, 3, '0') AS r, ['search', 'it''s', 'read'][s % 3 + 1] AS t, ${args} AS a,
    ${result} AS o, CASE WHEN run % 4 = 1 THEN 'failed ' || s END AS e, ${time} AS ts, run, i
  FROM (SELECT i, i // 12 AS run, CASE WHEN (i // 12) % 3 = 0 THEN 7 ELSE i % 12 END AS s FROM range(${runs * 12}) t(i))`;

/** Writes the rows in order as JSON lines, and shuffled as Parquet. */
async function both(name: string, rows: string, options: string): Promise<[string, string]> {
  const [lines, parquet] = [join(folder, `${name}.jsonl`), join(folder, name)];
  await sql(`COPY (SELECT * FROM (${rows}) ORDER BY r, ts, i) TO '${lines}' (FORMAT json)`);
  await sql(`COPY (SELECT * FROM (${rows}) ORDER BY hash(i)) TO '${parquet}' (FORMAT parquet, ${options})`);
  return [lines, parquet];
}

/** Two types of values and one of times each. */
const CASES = Object.keys(TIMES).map((time, index): [string, string, string] => {
  const types = Object.keys(TYPES);
  return [types[2 * index] as string, types[2 * index + 1] as string, time];
});

describe("values", () => {
  test.each(CASES)("of types %s and %s, at a time of type %s", async (first, second, time) => {
    const columns = "run=r,tool=t,arguments=a,result=o,error=e,time=ts";
    const rows = (types: Record<string, string>) =>
      table(types[first] as string, TIMES[time] as string, 40, types[second]);
    const [, parquet] = await both(`${first} ${time}.parquet`, rows(TYPES), "COMPRESSION zstd");
    const [lines] = await both("plain.parquet", rows({ ...TYPES, ...AS_LINES }), "COMPRESSION snappy");
    const runs = await runsIn(parquet, "--columns", columns);
    expect(runs).toEqual(await runsIn(lines, "--columns", columns, "--sorted"));
    expect(runs[0]).toHaveProperty("startedAt");
  });

  test("runs that are 64-bit integers stay apart, and rows without a run are one run", async () => {
    const file = join(folder, "ids.parquet");
    await sql(
      `COPY (SELECT 9007199254740992 + i // 8 AS r, 't' AS t, 1 AS a, i AS o FROM range(16) t(i)) TO '${file}'`,
    );
    const big = await runsIn(file, "--columns", "run=r,tool=t,arguments=a,result=o");
    expect(big.map(({ id, calls }) => [id, calls])).toEqual([
      ["9007199254740992", 8],
      ["9007199254740993", 8],
    ]);
    await sql(`COPY (SELECT CASE i % 3 WHEN 0 THEN NULL WHEN 1 THEN '' ELSE 'x' END AS r, 't' AS t, i AS o FROM range(9) t(i))
      TO '${file}'`);
    const none = await runsIn(file, "--columns", "run=r,tool=t,result=o");
    expect(none.map(({ id, calls }) => [id, calls])).toEqual([
      ["ids.parquet", 6],
      ["x", 3],
    ]);
  });

  test("rows without a tool are no calls", async () => {
    const file = join(folder, "tools.parquet");
    await sql(`COPY (SELECT 'r' AS r, [NULL, '', 'a'][i % 3 + 1] AS t, i AS o FROM range(9) t(i)) TO '${file}'`);
    expect(await runsIn(file, "--columns", "run=r,tool=t,result=o")).toMatchObject([{ id: "r", calls: 3 }]);
  });
});

describe("files", () => {
  let expected: Line[];
  const rows = table(TYPES["JSON"] as string, TIMES["TIMESTAMP"] as string, 400);

  beforeAll(async () => {
    const [lines] = await both("one.parquet", rows, "ROW_GROUP_SIZE 2048");
    expected = await runsIn(lines, "--columns", NAMED, "--sorted");
    expect(expected).toHaveLength(400);
    // Every run has rows in all of them.
    await sql(`COPY (SELECT *, i % 5 AS part FROM (${rows}) ORDER BY hash(i)) TO '${join(folder, "hive")}'
      (FORMAT parquet, PARTITION_BY (part), COMPRESSION gzip)`);
  }, 120_000);

  test.each([
    ["with several row groups", "one.parquet"],
    ["of a pattern", "hive/**/*.parquet"],
    ["of a folder", "hive"],
  ])("%s", async (_, name) => {
    expect(await runsIn(name, "--columns", NAMED)).toEqual(expected);
  });

  test("with a sort on disk, by one thread", async () => {
    expect(await runsIn("hive", "--columns", NAMED, "--memory", "64MB")).toEqual(expected);
  });

  test("are one table, and a run has the file and the row of its first call", async () => {
    const parts = readdirSync(join(folder, "hive")).map((part) => join("hive", part));
    expect(await runsIn(...parts, "--columns", NAMED)).toEqual(expected);
    const [{ runs }] = [JSON.parse((await scan("hive", "--columns", NAMED, "--json")).stdout) as { runs: Line[] }];
    const { id, file, line } = runs[7] as Line;
    const at = `SELECT r, i FROM read_parquet('${join(folder, String(file))}') OFFSET ${Number(line) - 1} LIMIT 1`;
    const [row] = (await connection.runAndReadAll(at)).getRowObjectsJson();
    expect(row).toEqual({ r: id, i: "84" });
  });

  test("that are sorted need no sort", async () => {
    const sorted = join(folder, "sorted.parquet");
    await sql(`COPY (SELECT * FROM (${rows}) ORDER BY r, ts, i) TO '${sorted}' (ROW_GROUP_SIZE 2048)`);
    expect(await runsIn(sorted, "--columns", NAMED, "--sorted")).toEqual(expected);
  });

  test("beside other formats", async () => {
    const file = join(folder, "calls.jsonl");
    writeFileSync(file, `${JSON.stringify({ r: "j", t: "search" })}\n`);
    const runs = await runsIn("one.parquet", file, "--columns", NAMED);
    expect(runs).toHaveLength(401);
  });
});

describe("errors", () => {
  test("a table that is not known: its columns, and how to name them", async () => {
    await both("unknown.parquet", table("s", "i", 1), "COMPRESSION zstd");
    const { code, stderr } = await scan("unknown.parquet");
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr:
        "unknown.parquet: is no export that is known by its columns; its columns are r, t, a, o, e, ts, run, i. " +
        "Name them: --columns run=run,tool=<column>,time=ts\n",
    });
    const wrong = await scan("unknown.parquet", "--columns", "tool=t,result=R");
    expect(wrong.stderr).toMatch(/^unknown\.parquet: has no column R for result; [^\n]*\n$/);
  });

  test("what is no Parquet, or not there", async () => {
    writeFileSync(join(folder, "text.parquet"), "{}\n");
    expect(await scan("text.parquet", "--columns", "tool=t")).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^text\.parquet: Invalid Input Error: .*\n$/),
    });
    expect((await scan("no-*.parquet")).stderr).toMatch(/^no-\*\.parquet: IO Error: No files found [^\n]*\n$/);
    expect((await scan("no.parquet")).stderr).toBe("no.parquet: no such file or directory\n");
    expect((await command([], "explain", "unknown.parquet")).stderr).toContain("it is Parquet, which only scan reads");
    expect((await command([], "tune", "unknown.parquet")).stderr).toContain("it is Parquet, which only scan reads");
  });

  test("URLs that are not read", async () => {
    expect((await scan("s3://b/x.jsonl")).stderr).toContain("only Parquet is read from there");
    expect((await scan("s3://b/x/")).stderr).toContain("s3://b/x/**/*.parquet");
    expect((await scan("ftp://b/x.parquet")).stderr).toContain("of a kind that is not read");
    expect((await command([], "tune", "s3://b/x.parquet")).stderr).toContain("which only scan reads");
  });

  test("a URL's signature and password are not printed", async () => {
    const url = "http://name:secret@127.0.0.1:1/x.parquet?X-Signature=secret";
    const { code, stderr } = await scan(url, "--columns", "tool=t");
    expect(code).toBe(2);
    expect(stderr).toMatch(/^http:\/\/127\.0\.0\.1:1\/x\.parquet: \w/);
    expect(stderr).not.toContain("secret");
  });

  test("DuckDB is missing", async () => {
    const { code, stderr } = await command([], "scan", "unknown.parquet", "--columns", "tool=t");
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr:
        "unknown.parquet: Parquet is read by DuckDB, which is not installed: npm install @duckdb/node-api (beside loopguard)\n",
    });
  });
});

test("an interrupt ends a sort, and leaves nothing behind", async () => {
  const file = join(folder, "long.parquet");
  await sql(`COPY (SELECT hash(i) AS r, 't' AS t, i AS a FROM range(6000000) t(i)) TO '${file}'`);
  const args = [...WITH_DUCKDB, MAIN, "scan", file, "--columns", "run=r,tool=t,arguments=a"];
  const child = spawn(process.execPath, args, { env: { ...process.env, TMPDIR: temporary } });
  await expect.poll(() => readdirSync(temporary), { timeout: 30_000 }).toHaveLength(1);
  child.kill("SIGINT");
  const signal = await new Promise((resolve) => child.once("exit", (_, name) => resolve(name)));
  expect(signal).toBe("SIGINT");
  expect(readdirSync(temporary)).toEqual([]);
});
