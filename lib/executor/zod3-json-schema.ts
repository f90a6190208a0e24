/** JSON schema of a zod 3 schema, read from its `_def`. Version 4 brings its own conversion. */
import type { JsonSchema } from "./json-schema.ts";

/** As much of a zod 3 schema as is read here. */
interface Zod3Schema {
  _def: Zod3Def;
  safeParse(input: unknown): { success: boolean };
}

interface Zod3Check {
  kind: string;
  value?: number | string;
  inclusive?: boolean;
  regex?: RegExp;
  version?: string;
}

interface Zod3Def {
  typeName: string;
  description?: string;
  checks?: Zod3Check[];
  [key: string]: unknown;
}

/** @internal */
export function zod3ToJsonSchema(schema: unknown): JsonSchema {
  const def = (schema as Zod3Schema)._def;
  // What is not in the table (functions, symbols, promises, lazy schemas, ...) is left open: {} allows everything.
  const converted = CONVERTERS[def.typeName]?.(def) ?? {};
  return def.description === undefined ? converted : { ...converted, description: def.description };
}

const convert = zod3ToJsonSchema;

const CONVERTERS: Record<string, (def: Zod3Def) => JsonSchema> = {
  ZodString: stringSchema,
  ZodNumber: numberSchema,
  ZodBigInt: () => ({ type: "integer" }),
  ZodBoolean: () => ({ type: "boolean" }),
  ZodDate: () => ({ type: "string", format: "date-time" }),
  ZodNull: () => ({ type: "null" }),
  ZodNever: () => ({ not: {} }),
  ZodLiteral: (def) => (def["value"] === undefined ? {} : { const: def["value"] }),
  ZodEnum: (def) => ({ type: "string", enum: def["values"] }),
  ZodNativeEnum: (def) => ({ enum: enumValues(def["values"] as Record<string, string | number>) }),
  ZodObject: objectSchema,
  ZodArray: arraySchema,
  ZodSet: (def) => ({
    type: "array",
    items: convert(def["valueType"]),
    uniqueItems: true,
    ...bounds(def, "minSize", "maxSize", "Items"),
  }),
  ZodTuple: tupleSchema,
  ZodRecord: recordSchema,
  ZodUnion: (def) => ({ anyOf: (def["options"] as unknown[]).map(convert) }),
  // An array, or a Map in early versions.
  ZodDiscriminatedUnion: (def) => ({ anyOf: [...(def["options"] as Map<string, unknown>).values()].map(convert) }),
  ZodIntersection: (def) => ({ allOf: [convert(def["left"]), convert(def["right"])] }),
  ZodNullable: (def) => ({ anyOf: [convert(def["innerType"]), { type: "null" }] }),
  ZodOptional: (def) => convert(def["innerType"]),
  ZodDefault: (def) => convert(def["innerType"]),
  ZodCatch: (def) => convert(def["innerType"]),
  ZodReadonly: (def) => convert(def["innerType"]),
  ZodBranded: (def) => convert(def["type"]),
  // The model sends what goes in: the schema before a refinement, a transformation or a pipe.
  ZodEffects: (def) => convert(def["schema"]),
  ZodPipeline: (def) => convert(def["in"]),
};

/** Checks of strings that are formats of JSON schema; the others are the validator's alone. */
const FORMATS: Record<string, string> = {
  email: "email",
  url: "uri",
  uuid: "uuid",
  datetime: "date-time",
  date: "date",
  time: "time",
  duration: "duration",
};

function stringSchema({ checks = [] }: Zod3Def): JsonSchema {
  const out: JsonSchema = { type: "string" };
  for (const { kind, value, regex, version } of checks) {
    if (kind === "min" || kind === "length") out["minLength"] = value;
    if (kind === "max" || kind === "length") out["maxLength"] = value;
    if (kind === "regex" && regex !== undefined) out["pattern"] = regex.source;
    if (kind === "startsWith") out["pattern"] = `^${escapeRegExp(String(value))}`;
    if (kind === "endsWith") out["pattern"] = `${escapeRegExp(String(value))}$`;
    if (kind === "includes") out["pattern"] = escapeRegExp(String(value));
    if (kind === "ip" && version !== undefined) out["format"] = `ip${version}`;
    if (FORMATS[kind] !== undefined) out["format"] = FORMATS[kind];
  }
  return out;
}

function numberSchema({ checks = [] }: Zod3Def): JsonSchema {
  const out: JsonSchema = { type: "number" };
  for (const { kind, value, inclusive } of checks) {
    if (kind === "int") out["type"] = "integer";
    if (kind === "min") out[inclusive ? "minimum" : "exclusiveMinimum"] = value;
    if (kind === "max") out[inclusive ? "maximum" : "exclusiveMaximum"] = value;
    if (kind === "multipleOf") out["multipleOf"] = value;
  }
  return out;
}

function objectSchema(def: Zod3Def): JsonSchema {
  const shape = Object.entries((def["shape"] as () => Record<string, Zod3Schema>)());
  const out: JsonSchema = {
    type: "object",
    properties: Object.fromEntries(shape.map(([name, schema]) => [name, convert(schema)])),
  };
  const required = shape.filter(([, schema]) => !acceptsUndefined(schema)).map(([name]) => name);
  if (required.length > 0) out["required"] = required;
  const catchall = def["catchall"] as Zod3Schema;
  if (catchall._def.typeName !== "ZodNever") out["additionalProperties"] = convert(catchall);
  else if (def["unknownKeys"] === "strict") out["additionalProperties"] = false;
  else if (def["unknownKeys"] === "passthrough") out["additionalProperties"] = true;
  return out;
}

function arraySchema(def: Zod3Def): JsonSchema {
  const out: JsonSchema = {
    type: "array",
    items: convert(def["type"]),
    ...bounds(def, "minLength", "maxLength", "Items"),
  };
  const exact = def["exactLength"] as { value: number } | null | undefined;
  return exact ? { ...out, minItems: exact.value, maxItems: exact.value } : out;
}

function tupleSchema(def: Zod3Def): JsonSchema {
  const items = (def["items"] as unknown[]).map(convert);
  const out: JsonSchema = { type: "array", prefixItems: items, minItems: items.length };
  return def["rest"] ? { ...out, items: convert(def["rest"]) } : { ...out, maxItems: items.length };
}

function recordSchema(def: Zod3Def): JsonSchema {
  const out: JsonSchema = { type: "object", additionalProperties: convert(def["valueType"]) };
  const names = convert(def["keyType"]);
  return Object.keys(names).length > 1 || "enum" in names ? { ...out, propertyNames: names } : out;
}

function bounds(def: Zod3Def, min: string, max: string, suffix: string): JsonSchema {
  const out: JsonSchema = {};
  const low = def[min] as { value: number } | null | undefined;
  const high = def[max] as { value: number } | null | undefined;
  if (low) out[`min${suffix}`] = low.value;
  if (high) out[`max${suffix}`] = high.value;
  return out;
}

/** TypeScript gives a numeric enum a second entry for each member, from value to name. */
function enumValues(values: Record<string, string | number>): (string | number)[] {
  return Object.keys(values)
    .filter((key) => typeof values[values[key] as string] !== "number")
    .map((key) => values[key] as string | number);
}

/** Whether the model may leave the property out. zod 3 asks the same question the same way. */
function acceptsUndefined(schema: Zod3Schema): boolean {
  try {
    return schema.safeParse(undefined).success;
  } catch {
    return false;
  }
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}
