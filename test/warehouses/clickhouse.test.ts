/** What `loopguard sql clickhouse` prints, in ClickHouse, finds what `scan` finds in files of the same calls. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Session } from "chdb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { identifier, literal } from "../../lib/cli/sql/calls-query.ts";
import { hostileTexts, planted, plantedLoops } from "./planted.ts";
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
const asRow = (line: Line): Line => ({ wastedCachedTokens: 0, ...line, text: line["text"] ?? "" });

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

  // Parts are divided by the run, whatever its columns are.
  const ways = map.endsWith("-json") ? [[[]]] : [[[]], [["--shards", "3"]]];

  test.each(ways)("finds the same as scan, with %j", async (more) => {
    const rows = rowsOf(await loopguard("sql", "clickhouse", ...options, ...more));
    expect(rows).toHaveLength(plantedLoops(RUNS));
    expect(comparable(rows)).toEqual(comparable(expected));
  });

  if (map !== "otel") return;
  test("a shard has its part of the runs", async () => {
    const parts = await Promise.all(
      [0, 1].map((shard) => loopguard("sql", "clickhouse", ...options, "--shards", "2", "--shard", `${shard}`)),
    );
    const rows = parts.map(rowsOf);
    expect(rows.every((part) => part.length > 0)).toBe(true);
    expect(comparable(rows.flat())).toEqual(comparable(expected));
  });
});

test("names and texts are quoted, whatever is in them", () => {
  const texts = hostileTexts(200);
  const columns = texts.map((text) => `${literal(text, "clickhouse")} AS ${identifier(text, "clickhouse")}`);
  const [row = {}] = rowsOf(`SELECT ${columns.join(", ")}`);
  expect(row).toEqual(Object.fromEntries(texts.map((text) => [text, text])));
});

describe("a table of one's own", () => {
  beforeAll(async () => {
    session.query(
      "CREATE TABLE own (`tool` String, `na\\`me` String, `args` JSON, `out` String) ENGINE = MergeTree ORDER BY tool",
    );
    insert(
      "own",
      Array.from({ length: 8 }, () => ({ tool: "run 1", "na`me": "search", args: { q: 1 }, out: "none" })),
    );
    await install("loopguard.sh", ...OWN);
  });

  // Columns whose names are those of other fields.
  const OWN = ["--columns", "run=tool,tool=na`me,arguments=args,result=out"];

  test("is read by its columns, and its loops are stored", async () => {
    session.query(await loopguard("sql", "clickhouse", "--create-table", "--into", "loops"));
    const statement = await loopguard("sql", "clickhouse", ...OWN, "--table", "own", "--into", "loops");
    for (let times = 0; times < 2; times++) session.query(statement);
    const rows = rowsOf("SELECT run, tool, detector, calls FROM loops FINAL ORDER BY detector");
    const loop = { run: "run 1", tool: "search", calls: 8 };
    expect(rows).toEqual([
      { ...loop, detector: "no_news" },
      { ...loop, detector: "no_progress" },
    ]);
  });

  test("runs that are 64-bit integers stay apart, and rows without a run are one run", async () => {
    const ids = ["9007199254740992", "9007199254740993"];
    session.query("CREATE TABLE numbered (n Nullable(UInt64), t String, o String) ENGINE = MergeTree ORDER BY t");
    for (const id of [...ids, "NULL"]) session.query(`INSERT INTO numbered SELECT ${id}, 'look', 'no' FROM numbers(4)`);
    await install("numbered.sh", "--columns", "run=n,tool=t,result=o");
    const options = ["--columns", "run=n,tool=t,result=o", "--table", "numbered", "--script", "numbered.sh"];
    const runs = rowsOf(await loopguard("sql", "clickhouse", ...options)).map(({ run }) => run);
    expect(runs.sort()).toEqual([...ids, "stdin"]);
  });

  test("a script that fails is an error, and not a table without loops", async () => {
    writeFileSync(join(folder, "data", "user_scripts", "broken.sh"), "#!/bin/sh\ncat > /dev/null\nexit 127\n");
    chmodSync(join(folder, "data", "user_scripts", "broken.sh"), 0o755);
    const statement = await loopguard("sql", "clickhouse", ...OWN, "--table", "own", "--script", "broken.sh");
    expect(() => rowsOf(statement)).toThrow(/return code 127/);
  });
});

describe("docs/warehouses.md", () => {
  const page = readFileSync(new URL("../../docs/warehouses.md", import.meta.url), "utf8");
  const queries = [...page.matchAll(/```sql clickhouse\n((?:.|\n)*?)```/g)].map(([, sql]) => sql as string);

  beforeAll(async () => {
    session.query("DROP TABLE IF EXISTS otel_traces");
    session.query("DROP TABLE IF EXISTS loops");
    const [table] = CLICKHOUSE_TABLES.filter(({ map }) => map === "otel");
    session.query((table as (typeof CLICKHOUSE_TABLES)[0]).create.replace("%", "otel_traces"));
    // As if they were of today, and one of them of long ago.
    const shift = Date.now() - 3_600_000 - (calls[0] as { time: number }).time;
    const recent = calls.filter(({ run }) => Number.parseInt(run, 16) < 20);
    const old = { ...(calls[0] as (typeof calls)[0]), run: "long-ago" };
    const rows = [...recent.map((call) => ({ ...call, time: call.time + shift })), ...Array(10).fill(old)];
    insert(
      "otel_traces",
      rows.map((call) => table?.row(call) as object),
    );
    session.query(await loopguard("sql", "clickhouse", "--create-table", "--into", "loops"));
    await install("loopguard-otel.sh", "--map", "otel");
  });

  test("a view that is refreshed stores the loops of runs that go on, each once", async () => {
    const [, words = ""] = /^loopguard (sql clickhouse --map otel --where .*)$/m.exec(page) ?? [];
    const [, options, where = ""] = /^(.*) --where "(.*)"$/.exec(words) ?? [];
    const statement = await loopguard(...(options as string).split(" "), "--where", where);
    session.query(`${/^CREATE MATERIALIZED VIEW.*$/m.exec(page)?.[0]} ${statement}`);
    for (let times = 0; times < 2; times++) {
      session.query("SYSTEM REFRESH VIEW find_loops");
      session.query("SYSTEM WAIT VIEW find_loops");
    }
    const runs = rowsOf("SELECT DISTINCT run FROM loops ORDER BY run").map(({ run }) =>
      Number.parseInt(String(run), 16),
    );
    expect(runs).toEqual([0, 7, 11, 14]);
    expect(rowsOf("SELECT count() AS count FROM loops FINAL")).toEqual(
      rowsOf("SELECT uniqExact(run, detector, fingerprint, firstCall) AS count FROM loops"),
    );
    session.query("DROP VIEW find_loops");
  });

  test("its queries give rows", () => {
    expect(queries).toHaveLength(2);
    for (const query of queries) expect(rowsOf(query).length).toBeGreaterThan(0);
  });
});
