/** The parts that the conversions of zod 3 and zod 4 schemas share. */
import type { JsonSchema } from "./clean-schema.ts";

/** The deepest nesting that is converted: more than in real schemas, and less than would overflow the stack. */
const MAX_DEPTH = 64;
/**
 * The most schemas that are converted: more than any provider accepts. Ten schemas that contain each other become
 * millions.
 */
const MAX_SCHEMAS = 10_000;

/** Limits the conversion of a schema that contains itself, or that creates new schemas without end. */
export class SchemaWalk {
  readonly #open = new Set<unknown>();
  #left = MAX_SCHEMAS;

  /**
   * The result of `convert`; or `{}`, which allows everything, where `schema` contains itself and beyond the limits.
   */
  enter(schema: unknown, convert: () => JsonSchema | undefined): JsonSchema | undefined {
    if (this.#open.has(schema) || this.#open.size === MAX_DEPTH || this.#left === 0) return {};
    this.#left -= 1;
    this.#open.add(schema);
    try {
      return convert();
    } finally {
      this.#open.delete(schema);
    }
  }
}

/** The position of a schema: only the value of a property may be left out. */
export interface Place {
  walk: SchemaWalk;
  property: boolean;
}

/** Converts a schema; `undefined` for a value that a model cannot send, such as a function: it is left out. */
export type Converter<Def> = (def: Def, place: Place) => JsonSchema | undefined;

/** The value of the keyword `type`: one type, or a list of different ones. */
export function typeKeyword(types: string[]): string | string[] {
  const different = [...new Set(types)];
  return different.length === 1 ? (different[0] as string) : different;
}

/** The schema that allows nothing. */
export const nothing = (): JsonSchema => ({ not: {} });

/** An optional value that is not a property: it cannot be left out, but may be `undefined`. */
export function optionalValue(inner: JsonSchema): JsonSchema {
  return { anyOf: [nothing(), inner] };
}

export function anyOf(options: (JsonSchema | undefined)[]): JsonSchema | undefined {
  const sayable = options.filter((option) => option !== undefined);
  return sayable.length === 0 ? undefined : { anyOf: sayable };
}

export function objectSchema(
  properties: [name: string, schema: JsonSchema | undefined, required: boolean][],
  additional: unknown,
): JsonSchema {
  const sayable = properties.filter(([, schema]) => schema !== undefined);
  const required = sayable.filter(([, , needed]) => needed).map(([name]) => name);
  return {
    type: "object",
    properties: Object.fromEntries(sayable),
    ...(required.length > 0 && { required }),
    ...(additional !== undefined && { additionalProperties: additional }),
  };
}

export function tupleSchema(
  items: (JsonSchema | undefined)[],
  minItems: number,
  rest: JsonSchema | undefined,
): JsonSchema {
  const out: JsonSchema = { type: "array", minItems, items: items.filter((item) => item !== undefined) };
  return rest === undefined ? { ...out, maxItems: items.length } : { ...out, additionalItems: rest };
}

/** A map, which is sent as the list of its entries. */
export function mapSchema(key: JsonSchema = {}, value: JsonSchema = {}): JsonSchema {
  return { type: "array", maxItems: 125, items: { type: "array", items: [key, value], minItems: 2, maxItems: 2 } };
}

export function allOf(...parts: (JsonSchema | undefined)[]): JsonSchema {
  return { allOf: parts.filter((part) => part !== undefined) };
}

/** An intersection; nested intersections are flattened. */
export function intersectionSchema(
  left: JsonSchema | undefined,
  right: JsonSchema | undefined,
): JsonSchema | undefined {
  const parts = [left, right]
    .filter((part) => part !== undefined)
    .flatMap((part) => (Array.isArray(part["allOf"]) && part["type"] !== "string" ? part["allOf"] : [part]));
  return parts.length === 0 ? undefined : { allOf: parts };
}

/** `propertyNames` of a record, from the JSON schema of its keys, without `type`: keys are always strings. */
export function keyNames(keys: JsonSchema): JsonSchema {
  const { type, ...names } = keys;
  return { propertyNames: names };
}

/** A literal, or a choice of several. */
export function literalSchema(values: unknown[]): JsonSchema {
  const sayable = values.filter((value) => literalType(value) !== undefined);
  if (sayable.length === 0) return nothing();
  const type = typeKeyword(sayable.map((value) => literalType(value) as string));
  const plain = [...new Set(sayable.map((value) => (typeof value === "bigint" ? Number(value) : value)))];
  return values.length === 1 ? { type, const: plain[0] } : { type, enum: plain };
}

/** The JSON type of a literal; `undefined` for one that JSON cannot express. */
export function literalType(value: unknown): string | undefined {
  if (value === null) return "null";
  if (typeof value === "bigint") return "integer";
  return ["string", "number", "boolean"].includes(typeof value) ? typeof value : undefined;
}

/**
 * The values of a TypeScript enum, or a similar object. A numeric enum also has an entry from each value to its name.
 */
export function enumSchema(members: Record<string, string | number>): JsonSchema {
  const names = Object.keys(members).filter((name) => typeof members[members[name] as string] !== "number");
  const values = names.map((name) => members[name] as string | number);
  const type = ["string", "number"].filter((one) => values.some((value) => typeof value === one));
  return { type: typeKeyword(type), enum: values };
}

/** Whether no value matches the types of both: then the output of a pipe differs from its input. */
export function contradict(one: JsonSchema | undefined, other: JsonSchema | undefined): boolean {
  const [types, others] = [typesOf(one), typesOf(other)];
  return types !== undefined && others !== undefined && !types.some((type) => others.includes(type));
}

function typesOf(schema: JsonSchema | undefined): unknown[] | undefined {
  const type = schema?.["type"];
  return type === undefined ? undefined : [type].flat().map((one) => (one === "integer" ? "number" : one));
}
