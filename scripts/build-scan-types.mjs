/**
 * Makes the types of what `loopguard scan` prints from its schemas, docs/cli/scan.schema.json and docs/cli/scan-line.schema.json:
 * lib/cli/scan-types.gen.ts; and the columns for its lines in warehouses: lib/cli/sql/line-columns.gen.ts. `--check` writes nothing and fails when the file is out of date.
 */
import { read } from "./findings.mjs";
import { writeOrCheck } from "./generated.mjs";

const MODULE = "lib/cli/scan-types.gen.ts";
const COLUMNS = "lib/cli/sql/line-columns.gen.ts";
const [report, line] = ["scan", "scan-line"].map((name) => JSON.parse(read(`docs/cli/${name}.schema.json`)));

/** The name of the type for each definition; one that is not here is written where it is used. */
const NAMES = {
  run: "ScannedRun",
  detection: "ScanDetection",
  error: "ScanError",
  totals: "ScanTotals",
  recovered: "Recovered",
  saved: "Saved",
};

const comment = ({ description }, indent = "") => (description ? `${indent}/** ${description} */\n` : "");

function typeOf(schema, indent) {
  if (schema.$ref) {
    const name = schema.$ref.replace("#/definitions/", "");
    return NAMES[name] ?? typeOf(report.definitions[name], indent);
  }
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((word) => JSON.stringify(word)).join(" | ");
  if (schema.type === "array") return `${typeOf(schema.items, indent)}[]`;
  if (schema.type === "object") return membersOf(schema, indent);
  if (schema.type === "integer" || schema.type === "number") return "number";
  if (schema.type === "string") return "string";
  throw new Error(`no type for ${JSON.stringify(schema)}`);
}

function membersOf({ properties, required }, indent = "") {
  const inner = `${indent}  `;
  const members = Object.entries(properties).map(([name, schema]) => {
    return `${comment(schema, inner)}${inner}${name}${required.includes(name) ? "" : "?"}: ${typeOf(schema, inner)};\n`;
  });
  return `{\n${members.join("")}${indent}}`;
}

const interfaceOf = (name, schema) => `${comment(schema)}export interface ${name} ${membersOf(schema)}\n`;

const parts = [
  ...Object.entries(NAMES).map(([name, type]) => interfaceOf(type, report.definitions[name])),
  interfaceOf("ScanReport", report),
  interfaceOf("ScanLine", line),
];

/** The types of a column in ClickHouse and in DuckDB. */
function columnOf([name, { type, format, enum: words, const: version, $ref }]) {
  if (version) return ["UInt8", "UTINYINT"];
  if ($ref === "#/definitions/count" || type === "integer") return ["UInt64", "UBIGINT"];
  if (type === "array") return ["Array(String)", "VARCHAR[]"];
  // Not Nullable in ClickHouse, where that costs a second file for the column: 1970 if the trace does not say.
  if (format === "date-time") return ["DateTime64(3, 'UTC')", "TIMESTAMPTZ"];
  if (type === "object") return ["String", "JSON"];
  return [words || FEW.includes(name) ? "LowCardinality(String)" : "String", "VARCHAR"];
}

/** Members of few different values. */
const FEW = ["detector", "tool"];

const columns = Object.entries(line.properties).map((member) => {
  const [clickhouse, duckdb] = columnOf(member).map((type) => JSON.stringify(type));
  return `  { name: "${member[0]}", clickhouse: ${clickhouse}, duckdb: ${duckdb} },\n`;
});
const table = `/** What a line has, as columns of a table. */
export const LINE_COLUMNS: readonly { name: string; clickhouse: string; duckdb: string }[] = [
${columns.join("")}];
`;

const SOURCE = "docs/cli/scan*.schema.json";
const head = `// Made by scripts/build-scan-types.mjs from ${SOURCE}. Not to be edited.\n\n`;
writeOrCheck(MODULE, head + parts.join("\n"), SOURCE, "build-scan-types.mjs");
writeOrCheck(COLUMNS, head + table, SOURCE, "build-scan-types.mjs");
