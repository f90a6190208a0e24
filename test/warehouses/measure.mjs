/**
 * Measures scans inside the engines: `node measure.mjs clickhouse|duckdb [calls] [shards]`, for instance
 * `node measure.mjs clickhouse 10000000`. Prints CPU seconds and peak memory, of the engine and of loopguard.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const [engine = "clickhouse", calls = "1000000", shards = "1"] = process.argv.slice(2);
const at = (name) => fileURLToPath(new URL(name, import.meta.url));
const main = at("../../dist/cli/main.js");
const folder = mkdtempSync(join(tmpdir(), "measure-"));
const took = join(folder, "took.jsonl");

mkdirSync(join(folder, "bin"));
mkdirSync(join(folder, "data", "user_scripts"), { recursive: true });
program("loopguard", process.execPath, main);
program("loopguard-c", at(`../../prebuilds/${process.platform}-${process.arch}/loopguard`));
program("duckdb", process.execPath, at("duckdb.mjs"));
process.env.PATH = `${join(folder, "bin")}:${process.env.PATH}`;

/** A program for PATH, whose time and memory are measured. */
function program(name, ...words) {
  const path = join(folder, "bin", name);
  writeFileSync(
    path,
    `#!/bin/sh\nexec python3 ${[at("measured.py"), took, ...words].map((word) => `'${word}'`).join(" ")} "$@"\n`,
  );
  chmodSync(path, 0o755);
}

const loopguard = (...args) => execFileSync(process.execPath, [main, ...args], { encoding: "utf8" });

/** What programs took since the last time. */
function takings() {
  const text = readFileSync(took, "utf8");
  writeFileSync(took, "");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

function tell(what, seconds, cpu, megabytes) {
  const rate = Math.round(Number(calls) / cpu / 1000) * 1000;
  process.stdout.write(
    `${what.padEnd(34)} ${seconds.toFixed(1).padStart(7)} s ${cpu.toFixed(1).padStart(7)} s CPU ` +
      `${String(rate).padStart(9)} calls a second of CPU ${megabytes === undefined ? "" : `${Math.round(megabytes)} MB`}\n`,
  );
}

/** Sessions of 20 calls; every seventh repeats one call ten times. The same arithmetic for both engines. */
function columns(text) {
  const path = `CASE WHEN (n DIV 20) % 7 = 0 AND n % 20 >= 8 AND n % 20 < 18 THEN 7 ELSE n END`;
  return `SELECT ${text("n")} AS id, ${text("n DIV 20")} AS trace_id, 'p' AS project_id, 'TOOL' AS type,
    ['search', 'read_file', 'bash', 'edit'][1 + (${path}) % 4] AS name, 'DEFAULT' AS level,
    concat('{"path":"src/module-', ${text(path)}, '.ts","line":', ${text(path)}, '}') AS input,
    concat('the text of file ', ${text(path)}, ': import everything from somewhere, and do with it what was asked for') AS output`;
}

const runs = { clickhouse: inClickhouse, duckdb: inDuckdb };
await runs[engine]();
rmSync(folder, { recursive: true, force: true });

async function inClickhouse() {
  const { Session } = await import("chdb");
  const session = new Session(join(folder, "data"));
  session.query(`CREATE TABLE observations (id String, trace_id String, project_id String, type LowCardinality(String),
    start_time DateTime64(3), name String, level LowCardinality(String), status_message Nullable(String),
    input Nullable(String) CODEC(ZSTD(3)), output Nullable(String) CODEC(ZSTD(3)), event_ts DateTime64(3), is_deleted UInt8)
    ENGINE = ReplacingMergeTree(event_ts, is_deleted) PARTITION BY toYYYYMM(start_time)
    PRIMARY KEY (project_id, type, toDate(start_time)) ORDER BY (project_id, type, toDate(start_time), id)`);
  const source = columns((value) => `toString(${value})`).replaceAll("DIV", "div");
  session.query(`INSERT INTO observations SELECT id, trace_id, project_id, type,
    toDateTime64('2026-11-01 00:00:00', 3) + toIntervalMillisecond(n) AS start_time, name, level, NULL, input, output,
    start_time, 0 FROM (${source}, n FROM (SELECT number AS n FROM numbers(${calls})))`);
  const options = ["sql", "clickhouse", "--map", "langfuse", "--shards", shards];
  const scripts = join(folder, "data", "user_scripts");
  const script = loopguard(...options, "--print-script");
  writeFileSync(join(scripts, "loopguard-langfuse.sh"), script);
  writeFileSync(join(scripts, "nothing.sh"), "#!/bin/sh\nexec cat > /dev/null\n");
  for (const name of ["loopguard-langfuse.sh", "nothing.sh"]) chmodSync(join(scripts, name), 0o755);
  const measure = (what, statement) => {
    const [begin, before] = [process.hrtime.bigint(), process.cpuUsage()];
    const lines = session.query(statement, "JSONEachRow").split("\n").length - 1;
    const { user, system } = process.cpuUsage(before);
    const seconds = Number(process.hrtime.bigint() - begin) / 1e9;
    tell(what, seconds, (user + system) / 1e6, process.resourceUsage().maxRSS / 1024);
    return { lines, seconds };
  };
  measure("ClickHouse, with cat", loopguard(...options, "--script", "nothing.sh"));
  const { lines } = measure("ClickHouse, with loopguard", loopguard(...options));
  for (const { seconds, cpu, megabytes } of takings()) tell("loopguard", seconds, cpu * Number(shards), megabytes);
  process.stdout.write(`${lines} loops in ${calls} calls\n`);
  session.close();
}

async function inDuckdb() {
  const { DuckDBInstance } = await import("@duckdb/node-api");
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  const source = columns((value) => `CAST(${value} AS VARCHAR)`).replaceAll("DIV", "//");
  const file = join(folder, "observations.parquet");
  // Not in order: as exports are, by time and not by session.
  await connection.run(`COPY (SELECT *, NULL::VARCHAR AS status_message,
    TIMESTAMP '2026-11-01' + to_milliseconds(n) AS start_time FROM (${source}, n FROM range(${calls}) AS t(n))
    ORDER BY n % 1000) TO '${file}' (FORMAT parquet)`);
  connection.closeSync();
  const script = join(folder, "find-loops.sh");
  for (const judge of ["loopguard", "loopguard-c"]) {
    const options = ["--map", "langfuse", "--file", file, "--shards", shards];
    writeFileSync(
      script,
      loopguard("sql", "duckdb", ...options, ...(judge === "loopguard" ? [] : ["--program", judge])),
    );
    execFileSync("bash", [script], { cwd: folder });
    for (const { words, seconds, cpu, megabytes } of takings())
      tell(words.includes(at("duckdb.mjs")) ? "DuckDB" : judge, seconds, cpu, megabytes);
    const lines = execFileSync("sh", ["-c", "cat loops*.ndjson | wc -l"], { cwd: folder, encoding: "utf8" }).trim();
    process.stdout.write(`${lines} loops in ${calls} calls\n`);
  }
  rmSync(file);
}
