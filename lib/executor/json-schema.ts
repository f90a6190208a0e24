/** The JSON schema of a tool's parameters, as model providers want it. */
import type { ParameterSchema } from "./parameter-schema.ts";
import type { ToolDef, ToolDefinition } from "./tool-types.ts";
import { zod3ToJsonSchema } from "./zod3-json-schema.ts";
import { zod4ToJsonSchema } from "./zod4-json-schema.ts";

export type JsonSchema = Record<string, unknown>;

/**
 * What a model provider gets to know about a tool.
 *
 * @internal
 */
export function toolDefinition(tool: ToolDef): ToolDefinition {
  const strict = tool.strict ?? false;
  const definition: ToolDefinition = {
    name: tool.name,
    description: tool.description + examplesText(tool.inputExamples ?? []),
    parameters: tool.rawJsonSchema ?? cleaned(toJsonSchema(tool.parameters), strict),
  };
  if (tool.strict !== undefined) definition.strict = tool.strict;
  return definition;
}

function examplesText(examples: readonly unknown[]): string {
  if (examples.length === 0) return "";
  return `\n\nExamples:\n${examples.map((example, i) => `${i + 1}. ${JSON.stringify(example)}`).join("\n")}`;
}

/** A schema library's own conversion where it has one, else ours. No library is imported: the schema brings its own. */
function toJsonSchema(schema: ParameterSchema): JsonSchema {
  const { toJSONSchema, _zod, _def } = schema as { toJSONSchema?: unknown; _zod?: unknown; _def?: unknown };
  if (_zod !== undefined && typeof toJSONSchema === "function")
    return toJSONSchema.call(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
  const standard = standardJsonSchema(schema);
  if (standard !== undefined) return standard;
  if (_zod !== undefined) return zod4ToJsonSchema(schema);
  if ((_def as { typeName?: unknown } | undefined)?.typeName !== undefined) return zod3ToJsonSchema(schema);
  return { type: "object", properties: {} };
}

/** Through Standard JSON Schema. A library may know only some of the targets, or be unable to write this schema. */
function standardJsonSchema(schema: ParameterSchema): JsonSchema | undefined {
  const { "~standard": standard } = schema as {
    "~standard"?: { jsonSchema?: { input(options: { target: string }): JsonSchema } };
  };
  if (standard?.jsonSchema === undefined) return undefined;
  for (const target of ["draft-2020-12", "draft-07"]) {
    try {
      return standard.jsonSchema.input({ target });
    } catch {
      // The next target, or our own conversion.
    }
  }
  return undefined;
}

const DROPPED = new Set(["$schema", "title", "default", "examples", "$id", "$comment"]);
/** Keywords whose value is a schema, a list of schemas, or names with schemas. All other values are data. */
const SCHEMA_KEYWORDS = new Set([
  "items",
  "additionalItems",
  "unevaluatedItems",
  "contains",
  "additionalProperties",
  "unevaluatedProperties",
  "propertyNames",
  "not",
  "if",
  "then",
  "else",
  "allOf",
  "anyOf",
  "oneOf",
  "prefixItems",
]);
const SCHEMA_MAP_KEYWORDS = new Set(["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"]);

/**
 * Without what providers reject or ignore. `additionalProperties: false` is what strict mode requires of every object,
 * and what some providers refuse outside of it.
 */
function cleaned(schema: JsonSchema, strict: boolean): JsonSchema {
  const out: JsonSchema = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (DROPPED.has(keyword)) continue;
    if (keyword === "additionalProperties" && value === false) continue;
    if (SCHEMA_MAP_KEYWORDS.has(keyword)) out[keyword] = mapValues(value, strict);
    else if (SCHEMA_KEYWORDS.has(keyword)) out[keyword] = cleanedValue(value, strict);
    else out[keyword] = value;
  }
  if (strict && isObjectSchema(out) && !("additionalProperties" in out)) out["additionalProperties"] = false;
  return out;
}

function cleanedValue(value: unknown, strict: boolean): unknown {
  if (Array.isArray(value)) return value.map((entry) => cleanedValue(entry, strict));
  return isSchema(value) ? cleaned(value, strict) : value;
}

function mapValues(value: unknown, strict: boolean): unknown {
  if (!isSchema(value)) return value;
  // fromEntries and not assignment: a property may be named __proto__.
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, cleanedValue(schema, strict)]));
}

function isObjectSchema(schema: JsonSchema): boolean {
  return schema["type"] === "object" || "properties" in schema;
}

/** A schema may also be `true` or `false`. */
function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
