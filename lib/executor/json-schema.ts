/** The JSON schema of a tool's parameters, in the form that model providers accept. */

import { getOrAdd, isGiven, orElse } from "../base/property.ts";
import { isFields as isSchema } from "../history/fields.ts";
import { cleanSchema, type JsonSchema } from "./clean-schema.ts";
import type { ParameterSchema } from "./parameter-schema.ts";
import type { ToolDef, ToolDefinition } from "./tool-types.ts";
import { zodToJsonSchema } from "./zod-json-schema.ts";
import { readZod3, readZod4 } from "./zod-node.ts";

/** Keywords whose schemas each describe a whole value. Not `allOf`, whose schemas apply together. */
const NESTED = ["items", "prefixItems", "additionalItems", "additionalProperties", "anyOf", "oneOf"];
const NAMED = ["properties", "$defs", "definitions"];

/**
 * The schema with every object closed (`additionalProperties: false`) and all properties required. A property that was
 * optional may be `null` instead, which `withoutAddedNulls` and `parseStrictArguments` remove again. What strict mode
 * cannot express (records, tuples, intersections) stays unchanged, so that the provider reports it.
 */
function strictSchema(schema: JsonSchema): JsonSchema {
  return { ...closed(schema, withAllRequired), ...(isObjectSchema(schema) && { additionalProperties: false }) };
}

/**
 * The arguments without the properties whose `null` only `strictSchema(schema)` allows. In a union they stay, because
 * it is not known which member applies; `parseStrictArguments` tries those.
 */
function withoutAddedNulls(value: unknown, schema: unknown): unknown {
  if (!isSchema(schema) || typeof value !== "object" || value === null) return value;
  const { properties, required = [], items, additionalProperties, anyOf } = schema;
  if (Array.isArray(anyOf)) {
    const [option, another] = anyOf.filter((one) => !isSchema(one) || one["type"] !== "null");
    return another === undefined ? withoutAddedNulls(value, option) : value;
  }
  if (Array.isArray(value)) return value.map((entry) => withoutAddedNulls(entry, items));
  const schemaOf = (name: string) =>
    isSchema(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
  const isAdded = (name: string): boolean => {
    const own = schemaOf(name);
    return isSchema(own) && !(required as string[]).includes(name) && !allowsNull(own);
  };
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, entry]) => entry !== null || !isAdded(name))
      .map(([name, entry]) => [name, withoutAddedNulls(entry, schemaOf(name) ?? additionalProperties)]),
  );
}

/** The schema with every object closed, after `complete` has changed it. */
function closed(schema: JsonSchema, complete = (object: JsonSchema): JsonSchema => object): JsonSchema {
  const inside = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inside);
    return isSchema(value) ? closed(value, complete) : value;
  };
  const out = { ...schema };
  for (const keyword of NESTED) if (keyword in out) out[keyword] = inside(out[keyword]);
  for (const keyword of NAMED) if (isSchema(out[keyword])) out[keyword] = mapped(out[keyword], inside);
  if (!isObjectSchema(out) || "allOf" in out || isFreeForm(out)) return out;
  return { ...complete(out), additionalProperties: false };
}

function isObjectSchema({ type, properties }: JsonSchema): boolean {
  return [type].flat().includes("object") || properties !== undefined;
}

/** Whether an object is a record: if it were closed, it could only be empty. */
function isFreeForm({ properties, additionalProperties }: JsonSchema): boolean {
  return additionalProperties !== undefined && Object.keys(properties ?? {}).length === 0;
}

function withAllRequired(object: JsonSchema): JsonSchema {
  const { properties, required = [] } = object;
  if (!isSchema(properties)) return object;
  const orNull = (value: unknown, name: string) =>
    (required as string[]).includes(name) || !isSchema(value) ? value : nullable(value);
  return { ...object, properties: mapped(properties, orNull), required: Object.keys(properties) };
}

function nullable(schema: JsonSchema): JsonSchema {
  if (allowsNull(schema)) return schema;
  const { description, ...undescribed } = schema;
  const { type } = schema;
  const isWord = typeof type === "string" && !["object", "array"].includes(type);
  if (isWord && !("enum" in schema || "const" in schema)) return { ...schema, type: [type, "null"] };
  return { anyOf: [undescribed, { type: "null" }], ...(description !== undefined && { description }) };
}

function allowsNull(schema: JsonSchema): boolean {
  const { description, type, anyOf, ...rest } = schema;
  if (Array.isArray(anyOf)) return anyOf.some((option) => isSchema(option) && allowsNull(option));
  return type === undefined ? Object.keys(rest).length === 0 : [type].flat().includes("null");
}

function mapped(schemas: JsonSchema, change: (schema: unknown, name: string) => unknown): JsonSchema {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, change(schema, name)]));
}

/** The definition of a tool for a model provider. */
export function toolDefinition(tool: ToolDef): ToolDefinition {
  const definition: ToolDefinition = {
    name: tool.name,
    description: tool.description + examplesText(tool.inputExamples ?? []),
    parameters: parametersOf(tool),
  };
  if (isGiven(tool.strict)) definition.strict = tool.strict;
  return definition;
}

const SCHEMAS = new WeakMap<ParameterSchema, JsonSchema>();

/**
 * The arguments for a tool with `strict: true`: those that the model sent, without the nulls that strict mode added.
 */
export function unstrictArguments({ rawJsonSchema, parameters }: ToolDef, args: unknown): unknown {
  // Nulls are not added to a raw schema.
  if (rawJsonSchema) return args;
  return withoutAddedNulls(
    args,
    getOrAdd(SCHEMAS, parameters as ParameterSchema, () => cleanSchema(toJsonSchema(parameters))),
  );
}

function examplesText(examples: readonly unknown[]): string {
  if (examples.length === 0) return "";
  return `\n\nExamples:\n${examples.map((example, i) => `${i + 1}. ${JSON.stringify(example)}`).join("\n")}`;
}

function parametersOf({ rawJsonSchema, parameters, strict = false }: ToolDef): JsonSchema {
  const schema = cleanSchema(rawJsonSchema || toJsonSchema(parameters ?? {}));
  if (!strict) return schema;
  // Optional properties of a raw schema stay optional: the tool may not accept `null` for them.
  return rawJsonSchema ? closed(schema) : strictSchema(schema);
}

/** Converts a schema: zod by our own conversion, others by the method that the schema itself has. */
function toJsonSchema(schema: ParameterSchema): JsonSchema {
  const { _zod, _def } = schema as { _zod?: unknown; _def?: { typeName?: unknown } };
  if (_zod !== undefined) return zodToJsonSchema(schema, readZod4);
  if (_def?.typeName !== undefined) return zodToJsonSchema(schema, readZod3);
  return standardJsonSchema(schema) ?? { type: "object", properties: {} };
}

/** Converts by Standard JSON Schema. A library may support only some targets, or not this schema. */
function standardJsonSchema(schema: ParameterSchema): JsonSchema | undefined {
  const { "~standard": standard } = schema as {
    "~standard"?: { jsonSchema?: { input(options: { target: string }): JsonSchema } };
  };
  if (standard?.jsonSchema === undefined) return undefined;
  // If it throws, the next target is tried; without any, every object is allowed.
  const made = (target: string) => orElse(() => standard.jsonSchema?.input({ target }), undefined);
  return made("draft-2020-12") ?? made("draft-07");
}
