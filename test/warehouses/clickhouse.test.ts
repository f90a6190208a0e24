/** What `loopguard sql clickhouse` prints, in ClickHouse, finds what `scan` finds in files of the same calls. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Session } from "chdb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { planted, plantedLoops } from "./planted.ts";
import { comparable, type Line, linesOf, loopguard, programsIn } from "./programs.ts";
import { CLICKHOUSE_TABLES } from "./tables.ts";

const RUNS = 300;
const folder = mkdtempSync(join(tmpdir(), "warehouse-"));
const calls = [...planted(RUNS)];
let session: Session;

beforeAll(() => {
  programsIn(join(folder, "bin"));
  mkdirSync(join(folder, "data", "user_scripts"), { recursive: true });
  session = new Session(join(folder, "data"));
});

afterAll(() => {
  session?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The rows of a query. */
const rowsOf = (sql: string): Line[] => linesOf(session.query(sql, "JSONEachRow"));

function insert(table: string, rows: readonly object[]): void {
  const text = rows.map((row) => JSON.stringify(row)).join("\n");
  session.query(`INSERT INTO ${table} FORMAT JSONEachRow ${text}`);
}

async function install(name: string, ...options: readonly string[]): Promise<void> {
  const path = join(folder, "data", "user_scripts", name);
  writeFileSync(path, await loopguard("sql", "clickhouse", "--print-script", ...options));
  chmodSync(path, 0o755);
}

/** The line of `scan` as it is, as a row of the table of lines. */
const asRow = (line: Line): Line => ({ ...line, text: line["text"] ?? "" });

describe.each(CLICKHOUSE_TABLES)("$map", ({ map, create, row, other, recorded }) => {
  let expected: Line[];

  beforeAll(async () => {
    const table = map.startsWith("langfuse") ? `"a.b\`c"` : "otel_traces";
    session.query(`DROP TABLE IF EXISTS ${table}`);
    session.query(create.replace("%", table));
    // Rows do not come in order.
    insert(table, [...calls.map(row), other].reverse());
    await install(`loopguard-${map}.sh`, "--map", map);
    const file = join(folder, `${map}.jsonl`);
    writeFileSync(file, calls.map((call) => `${JSON.stringify(recorded(call))}\n`).join(""));
    expected = linesOf(await loopguard("scan", file, "--ndjson")).map(asRow);
  });

  const options = map.startsWith("langfuse") ? ["--map", map, "--table", '"a.b`c"'] : ["--map", map];

  test.each([[[]], [["--shards", "3"]]])("finds the same as scan, with %j", async (more) => {
    const rows = rowsOf(await loopguard("sql", "clickhouse", ...options, ...more));
    expect(rows).toHaveLength(plantedLoops(RUNS));
    expect(comparable(rows)).toEqual(comparable(expected));
  });

  test("a shard has its part of the runs", async () => {
    const parts = await Promise.all(
      [0, 1].map((shard) => loopguard("sql", "clickhouse", ...options, "--shards", "2", "--shard", `${shard}`)),
    );
    const rows = parts.map(rowsOf);
    expect(rows.every((part) => part.length > 0)).toBe(true);
    expect(comparable(rows.flat())).toEqual(comparable(expected));
  });
});

describe("a table of one's own", () => {
  beforeAll(async () => {
    session.query("CREATE TABLE own (`tool` String, `na\\`me` String, `args` JSON) ENGINE = MergeTree ORDER BY tool");
    insert(
      "own",
      Array.from({ length: 8 }, () => ({ tool: "run 1", "na`me": "search", args: { q: 1 } })),
    );
    await install("loopguard.sh", ...OWN);
  });

  // Columns whose names are those of other fields.
  const OWN = ["--columns", "run=tool,tool=na`me,arguments=args"];

  test("is read by its columns, and its loops are stored", async () => {
    session.query(await loopguard("sql", "clickhouse", "--create-table", "--into", "loops"));
    const statement = await loopguard("sql", "clickhouse", ...OWN, "--table", "own", "--into", "loops");
    for (let times = 0; times < 2; times++) session.query(statement);
    const rows = rowsOf("SELECT run, tool, calls FROM loops FINAL");
    expect(rows).toEqual([{ run: "run 1", tool: "search", calls: 8 }]);
  });

  test("a script that fails is an error, and not a table without loops", async () => {
    writeFileSync(join(folder, "data", "user_scripts", "broken.sh"), "#!/bin/sh\ncat > /dev/null\nexit 127\n");
    chmodSync(join(folder, "data", "user_scripts", "broken.sh"), 0o755);
    const statement = await loopguard("sql", "clickhouse", ...OWN, "--table", "own", "--script", "broken.sh");
    expect(() => rowsOf(statement)).toThrow(/return code 127/);
  });
});
