/** `loopguard sql`: finds loops where the traces are, in ClickHouse, or with DuckDB, Postgres or SQLite. */

import type { PresetName } from "../base/types.ts";
import { PRESET_NAMES } from "../rules/presets.ts";
import { Argument, type Command, InvalidArgumentError, Option } from "../traces/libraries.ts";
import { WAREHOUSE_MAPS, type WarehouseEngine } from "../traces/warehouse-maps.ts";
import { type CallsFlags, callsQuery } from "./sql/calls-query.ts";
import { clickhouseScript, clickhouseStatement, clickhouseTable, duckdbScript, jsonScript } from "./sql/warehouses.ts";
import { write } from "./terminal.ts";

interface SqlFlags extends CallsFlags {
  shards?: number;
  shard?: number;
  preset?: PresetName;
  program?: string;
  script?: string;
  printScript?: boolean;
  into?: string;
  createTable?: boolean;
  database?: string;
}

const EXAMPLES = `
Maps:
${WAREHOUSE_MAPS.map(({ name, description }) => `  ${name.padEnd(19)}${description}`).join("\n")}

Examples:
  loopguard sql clickhouse --map langfuse --print-script    the script for the server's folder user_scripts
  loopguard sql clickhouse --map langfuse | clickhouse client
  loopguard sql duckdb --map langsmith --file 'runs/**/*.parquet' | bash
  loopguard sql duckdb --columns run=session,tool=name,arguments=args --table calls --database traces.duckdb
  loopguard sql postgres --map phoenix --database postgres://localhost/phoenix | bash
  loopguard sql sqlite --map phoenix --database ~/.phoenix/phoenix.db | bash`;

const ENGINES: readonly WarehouseEngine[] = ["clickhouse", "duckdb", "postgres", "sqlite"];

export function registerSql(program: Command): void {
  program
    .command("sql")
    .description(
      "Print what finds loops inside ClickHouse, or with DuckDB, Postgres or SQLite: the statement and the script.",
    )
    .addArgument(new Argument("<engine>", "where the traces are").choices(ENGINES))
    .option("--map <name>", "the table is one of these: see Maps below")
    .option("--columns <list>", "or which column holds what: run=trace_id,tool=name,arguments=input,...")
    .option("--table <name>", "the table; default: the usual name of the map's")
    .option("--file <files>", "of duckdb: the files instead, such as 'runs/*.parquet'")
    .option("--where <condition>", "only these rows, in SQL of the engine")
    .addOption(countOption("--shards <count>", "divide the runs into so many parts that are judged side by side", 1))
    .addOption(countOption("--shard <index>", "print only this part, from 0: for another machine, or another hour", 0))
    .addOption(new Option("--preset <name>", "judge as this preset does").choices(PRESET_NAMES))
    .option("--program <path>", "run the scan of this program in C, instead of loopguard scan")
    .option("--into <table>", "store the loops in this table; default of duckdb: loops")
    .option("--create-table", "of clickhouse: print the statement that creates the table of --into")
    .option("--print-script", "of clickhouse: print the script that the statement runs")
    .option("--script <name>", "of clickhouse: the script's name in user_scripts; default: loopguard-<map>.sh")
    .option(
      "--database <file>",
      "the database with the table; of duckdb it gets the loops too; of postgres a name or a URL",
    )
    .addHelpText("after", EXAMPLES)
    .action(async (engine: WarehouseEngine, _: unknown, self: Command) => {
      await write(process.stdout, sqlText(engine, self.optsWithGlobals<SqlFlags>()));
    });
}

/** A whole number from `least` to 1,024. */
function countOption(flags: string, description: string, least: number): Option {
  return new Option(flags, description).argParser((text) => {
    const value = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= 1024) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to 1024.`);
  });
}

/** Flags that not all engines have. */
const ONLY: Readonly<Partial<Record<keyof SqlFlags, readonly WarehouseEngine[]>>> = {
  createTable: ["clickhouse"],
  printScript: ["clickhouse"],
  script: ["clickhouse"],
  file: ["duckdb"],
  database: ["duckdb", "postgres", "sqlite"],
  into: ["clickhouse", "duckdb"],
  shards: ["clickhouse", "duckdb"],
  shard: ["clickhouse", "duckdb"],
};

function sqlText(engine: WarehouseEngine, flags: SqlFlags): string {
  for (const [flag, engines] of Object.entries(ONLY))
    if (flags[flag as keyof SqlFlags] !== undefined && !engines.includes(engine))
      throw new Error(`--${flag.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} is not for ${engine}`);
  const { shards = 1, shard, into, map, program } = flags;
  const script = flags.script ?? (map === undefined ? "loopguard.sh" : `loopguard-${map}.sh`);
  const options = { ...flags, judge: judgeOf(flags), shards, script };
  if (engine === "postgres" || engine === "sqlite") {
    if (map !== undefined && program !== undefined)
      throw new Error(`--program: the program in C reads rows, and --map ${map} gives spans; leave it out`);
    return jsonScript(engine, flags, options);
  }
  if (shard !== undefined && shard >= shards)
    throw new Error(`--shard ${shard}: with --shards ${shards} the last part is ${shards - 1}`);
  if (flags.createTable) {
    if (into === undefined) throw new Error("--create-table needs the table's name: give --into <table>");
    return clickhouseTable(into);
  }
  const query = callsQuery(flags, engine);
  if (shards > 1 && !query.fields.includes("run"))
    throw new Error("--shards divides the table by runs: give the column run in --columns");
  if (engine === "duckdb") return duckdbScript(query, options);
  if (flags.printScript) return clickhouseScript(query, options.judge);
  return clickhouseStatement(query, options);
}

/** The words of the command that reads rows and writes lines. */
function judgeOf({ program, preset }: SqlFlags): string[] {
  const words = program === undefined ? ["loopguard", "scan", "-"] : [program, "scan"];
  return preset === undefined ? words : [...words, "--preset", preset];
}
