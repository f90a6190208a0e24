/** What `loopguard sql duckdb` prints finds, from tables and from Parquet files, what `scan` finds in files of the same calls. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { identifier, literal } from "../../lib/cli/sql/calls-query.ts";
import { hostileTexts, planted, plantedLoops } from "./planted.ts";
import { comparable, type Line, linesOf, loopguard, programsIn } from "./programs.ts";
import { DUCKDB_TABLES } from "./tables.ts";

const RUNS = 300;
const folder = mkdtempSync(join(tmpdir(), "warehouse-"));
const calls = [...planted(RUNS)];

beforeAll(() => programsIn(join(folder, "bin")));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Uses a database, and closes it so that other processes can open it. */
async function using<T>(path: string, use: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  try {
    return await use(connection);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

const loopsIn = (path: string): Promise<Line[]> =>
  using(path, async (connection) => {
    const rows = await connection.runAndReadAll("SELECT CAST(to_json(l) AS VARCHAR) FROM loops AS l");
    return rows.getRows().map(([row]) => JSON.parse(String(row)) as Line);
  });

/** Runs the printed script in a folder of its own. */
async function run(cwd: string, ...options: readonly string[]): Promise<void> {
  mkdirSync(cwd, { recursive: true });
  const script = join(cwd, "find-loops.sh");
  writeFileSync(script, await loopguard("sql", "duckdb", ...options));
  await promisify(execFile)("bash", [script], { cwd });
}

describe.each(DUCKDB_TABLES)("$map", ({ map, create, row, other, recorded }) => {
  let expected: Line[];
  const parquet = join(folder, `it's ${map}.parquet`);

  beforeAll(async () => {
    const rows = join(folder, `${map}-rows.jsonl`);
    // Rows do not come in order.
    writeFileSync(
      rows,
      [...calls.map(row), other]
        .reverse()
        .map((each) => `${JSON.stringify(each)}\n`)
        .join(""),
    );
    const [table, quoted] = ['"a ""b"', `'${parquet.replaceAll("'", "''")}'`];
    await using(join(folder, `${map}.duckdb`), async (connection) => {
      await connection.run(create.replace("%", () => table));
      await connection.run(`COPY ${table} FROM '${rows}' (FORMAT json)`);
      await connection.run(`COPY ${table} TO ${quoted} (FORMAT parquet)`);
    });
    const file = join(folder, `${map}.jsonl`);
    writeFileSync(file, calls.map((call) => `${JSON.stringify(recorded(call))}\n`).join(""));
    expected = linesOf(await loopguard("scan", file, "--ndjson")).map((line) => ({
      wastedCachedTokens: null,
      ...line,
      text: null,
    }));
  });

  test("finds the same in Parquet files as scan", async () => {
    const cwd = join(folder, `${map}-file`);
    await run(cwd, "--map", map, "--file", parquet);
    const rows = await loopsIn(join(cwd, "loops.duckdb"));
    expect(rows).toHaveLength(plantedLoops(RUNS));
    expect(comparable(rows)).toEqual(comparable(expected));
  });

  test("finds the same in a table, in parts side by side", async () => {
    const database = join(folder, `${map}.duckdb`);
    await run(
      join(folder, `${map}-parts`),
      "--map",
      map,
      "--table",
      '"a ""b"',
      "--database",
      database,
      "--shards",
      "2",
    );
    expect(comparable(await loopsIn(database))).toEqual(comparable(expected));
  });
});

test("names and texts are quoted, whatever is in them", async () => {
  const texts = hostileTexts(200);
  const columns = texts.map((text) => `${literal(text, "duckdb")} AS ${identifier(text, "duckdb")}`);
  const rows = await using(":memory:", async (connection) =>
    (await connection.runAndReadAll(`SELECT ${columns.join(", ")}`)).getRowObjects(),
  );
  expect(rows).toEqual([Object.fromEntries(texts.map((text) => [text, text]))]);
});

test("runs that are 64-bit integers stay apart, and rows without a run are one run", async () => {
  const database = join(folder, "numbered.duckdb");
  const ids = ["9007199254740992", "9007199254740993", "NULL"];
  await using(database, async (connection) => {
    await connection.run("CREATE TABLE numbered (run BIGINT, tool TEXT, out TEXT)");
    for (const id of ids) await connection.run(`INSERT INTO numbered SELECT ${id}, 'look', 'nothing' FROM range(4)`);
  });
  const options = ["--columns", "run=run,tool=tool,result=out", "--table", "numbered", "--database", database];
  for (const more of [[], ["--shards", "2"]]) {
    await run(join(folder, "numbered"), ...options, ...more);
    const runs = (await loopsIn(database)).map(({ run, calls }) => [run, String(calls)]);
    expect(runs.sort()).toEqual([...ids.slice(0, 2), "stdin"].map((id) => [id, "4"]));
  }
});

test("numbers that JSON does not have are texts, in lists too, and --where may end in a comment", async () => {
  const database = join(folder, "infinite.duckdb");
  await using(database, async (connection) => {
    await connection.run("CREATE TABLE odd (run TEXT, tool TEXT, a DOUBLE[], out DOUBLE, j JSON, since TIMESTAMPTZ)");
    for (const value of ["nan", "inf", "1.5"])
      await connection.run(
        `INSERT INTO odd SELECT '${value}', 'look', ['-inf'], '${value}', '{"b": "NaN"}', 'epoch' FROM range(4)`,
      );
  });
  const columns = "run=run,tool=tool,arguments=a,result=out,error=j,time=since,end=out";
  const options = ["--columns", columns, "--table", "odd", "--database", database];
  await run(join(folder, "infinite"), ...options, "--where", "tool = 'look' -- 'think'");
  const runs = (await loopsIn(database)).map(({ run, calls }) => [run, String(calls)]);
  expect(runs.sort()).toEqual(["1.5", "inf", "nan"].map((run) => [run, "4"]));
});

test("a script ends with an error if the rows cannot be read", async () => {
  const cwd = join(folder, "missing");
  await expect(run(cwd, "--map", "langsmith", "--file", "no-such-*.parquet")).rejects.toThrow(/No files found/);
  const parts = run(cwd, "--map", "langsmith", "--file", "no-such-*.parquet", "--shards", "2");
  await expect(parts).rejects.toThrow(/No files found/);
});

test("docs/warehouses.md: its query gives rows", async () => {
  const page = readFileSync(new URL("../../docs/warehouses.md", import.meta.url), "utf8");
  const [, query = ""] = /```sql duckdb\n((?:.|\n)*?)```/.exec(page) ?? [];
  const rows = await using(join(folder, "langsmith-file", "loops.duckdb"), (connection) =>
    connection.runAndReadAll(query),
  );
  expect(rows.getRows().length).toBeGreaterThan(0);
});
