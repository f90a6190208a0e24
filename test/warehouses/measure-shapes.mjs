/**
 * Measures `scan` of the same calls in each shape that it reads: `node measure-shapes.mjs [calls] [turns] [program]...`. Shapes
 * take turns, so that a busy machine disturbs all of them alike; the best turn of each counts, in seconds of CPU. A program is
 * a build's `main.js`, or the program in C, which reads rows only; default: both of this build.
 */
import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DuckDBInstance } from "@duckdb/node-api";

const at = (name) => fileURLToPath(new URL(name, import.meta.url));
const [calls = "200000", turns = "5", ...builds] = process.argv.slice(2);
const program = `../../prebuilds/${process.platform}-${process.arch}/loopguard`;
if (builds.length === 0) builds.push(at("../../dist/cli/main.js"), at(program));
const folder = mkdtempSync(join(tmpdir(), "shapes-"));
const file = (name) => join(folder, name);

/** Sessions of 20 calls; every seventh repeats one call ten times. */
function callOf(n) {
  const session = Math.floor(n / 20);
  const path = session % 7 === 0 && n % 20 >= 8 && n % 20 < 18 ? 7 : n;
  return {
    run: String(session),
    name: ["search", "read_file", "bash", "edit"][path % 4],
    arguments: { path: `src/module-${path}.ts`, line: path },
    result: `the text of file ${path}: import everything from somewhere, and do with it what was asked for`,
    time: new Date(Date.UTC(2026, 10, 1) + n).toISOString(),
  };
}

/** What each shape writes for a call, with what the command is given beside the file. */
const ROWS = ["--sorted", "--ndjson", "--columns"];
const NAMES = "tool=lg_tool,run=lg_run,arguments=lg_arguments,result=lg_result,error=lg_error";
const SHAPES = {
  calls: {
    line: ({ run, name, arguments: args, result }) => ({ run, name, arguments: args, result }),
    words: ["--ndjson"],
  },
  "calls, with times": {
    line: ({ run, name, arguments: args, result, time }) => ({ run, name, arguments: args, result, time }),
    words: ["--ndjson"],
  },
  "Langfuse's export": {
    line: ({ run, name, arguments: input, result: output, time }, n) => ({
      ...{ id: String(n), trace_id: run, project_id: "p", type: "TOOL", name, level: "DEFAULT", status_message: null },
      ...{ input, output, start_time: time },
    }),
    words: ["--ndjson"],
  },
  rows: {
    line: ({ run, name, arguments: args, result }) => ({
      ...{ lg_tool: name, lg_run: run, lg_arguments: args, lg_result: result, lg_error: null },
    }),
    words: [...ROWS, NAMES],
  },
  "rows, with times and arguments as text": {
    line: ({ run, name, arguments: args, result, time }) => ({
      ...{ lg_tool: name, lg_run: run, lg_arguments: JSON.stringify(args), lg_result: result, lg_error: null },
      lg_time: time.replace("T", " ").replace("Z", "000"),
    }),
    words: [...ROWS, `${NAMES},time=lg_time`],
  },
};

function write(name, lineOf) {
  const out = openSync(file(name), "w");
  for (let n = 0; n < Number(calls); n += 1000) {
    const lines = [];
    for (let i = n; i < Math.min(n + 1000, Number(calls)); i++) lines.push(`${JSON.stringify(lineOf(callOf(i), i))}\n`);
    writeSync(out, lines.join(""));
  }
  closeSync(out);
}

function isNode(main) {
  return main.endsWith(".js");
}

/** Seconds of CPU of the command, its peak memory in megabytes, and how many lines it writes. */
function measured(main, words, input) {
  const took = file("took.jsonl");
  writeFileSync(took, "");
  const node = isNode(main) ? [process.execPath, "--import", at("with-duckdb.mjs"), main] : [main];
  const stdin = input === undefined ? "ignore" : openSync(input, "r");
  const output = execFileSync("python3", [at("measured.py"), took, ...node, ...words], {
    stdio: [stdin, "pipe", "inherit"],
    maxBuffer: 1 << 30,
    encoding: "utf8",
  });
  if (stdin !== "ignore") closeSync(stdin);
  return { ...JSON.parse(readFileSync(took, "utf8")), lines: output.split("\n").length - 1 };
}

mkdirSync(folder, { recursive: true });
const cases = [];
for (const [name, { line, words }] of Object.entries(SHAPES)) {
  write(`${name}.jsonl`, line);
  for (const main of builds) {
    const input = file(`${name}.jsonl`);
    if (isNode(main)) cases.push({ name, main, words: ["scan", "-", ...words], input });
    else if (words.includes("--columns")) cases.push({ name: `${name}: in C`, main, words: ["scan", ...words], input });
  }
}
const parquet = file("calls.parquet");
const connection = await (await DuckDBInstance.create(":memory:")).connect();
await connection.run(`COPY (SELECT * FROM read_json('${file("Langfuse's export.jsonl").replace("'", "''")}', columns = {id: 'VARCHAR',
  trace_id: 'VARCHAR', type: 'VARCHAR', name: 'VARCHAR', level: 'VARCHAR', status_message: 'VARCHAR', input: 'VARCHAR',
  output: 'VARCHAR', start_time: 'TIMESTAMP'}) ORDER BY id::BIGINT % 1000) TO '${parquet}' (FORMAT parquet)`);
connection.closeSync();
for (const main of builds.filter(isNode)) cases.push({ name: "Parquet", main, words: ["scan", parquet, "--ndjson"] });

for (let turn = 0; turn < Number(turns); turn++)
  for (const each of cases) {
    const took = measured(each.main, each.words, each.input);
    if (each.best === undefined || took.cpu < each.best.cpu) each.best = took;
  }
for (const { name, main, best } of cases) {
  const rate = Math.round(Number(calls) / best.cpu / 100) * 100;
  process.stdout.write(
    `${name.padEnd(56)} ${best.cpu.toFixed(2).padStart(6)} s CPU ${String(rate).padStart(7)} calls a second of CPU ` +
      `${String(best.megabytes).padStart(4)} MB ${best.lines} loops${process.argv.length > 4 ? ` ${main}` : ""}\n`,
  );
}
rmSync(folder, { recursive: true });
