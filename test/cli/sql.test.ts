/** `loopguard sql`: what it prints, and what it refuses. test/warehouses runs it in the engines. */
import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { identifier, literal, shellWord, siblingName, tableName } from "../../lib/cli/sql/calls-query.ts";
import { COLUMN_FIELDS } from "../../lib/traces/columns.ts";
import { WAREHOUSE_MAPS, type WarehouseEngine } from "../../lib/traces/warehouse-maps.ts";
import { tries } from "../effort.ts";
import { cProgram } from "../left-out.ts";
import { loopguard } from "./scan-process.ts";

const PARTS = ["'", '"', "`", "\\", "--", "/*", ";", "\\'", "''", "$(x)", "é", " ", "a", ".", "LOOPGUARD_SQL"];

const random = (list: readonly string[]): string => list[Math.floor(Math.random() * list.length)] as string;
const hostile = (): string => Array.from({ length: 1 + Math.floor(Math.random() * 8) }, () => random(PARTS)).join("");

/** Reads a quoted text back as the engine does: what it holds, and what comes after it. */
function unquoted(text: string, engine: WarehouseEngine): { value: string; rest: string } {
  const quote = text[0] as string;
  let value = "";
  for (let at = 1; at < text.length; at++) {
    const letter = text[at] as string;
    if (letter === "\\" && engine === "clickhouse") value += text[++at];
    else if (letter !== quote) value += letter;
    else if (text[at + 1] === quote) value += text[++at];
    else return { value, rest: text.slice(at + 1) };
  }
  throw new Error(`it does not end: ${text}`);
}

describe.each(["clickhouse", "duckdb", "postgres", "sqlite"] as const)("in SQL of %s", (engine) => {
  test("nothing in a name or a text ends it", () => {
    for (let count = tries(2_000); count > 0; count--) {
      const text = hostile();
      for (const quoted of [identifier(text, engine), literal(text, engine)])
        expect(unquoted(`${quoted} after`, engine)).toEqual({ value: text, rest: " after" });
    }
  });

  test("a table's name has parts", () => {
    const name = (...parts: string[]) => parts.map((part) => identifier(part, engine)).join(".");
    expect(tableName("observations", engine)).toBe(name("observations"));
    expect(tableName("db.spans", engine)).toBe(name("db", "spans"));
    expect(tableName('"a.b ""c".spans; --', engine)).toBe(name('a.b "c', "spans; --"));
    expect(siblingName('"a.b ""c".spans', "traces", engine)).toBe(name('a.b "c', "traces"));
    expect(siblingName("spans", "traces", engine)).toBe(name("traces"));
    for (const wrong of ["", ".", "a.", ".a", "a..b", '"a"b', '"a'])
      expect(() => tableName(wrong, engine)).toThrow("is not a table's name");
  });
});

test("a word of a shell is one, whatever is in it", () => {
  expect(shellWord("run=lg_run,tool=lg_tool")).toBe("run=lg_run,tool=lg_tool");
  expect(shellWord("$(a) 'b'")).toBe(`'$(a) '\\''b'\\'''`);
  expect(() => shellWord("a\nb")).toThrow("control character");
});

test("the fields of maps are those of --columns", () => {
  for (const { clickhouse, duckdb } of WAREHOUSE_MAPS)
    for (const table of [clickhouse, duckdb])
      for (const field of Object.keys(table?.columns ?? {})) expect(COLUMN_FIELDS).toContain(field);
});

const MAPS = WAREHOUSE_MAPS.flatMap((map) =>
  (["clickhouse", "duckdb"] as const).filter((engine) => map[engine]).map((engine) => [engine, map.name] as const),
);

test.each(MAPS)("%s --map %s selects, orders and divides", async (engine, map) => {
  const from = engine === "clickhouse" ? ["--table", "db.t"] : ["--file", "it's/*.parquet"];
  const more = ["--shards", "2", "--where", "project_id = 'x'"];
  const { code, stdout } = await loopguard(["sql", engine, "--map", map, ...from, ...more]);
  expect(code).toBe(0);
  expect(stdout).toContain(engine === "clickhouse" ? "FROM `db`.`t` AS t" : "FROM 'it''s/*.parquet' AS t");
  expect(stdout.match(/AND \(project_id = 'x'\n *\)\n/g)).toHaveLength(2);
  expect(stdout.match(/ORDER BY lg_run, lg_time/g)).toHaveLength(2);
  expect(stdout).toMatch(/% 2 = 0\)(.|\n)*% 2 = 1\)/);
});

test.each(["postgres", "sqlite"])("%s --map phoenix gives spans, and --columns rows", async (engine) => {
  const database = ["--database", "a 'b'.db"];
  const map = await loopguard([
    "sql",
    engine,
    "--map",
    "phoenix",
    ...database,
    "--where",
    "t.id > 7",
    "--preset",
    "strict",
  ]);
  expect(map.stdout).toMatch(
    / 'a '\\''b'\\''\.db' <<'LOOPGUARD_SQL' \| loopguard scan - --preset strict --format otel --sorted --ndjson\n/,
  );
  // What the user has set for the client changes nothing.
  expect(map.stdout).toContain(engine === "sqlite" ? "\nsqlite3 -init /dev/null -batch " : "\npsql -X -q ");
  expect(map.stdout).toContain("WHERE (t.span_kind = 'TOOL')\n  AND (t.id > 7\n)\nORDER BY ");
  const columns = ["--columns", "run=u,tool=t,time=at", "--table", "x.calls", "--program", "/opt/loopguard"];
  const rows = await loopguard(["sql", engine, ...columns, ...database]);
  expect(rows.stdout).toContain(
    " | /opt/loopguard scan --columns tool=lg_tool,run=lg_run,time=lg_time --sorted --ndjson\n",
  );
  expect(rows.stdout).toContain('FROM "x"."calls" AS t\nORDER BY CAST(t."u" AS TEXT), t."at"');
});

test.skipIf(spawnSync("sqlite3", ["-version"]).error !== undefined)(
  "sqlite: a BLOB and an infinite number are texts, and --where may end in a comment",
  async () => {
    const options = ["--columns", "run=r,tool=t,result=v", "--table", "calls", "--database", "a.db"];
    const { stdout } = await loopguard(["sql", "sqlite", ...options, "--where", "t <> 'think' -- not those"]);
    const [, sql] = /<<'LOOPGUARD_SQL'.*\n((?:.|\n)*)\nLOOPGUARD_SQL/.exec(stdout) ?? [];
    const values = ["x'616263'", "-9e999", "9e999", "'Inf'", "-9223372036854775808", "1.5", "NULL"];
    const rows = values.map((value, at) => `(${at}, 'look', ${value})`).join();
    const table = `CREATE TABLE calls (r, t, v); INSERT INTO calls VALUES ${rows}, (9, 'think', 1);`;
    const { output } = spawnSync("sqlite3", ["-bail", ":memory:"], { input: `${table}${sql}`, encoding: "utf8" });
    expect(output[2]).toBe("");
    const read = output[1]
      ?.trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { lg_result: unknown }).lg_result);
    expect(read).toEqual(["abc", "-Inf", "Inf", "Inf", -(2 ** 63), 1.5, null]);
  },
);

test("the help has each map's name apart from what it is", async () => {
  const { stdout } = await loopguard(["sql", "--help"]);
  for (const { name, description } of WAREHOUSE_MAPS) expect(stdout).toContain(`  ${name} `.padEnd(21) + description);
});

test("the script names the program and the preset", async () => {
  const options = ["--map", "otel", "--print-script", "--program", "/opt/a b/loopguard", "--preset", "strict"];
  const { stdout } = await loopguard(["sql", "clickhouse", ...options]);
  expect(stdout).toContain("\nexec '/opt/a b/loopguard' scan --preset strict --columns tool=lg_tool,run=lg_run,");
});

test.skipIf(cProgram() === undefined)("the program in C takes what the script says", async () => {
  const options = ["--columns", "tool=t,result=r,run=u", "--print-script", "--program", cProgram() as string];
  const { stdout } = await loopguard(["sql", "clickhouse", ...options]);
  const input = '{"lg_tool":"read","lg_result":"same","lg_run":"a"}\n'.repeat(6);
  const ran = spawnSync("sh", ["-c", stdout], { input });
  expect([ran.status, ran.stderr.toString()]).toEqual([0, ""]);
  expect(JSON.parse(ran.stdout.toString())).toMatchObject({ run: "a", tool: "read" });
});

test.each([
  [["clickhouse"], "give --map <name> or --columns <list>"],
  [["clickhouse", "--map", "langsmith"], 'no map "langsmith" for clickhouse; known: langfuse'],
  [["clickhouse", "--map", "otel", "--columns", "tool=a"], "--map and --columns exclude each other"],
  [["clickhouse", "--columns", "run=a", "--table", "t"], "--columns: no column for the field tool"],
  [["clickhouse", "--columns", "tool=a"], "give --table <name>"],
  [["clickhouse", "--columns", "tool=a", "--table", "t", "--shards", "2"], "give the column run in --columns"],
  [["clickhouse", "--map", "otel", "--file", "a.parquet"], "--file is not for clickhouse"],
  [["clickhouse", "--map", "otel", "--shards", "0"], "a whole number from 1 to 1024"],
  [["clickhouse", "--map", "otel", "--shards", "2", "--shard", "2"], "the last part is 1"],
  [["clickhouse", "--create-table"], "give --into <table>"],
  [["clickhouse", "--map", "otel", "--where", "a\nb"], "control character"],
  [["duckdb", "--map", "langsmith"], "give --file <files> or --table <name>"],
  [["duckdb", "--map", "langsmith", "--file", "a", "--table", "b"], "--table and --file exclude each other"],
  [["duckdb", "--map", "langsmith", "--file", "a", "--print-script"], "--print-script is not for duckdb"],
  [["postgres", "--map", "langfuse"], 'no map "langfuse" for postgres; known: phoenix'],
  [["postgres", "--columns", "tool=a"], "give --table <name>"],
  [["postgres", "--map", "phoenix", "--shards", "2"], "--shards is not for postgres"],
  [["postgres", "--map", "phoenix", "--program", "loopguard"], "the program in C reads rows"],
  [["postgres", "--map", "phoenix", "--where", "a\nb"], "control character"],
  [["sqlite", "--map", "phoenix"], "give --database <file>"],
  [["sqlite", "--map", "phoenix", "--database", "a", "--into", "loops"], "--into is not for sqlite"],
])("%j is refused", async (args, words) => {
  const { code, stdout, stderr } = await loopguard(["sql", ...args]);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(words);
});
