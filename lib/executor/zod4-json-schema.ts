/** JSON schema of a zod 4 schema from a release, or a build (`zod/mini`), that cannot write it itself. */
import type { JsonSchema } from "./json-schema.ts";

/** As much of a zod 4 schema as is read here. */
interface Zod4Schema {
  _zod: { def: Zod4Def; optin?: string };
  description?: string;
}

interface Zod4Def {
  type: string;
  /** Of `z.email()`, `z.int()` and the like, which are type and check in one. */
  format?: string;
  checks?: { _zod: { def: Zod4Check } }[];
  [key: string]: unknown;
}

interface Zod4Check {
  check: string;
  format?: string;
  pattern?: RegExp;
  inclusive?: boolean;
  value?: unknown;
  minimum?: number;
  maximum?: number;
  length?: number;
}

/** Schemas that are being converted: meeting one of them again means that the schema contains itself. */
type Path = ReadonlySet<unknown>;

/** @internal */
export function zod4ToJsonSchema(schema: unknown, path: Path = new Set()): JsonSchema {
  if (path.has(schema)) return {};
  const { _zod, description } = schema as Zod4Schema;
  const inner = new Set([...path, schema]);
  // What is not in the table is left open: {} allows everything.
  const converted = CONVERTERS[_zod.def.type]?.(_zod.def, inner) ?? {};
  return description === undefined ? converted : { ...converted, description };
}

const convert = zod4ToJsonSchema;
type Converter = (def: Zod4Def, path: Path) => JsonSchema;
const innerType: Converter = (def, path) => convert(def["innerType"], path);

const CONVERTERS: Record<string, Converter> = {
  string: stringSchema,
  number: numberSchema,
  bigint: () => ({ type: "integer" }),
  boolean: () => ({ type: "boolean" }),
  date: () => ({ type: "string", format: "date-time" }),
  null: () => ({ type: "null" }),
  never: () => ({ not: {} }),
  literal: (def) => literalSchema(def["values"] as unknown[]),
  enum: (def) => ({ enum: enumValues(def["entries"] as Record<string, string | number>) }),
  object: objectSchema,
  array: (def, path) => ({ type: "array", items: convert(def["element"], path), ...lengthBounds(def, "Items") }),
  set: (def, path) => ({ type: "array", items: convert(def["valueType"], path), uniqueItems: true }),
  tuple: tupleSchema,
  record: (def, path) => ({ type: "object", additionalProperties: convert(def["valueType"], path) }),
  union: (def, path) => ({ anyOf: (def["options"] as unknown[]).map((option) => convert(option, path)) }),
  intersection: (def, path) => ({ allOf: [convert(def["left"], path), convert(def["right"], path)] }),
  nullable: (def, path) => ({ anyOf: [innerType(def, path), { type: "null" }] }),
  optional: innerType,
  nonoptional: innerType,
  default: innerType,
  prefault: innerType,
  catch: innerType,
  readonly: innerType,
  pipe: (def, path) => convert(def["in"], path),
};

const FORMATS: Record<string, string> = {
  email: "email",
  url: "uri",
  uuid: "uuid",
  guid: "uuid",
  datetime: "date-time",
  date: "date",
  time: "time",
  duration: "duration",
  ipv4: "ipv4",
  ipv6: "ipv6",
};

/** The checks of a schema, the one that it is itself included. */
function checksOf(def: Zod4Def): Zod4Check[] {
  const own: Zod4Check[] = def.format === undefined ? [] : [def as unknown as Zod4Check];
  return [...own, ...(def.checks ?? []).map(({ _zod }) => _zod.def)];
}

function stringSchema(def: Zod4Def): JsonSchema {
  const out: JsonSchema = { type: "string", ...lengthBounds(def, "Length") };
  for (const { format, pattern } of checksOf(def)) {
    if (format === undefined) continue;
    if (FORMATS[format] !== undefined) out["format"] = FORMATS[format];
    else if (pattern instanceof RegExp) out["pattern"] = pattern.source;
  }
  return out;
}

function numberSchema(def: Zod4Def): JsonSchema {
  const out: JsonSchema = { type: "number" };
  for (const { check, format, value, inclusive } of checksOf(def)) {
    if (format?.includes("int")) out["type"] = "integer";
    if (check === "greater_than") out[inclusive ? "minimum" : "exclusiveMinimum"] = value;
    if (check === "less_than") out[inclusive ? "maximum" : "exclusiveMaximum"] = value;
    if (check === "multiple_of") out["multipleOf"] = value;
  }
  return out;
}

function lengthBounds(def: Zod4Def, suffix: string): JsonSchema {
  const out: JsonSchema = {};
  for (const { check, minimum, maximum, length } of checksOf(def)) {
    if (check === "min_length" || check === "length_equals") out[`min${suffix}`] = minimum ?? length;
    if (check === "max_length" || check === "length_equals") out[`max${suffix}`] = maximum ?? length;
  }
  return out;
}

function objectSchema(def: Zod4Def, path: Path): JsonSchema {
  const shape = Object.entries(def["shape"] as Record<string, Zod4Schema>);
  const out: JsonSchema = {
    type: "object",
    properties: Object.fromEntries(shape.map(([name, schema]) => [name, convert(schema, path)])),
  };
  const required = shape.filter(([, schema]) => schema._zod.optin !== "optional").map(([name]) => name);
  if (required.length > 0) out["required"] = required;
  const catchall = def["catchall"] as Zod4Schema | undefined;
  if (catchall !== undefined)
    out["additionalProperties"] = catchall._zod.def.type === "never" ? false : convert(catchall, path);
  return out;
}

function tupleSchema(def: Zod4Def, path: Path): JsonSchema {
  const items = (def["items"] as unknown[]).map((item) => convert(item, path));
  const out: JsonSchema = { type: "array", prefixItems: items, minItems: items.length };
  return def["rest"] ? { ...out, items: convert(def["rest"], path) } : { ...out, maxItems: items.length };
}

function literalSchema(values: unknown[]): JsonSchema {
  return values.length === 1 ? { const: values[0] } : { enum: values };
}

/** TypeScript gives a numeric enum a second entry for each member, from value to name. */
function enumValues(entries: Record<string, string | number>): (string | number)[] {
  return Object.keys(entries)
    .filter((key) => typeof entries[entries[key] as string] !== "number")
    .map((key) => entries[key] as string | number);
}
