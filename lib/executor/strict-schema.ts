/** The JSON schema of a tool with `strict: true`: applies the rules of OpenAI's strict mode at every depth. */
import { isSchema, type JsonSchema } from "./clean-schema.ts";

/** Keywords whose schemas each describe a whole value. Not `allOf`, whose schemas apply together. */
const NESTED = ["items", "prefixItems", "additionalItems", "additionalProperties", "anyOf", "oneOf"];
const NAMED = ["properties", "$defs", "definitions"];

/**
 * The schema with every object closed (`additionalProperties: false`) and all properties required. A property that was
 * optional may be `null` instead, which `withoutAddedNulls` and `parseStrictArguments` remove again. What strict mode
 * cannot express (records, tuples, intersections) stays unchanged, so that the provider reports it.
 */
export function strictSchema(schema: JsonSchema): JsonSchema {
  return { ...closed(schema, withAllRequired), ...(isObjectSchema(schema) && { additionalProperties: false }) };
}

/** The schema with every object closed, and otherwise unchanged. */
export function closedSchema(schema: JsonSchema): JsonSchema {
  return closed(schema, (object) => object);
}

/**
 * The arguments without the properties whose `null` only `strictSchema(schema)` allows. In a union they stay, because
 * it is not known which member applies; `parseStrictArguments` tries those.
 */
export function withoutAddedNulls(value: unknown, schema: unknown): unknown {
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

function closed(schema: JsonSchema, complete: (object: JsonSchema) => JsonSchema): JsonSchema {
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
