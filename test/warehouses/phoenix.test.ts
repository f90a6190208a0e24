/** What `loopguard sql postgres` and `sqlite` print finds, in Phoenix's tables, what `scan` finds in a file of the same spans. */
import { execFile, execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { identifier, literal } from "../../lib/cli/sql/calls-query.ts";
import { otlpSpan, phoenixSpans, phoenixTables, type SqlTypes } from "./phoenix-spans.ts";
import { hostileTexts, plantedLoops } from "./planted.ts";
import { type Postgres, startPostgres } from "./postgres.ts";
import { type Line, linesOf, loopguard, programsIn } from "./programs.ts";

const RUNS = 150;
const spans = [...phoenixSpans(RUNS)];
const folder = mkdtempSync(join(tmpdir(), "phoenix-"));
const file = join(folder, "it's phoenix.db");
let server: Postgres;
let expected: Line[];
/** The fingerprints of the loops in `own` below. */
let sameInAFile: unknown[];

const psql = (...args: string[]) =>
  execFileSync("psql", ["-XqAt", "-v", "ON_ERROR_STOP=1", "-d", server.database, ...args], { encoding: "utf8" });
const sqlite = (input: string) =>
  execFileSync("sqlite3", ["-batch", "-bail", file], { input, encoding: "utf8", maxBuffer: 1 << 28 });

/** Runs the printed script. */
async function run(engine: string, ...options: readonly string[]): Promise<Line[]> {
  const path = join(folder, `${engine}.sh`);
  writeFileSync(path, await loopguard("sql", engine, ...options));
  return linesOf((await promisify(execFile)("bash", [path], { maxBuffer: 1 << 28 })).stdout);
}

/** Without the place, in one order. */
const comparable = (lines: readonly Line[]): string[] =>
  lines.map(({ file: _, line: __, ...rest }) => JSON.stringify(rest)).sort();

beforeAll(async () => {
  chmodSync(folder, 0o755);
  programsIn(join(folder, "bin"));
  const recorded = join(folder, "spans.jsonl");
  writeFileSync(recorded, spans.map((span) => `${JSON.stringify(otlpSpan(span))}\n`).join(""));
  expected = linesOf(await loopguard("scan", recorded, "--ndjson"));
  const own = join(folder, "own.jsonl");
  writeFileSync(own, `${JSON.stringify({ t: "look", a: { path: "c:\\x" }, r: 'the "same"\n\\N' })}\n`.repeat(5));
  const loops = linesOf(await loopguard("scan", own, "--ndjson", "--columns", "tool=t,arguments=a,result=r"));
  sameInAFile = loops.map(({ fingerprint }) => fingerprint);
  const fill = (types: SqlTypes) => phoenixTables(types, spans);
  server = await startPostgres(join(folder, "postgres"));
  writeFileSync(
    join(folder, "postgres.sql"),
    `CREATE SCHEMA "an ""x"; SET search_path TO "an ""x";\n${fill({ id: "BIGINT", time: "TIMESTAMPTZ", json: "JSONB" })}`,
  );
  psql("-f", join(folder, "postgres.sql"));
  sqlite(fill({ id: "INTEGER", time: "TIMESTAMP", json: "JSONB" }));
});

afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(["postgres", "sqlite"] as const)("%s", (engine) => {
  const database = (): string[] => ["--database", engine === "sqlite" ? file : server.database];
  const own = (sql: string) => (engine === "sqlite" ? sqlite(sql) : psql("-c", sql));

  test("finds in Phoenix's tables what scan finds in its spans", async () => {
    const table = engine === "sqlite" ? [] : ["--table", '"an ""x".spans'];
    const lines = await run(engine, "--map", "phoenix", ...database(), ...table);
    expect(new Set(lines.map(({ run }) => run)).size).toBe(plantedLoops(RUNS));
    expect(comparable(lines)).toEqual(comparable(expected));
  });

  test("reads a table of one's own by its columns", async () => {
    const json = engine === "sqlite" ? "TEXT" : "JSON";
    own(`CREATE TABLE own (session TEXT, "a ""tool" TEXT, args ${json}, out TEXT, at TIMESTAMP)`);
    const row = (at: number) => `('r', 'look', '{"path":\n "c:\\\\x"}', 'the "same"\n\\N', '2026-11-01 00:00:0${at}')`;
    own(`INSERT INTO own VALUES ${[4, 1, 3, 2, 0].map(row).join(", ")}, ('s', 'look', '1', 'other', NULL)`);
    const lines = await run(
      engine,
      "--columns",
      'run=session,tool="a \\"tool",arguments=args,result=out,time=at',
      "--table",
      "own",
      "--where",
      "t.session = 'r'",
      ...database(),
    );
    const [line] = lines;
    expect(line).toMatchObject({ run: "r", tool: "look", calls: 5, startedAt: "2026-11-01T00:00:00.000Z" });
    expect(lines.map(({ fingerprint }) => fingerprint)).toEqual(sameInAFile);
  });

  test("runs that are 64-bit integers stay apart, and rows without a run are one run", async () => {
    const ids = ["9007199254740992", "9007199254740993", "NULL"];
    own("CREATE TABLE numbered (run BIGINT, tool TEXT, out TEXT)");
    own(
      `INSERT INTO numbered VALUES ${ids.map((id) => `(${id}, 'look', 'nothing'), `.repeat(4)).join("")}(7, 'a', '')`,
    );
    const options = ["--columns", "run=run,tool=tool,result=out", "--table", "numbered", ...database()];
    const runs = (await run(engine, ...options)).map(({ run, calls }) => [run, calls]);
    expect(runs.sort()).toEqual([...ids.slice(0, 2), "stdin"].map((id) => [id, 4]));
  });

  test("texts are UTF-8, whatever the client's encoding", async () => {
    own("CREATE TABLE spoken AS SELECT 'nachschlagen für é' AS tool, 1 AS arg, 'nichts' AS out");
    own(`INSERT INTO spoken SELECT tool, arg, out FROM spoken, (VALUES ${"(1), (1), (1), ".repeat(2)}(1)) AS v`);
    process.env["PGCLIENTENCODING"] = "LATIN1";
    try {
      const lines = await run(
        engine,
        "--columns",
        "tool=tool,arguments=arg,result=out",
        "--table",
        "spoken",
        ...database(),
      );
      expect(lines[0]).toMatchObject({ tool: "nachschlagen für é", calls: 8 });
    } finally {
      delete process.env["PGCLIENTENCODING"];
    }
  });

  test("names and texts are quoted, whatever is in them", () => {
    // Longer names are cut by Postgres.
    const texts = hostileTexts(200).filter((text) => Buffer.byteLength(text) < 63);
    const columns = texts.map((text) => `${literal(text, engine)} AS ${identifier(text, engine)}`);
    const format = engine === "sqlite" ? "json_object" : "json_build_object";
    const pairs = texts.slice(0, 40).map((text) => `${literal(text, engine)}, t.${identifier(text, engine)}`);
    const said = own(`SELECT ${format}(${pairs.join(", ")}) FROM (SELECT ${columns.join(", ")}) AS t`);
    expect(JSON.parse(said)).toEqual(Object.fromEntries(texts.slice(0, 40).map((text) => [text, text])));
  });

  test("a script ends with an error if the rows cannot be read", async () => {
    const missing = run(engine, "--map", "phoenix", ...database(), "--table", "no_such");
    await expect(missing).rejects.toMatchObject({
      code: expect.any(Number),
      stderr: expect.stringContaining("no_such"),
    });
  });
});
