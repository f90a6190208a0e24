/** What the conversions of zod 3 and zod 4 share. */
import type { JsonSchema } from "./clean-schema.ts";

/** Deeper than schemas that people write are nested, and less than the stack holds. */
const MAX_DEPTH = 64;
/** More than any provider takes. Ten schemas that contain each other would otherwise be millions. */
const MAX_SCHEMAS = 10_000;

/** Keeps the conversion of a schema that contains itself, or makes new ones for ever, within bounds. */
export class SchemaWalk {
  readonly #open = new Set<unknown>();
  #left = MAX_SCHEMAS;

  /** What `convert` gives, or `{}`, which allows everything: inside of `schema` itself, and beyond the bounds. */
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

/** Where a schema stands: the value of a property may be left out, any other may not. */
export interface Place {
  walk: SchemaWalk;
  property: boolean;
}

/** `undefined`: nothing that a model could send, such as a function, so that it is left out. */
export type Converter<Def> = (def: Def, place: Place) => JsonSchema | undefined;

/** One type, or the list of different ones. */
export function typeKeyword(types: string[]): string | string[] {
  const different = [...new Set(types)];
  return different.length === 1 ? (different[0] as string) : different;
}

/** Nothing is allowed. */
export const nothing = (): JsonSchema => ({ not: {} });

/** A value that is not in a property cannot be left out, but it may be `undefined`. */
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

/** A map is sent as its entries. */
export function mapSchema(key: JsonSchema = {}, value: JsonSchema = {}): JsonSchema {
  return { type: "array", maxItems: 125, items: { type: "array", items: [key, value], minItems: 2, maxItems: 2 } };
}

export function allOf(...parts: (JsonSchema | undefined)[]): JsonSchema {
  return { allOf: parts.filter((part) => part !== undefined) };
}

/** Intersections of intersections are one. */
export function intersectionSchema(
  left: JsonSchema | undefined,
  right: JsonSchema | undefined,
): JsonSchema | undefined {
  const parts = [left, right]
    .filter((part) => part !== undefined)
    .flatMap((part) => (Array.isArray(part["allOf"]) && part["type"] !== "string" ? part["allOf"] : [part]));
  return parts.length === 0 ? undefined : { allOf: parts };
}

/** `propertyNames` of a record, from the JSON schema of its keys, which are strings anyway. */
export function keyNames(keys: JsonSchema): JsonSchema {
  const { type, ...names } = keys;
  return { propertyNames: names };
}

/** A literal, or one of several. */
export function literalSchema(values: unknown[]): JsonSchema {
  const sayable = values.filter((value) => literalType(value) !== undefined);
  if (sayable.length === 0) return nothing();
  const type = typeKeyword(sayable.map((value) => literalType(value) as string));
  const plain = [...new Set(sayable.map((value) => (typeof value === "bigint" ? Number(value) : value)))];
  return values.length === 1 ? { type, const: plain[0] } : { type, enum: plain };
}

/** `undefined` for what JSON cannot say. */
export function literalType(value: unknown): string | undefined {
  if (value === null) return "null";
  if (typeof value === "bigint") return "integer";
  return ["string", "number", "boolean"].includes(typeof value) ? typeof value : undefined;
}

/** Of a TypeScript enum, or an object like it. A numeric one has a second entry for each member, from value to name. */
export function enumSchema(members: Record<string, string | number>): JsonSchema {
  const names = Object.keys(members).filter((name) => typeof members[members[name] as string] !== "number");
  const values = names.map((name) => members[name] as string | number);
  const type = ["string", "number"].filter((one) => values.some((value) => typeof value === one));
  return { type: typeKeyword(type), enum: values };
}

/** Whether no value has a type of both: what goes into a pipe is then not what comes out of it. */
export function contradict(one: JsonSchema | undefined, other: JsonSchema | undefined): boolean {
  const [types, others] = [typesOf(one), typesOf(other)];
  return types !== undefined && others !== undefined && !types.some((type) => others.includes(type));
}

function typesOf(schema: JsonSchema | undefined): unknown[] | undefined {
  const type = schema?.["type"];
  return type === undefined ? undefined : [type].flat().map((one) => (one === "integer" ? "number" : one));
}
