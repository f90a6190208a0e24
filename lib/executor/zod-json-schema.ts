/** Converts zod schemas to JSON Schema: zod 3 as zod-to-json-schema does, zod 4 to the same as its zod 3 equivalent. */
import type { JsonSchema } from "./clean-schema.ts";
import type { Check, ZodNode } from "./zod-node.ts";

/** The deepest nesting that is converted: more than in real schemas, and less than would overflow the stack. */
const MAX_DEPTH = 64;
/**
 * The most schemas that are converted: more than any provider accepts. Ten schemas that contain each other become
 * millions.
 */
const MAX_SCHEMAS = 10_000;

type Reader = (schema: unknown) => ZodNode;

interface Conversion {
  readonly read: Reader;
  /** Converts a schema that is a part of another one, such as an array's element. Only a property may be left out. */
  part(schema: unknown, isProperty?: boolean): JsonSchema | undefined;
}

/** Converts a schema; `undefined` for a value that a model cannot send, such as a function: it is left out. */
type Converter = (node: ZodNode, zod: Conversion, isProperty: boolean) => JsonSchema | undefined;

/** Converts a schema; where it contains itself, and beyond the limits, the result is `{}`, which allows everything. */
export function zodToJsonSchema(schema: unknown, read: Reader): JsonSchema {
  const open = new Set<unknown>();
  let left = MAX_SCHEMAS;
  const zod: Conversion = {
    read,
    part(schema, isProperty = false) {
      if (open.has(schema) || open.size === MAX_DEPTH || left === 0) return {};
      left -= 1;
      open.add(schema);
      try {
        const node = read(schema);
        const own = node.toJSONSchema?.() as JsonSchema | undefined;
        const convert = Object.hasOwn(CONVERTERS, node.type) ? CONVERTERS[node.type] : () => ({});
        const converted = own ?? convert?.(node, zod, isProperty);
        return converted && { ...converted, ...node.metadata };
      } finally {
        open.delete(schema);
      }
    },
  };
  return zod.part(schema) ?? {};
}

/** The schema that allows nothing. */
const nothing = (): JsonSchema => ({ not: {} });
const leftOut = () => undefined;
/** Converts a wrapper, such as `readonly()`, by its inner schema. */
const inner: Converter = ({ innerType }, zod, isProperty) => zod.part(innerType, isProperty);

/** Types that are not in the table become `{}`. */
const CONVERTERS: Record<string, Converter> = {
  string: ({ checks }) => stringSchema(checks),
  template_literal: ({ pattern }) => stringSchema([{ pattern }]),
  number: ({ checks }) => numberSchema({ type: "number" }, checks),
  bigint: ({ checks }) => numberSchema({ type: "integer", format: "int64" }, checks),
  boolean: () => ({ type: "boolean" }),
  date: () => ({ type: "string", format: "date-time" }),
  null: () => ({ type: "null" }),
  never: nothing,
  nan: nothing,
  undefined: nothing,
  void: leftOut,
  symbol: leftOut,
  function: leftOut,
  literal: ({ values = [] }) => literalSchema(values),
  enum: enumSchema,
  nativeenum: enumSchema,
  object: objectSchema,
  array: ({ element, checks }, zod) => ({
    type: "array",
    ...(!isPlain(zod.read(element), "any") && { items: zod.part(element) }),
    ...bounds(checks, "minItems", "maxItems"),
  }),
  set: ({ valueType, checks }, zod) => ({
    type: "array",
    uniqueItems: true,
    items: zod.part(valueType),
    ...bounds(checks, "minItems", "maxItems"),
  }),
  map: mapSchema,
  tuple: tupleSchema,
  record: recordSchema,
  union: unionSchema,
  intersection: intersectionSchema,
  nullable: nullableSchema,
  optional: optionalSchema,
  nonoptional: inner,
  default: inner,
  prefault: inner,
  catch: inner,
  readonly: inner,
  promise: inner,
  success: inner,
  branded: inner,
  effects: inner,
  lazy: ({ getter }, zod, isProperty) => zod.part(getter?.(), isProperty),
  pipe: pipeSchema,
};

/** Types that are a single `type` in JSON schema, unless they have checks. */
const WORDS: Record<string, string> = {
  string: "string",
  number: "number",
  bigint: "integer",
  boolean: "boolean",
  null: "null",
};

const word = ({ type, checks }: ZodNode) => (checks.length > 0 ? undefined : WORDS[type]);
const isPlain = ({ type, checks }: ZodNode, name: string) => type === name && checks.length === 0;

/** The value of the keyword `type`: one type, or a list of different ones. */
function typeKeyword(types: string[]): string | string[] {
  const different = [...new Set(types)];
  return different.length === 1 ? (different[0] as string) : different;
}

function bounds(checks: readonly Check[], least: string, most: string): JsonSchema {
  const lows = checks.flatMap(({ min }) => min ?? []);
  const highs = checks.flatMap(({ max }) => max ?? []);
  return {
    ...(lows.length > 0 && { [least]: Math.max(...lows) }),
    ...(highs.length > 0 && { [most]: Math.min(...highs) }),
  };
}

function stringSchema(checks: readonly Check[]): JsonSchema {
  const out: JsonSchema = { type: "string", ...bounds(checks, "minLength", "maxLength") };
  const formats = checks.flatMap(({ formats = [] }) => formats);
  if (formats.length === 1) out["format"] = formats[0];
  if (formats.length > 1) out["anyOf"] = formats.map((format) => ({ format }));
  const patterns = checks.flatMap(({ pattern }) => pattern?.source ?? []);
  if (patterns.length === 1) out["pattern"] = patterns[0];
  if (patterns.length > 1) out["allOf"] = patterns.map((pattern) => ({ pattern }));
  const encoding = checks.find((check) => check.encoding !== undefined)?.encoding;
  if (encoding !== undefined) out["contentEncoding"] = encoding;
  return out;
}

function numberSchema(start: JsonSchema, checks: readonly Check[]): JsonSchema {
  return Object.assign(start, ...checks.map(({ keywords }) => keywords));
}

/** A literal, or a choice of several. */
function literalSchema(values: readonly unknown[]): JsonSchema {
  const expressible = values.filter((value) => literalType(value) !== undefined);
  if (expressible.length === 0) return nothing();
  const type = typeKeyword(expressible.map((value) => literalType(value) as string));
  const plain = [...new Set(expressible.map((value) => (typeof value === "bigint" ? Number(value) : value)))];
  return values.length === 1 ? { type, const: plain[0] } : { type, enum: plain };
}

/** The JSON type of a literal; `undefined` for one that JSON cannot express. */
function literalType(value: unknown): string | undefined {
  if (value === null) return "null";
  if (typeof value === "bigint") return "integer";
  return ["string", "number", "boolean"].includes(typeof value) ? typeof value : undefined;
}

function enumSchema({ values = [] }: ZodNode): JsonSchema {
  const type = ["string", "number"].filter((one) => values.some((value) => typeof value === one));
  return { type: typeKeyword(type), enum: values };
}

function objectSchema({ properties, additional }: ZodNode, zod: Conversion): JsonSchema {
  const all = (properties?.() ?? []).map(([name, schema]) => ({
    name,
    schema: zod.part(schema, true),
    required: !zod.read(schema).mayBeLeftOut(),
  }));
  const expressible = all.filter(({ schema }) => schema !== undefined);
  const required = expressible.filter((property) => property.required).map(({ name }) => name);
  const others = additional === undefined || additional === true ? additional : zod.part(additional);
  return {
    type: "object",
    properties: Object.fromEntries(expressible.map(({ name, schema }) => [name, schema])),
    ...(required.length > 0 && { required }),
    ...(others !== undefined && { additionalProperties: others }),
  };
}

function tupleSchema({ items = [], minItems, rest }: ZodNode, zod: Conversion): JsonSchema {
  const expressible = items.map((item) => zod.part(item)).filter((item) => item !== undefined);
  const others = rest ? zod.part(rest) : undefined;
  const end = others === undefined ? { maxItems: items.length } : { additionalItems: others };
  return { type: "array", minItems, items: expressible, ...end };
}

/** A map, which is sent as the list of its entries. */
function mapSchema({ keyType, valueType }: ZodNode, zod: Conversion): JsonSchema {
  const entry = [zod.part(keyType) ?? {}, zod.part(valueType) ?? {}];
  return { type: "array", maxItems: 125, items: { type: "array", items: entry, minItems: 2, maxItems: 2 } };
}

function recordSchema({ mode, keyType, valueType, partial }: ZodNode, zod: Conversion): JsonSchema {
  if (mode === "loose") return { type: "object", additionalProperties: true };
  const out: JsonSchema = { type: "object", additionalProperties: zod.part(valueType) ?? true };
  const key = zod.read(keyType);
  if (key.type === "enum") {
    const names = (key.values ?? []).map(String);
    // Unlike in zod 3, a record with enum keys must have all of them.
    const hasAll = !partial && !zod.read(valueType).mayBeLeftOut();
    return { ...out, propertyNames: { enum: names }, ...(hasAll && { required: names }) };
  }
  const isBranded = key.type === "branded";
  const { type, checks } = isBranded ? zod.read(key.innerType) : key;
  if (type !== "string" || checks.length === 0) return out;
  // Only a branded key keeps its description, as in zod-to-json-schema. No `type`: keys are always strings.
  const { type: _, ...propertyNames } = (isBranded ? zod.part(key.innerType) : undefined) ?? stringSchema(checks);
  return { ...out, propertyNames };
}

function unionSchema({ options = [], inclusive, discriminator }: ZodNode, zod: Conversion): JsonSchema | undefined {
  const nodes = options.map(zod.read);
  const isExclusive = inclusive === false && discriminator === undefined;
  if (!isExclusive) {
    const short = shortUnion(nodes);
    if (short !== undefined) return short;
  }
  const expressible = options.map((option) => zod.part(option)).filter((option) => option !== undefined);
  return expressible.length === 0 ? undefined : { [isExclusive ? "oneOf" : "anyOf"]: expressible };
}

/** A union of types without checks, of literals, or of enums, which does not need `anyOf`. */
function shortUnion(options: ZodNode[]): JsonSchema | undefined {
  const words = options.map(word);
  if (words.every((one) => one !== undefined)) return { type: typeKeyword(words) };
  const isLiteral = (node: ZodNode) => isPlain(node, "literal") && !node.metadata["description"];
  const values = options.flatMap((node) => node.values ?? []);
  if (options.every(isLiteral) && values.every((value) => literalType(value) !== undefined)) {
    const { type, enum: all, const: only } = literalSchema(values);
    return { type, enum: all ?? [only] };
  }
  const areEnums = options.every((node) => isPlain(node, "enum")) && values.every((value) => typeof value === "string");
  return areEnums ? { type: "string", enum: [...new Set(values)] } : undefined;
}

/** Nested intersections are flattened. */
function intersectionSchema({ left, right }: ZodNode, zod: Conversion): JsonSchema | undefined {
  const parts = [zod.part(left), zod.part(right)]
    .filter((part) => part !== undefined)
    .flatMap((part) => (Array.isArray(part["allOf"]) && part["type"] !== "string" ? part["allOf"] : [part]));
  return parts.length === 0 ? undefined : { allOf: parts };
}

function nullableSchema(node: ZodNode, zod: Conversion): JsonSchema | undefined {
  const schema = zod.part(node.innerType);
  const one = word(zod.read(node.innerType));
  if (one !== undefined) return { type: typeKeyword([one, "null"]), ...inherited(node, schema) };
  return schema && { anyOf: [schema, { type: "null" }], ...inherited(node, schema) };
}

/** An optional value that is not a property cannot be left out, but may be `undefined`. */
function optionalSchema(node: ZodNode, zod: Conversion, isProperty: boolean): JsonSchema | undefined {
  const schema = zod.part(node.innerType, isProperty);
  if (isProperty) return schema;
  return schema === undefined ? {} : { anyOf: [nothing(), schema], ...inherited(node, schema) };
}

function inherited({ inheritsDescription }: ZodNode, inner: JsonSchema | undefined): JsonSchema {
  const description = inheritsDescription ? inner?.["description"] : undefined;
  return description === undefined ? {} : { description };
}

/** The input of a pipe must match both of its ends, unless something between them changes the value's type. */
function pipeSchema(node: ZodNode, zod: Conversion, isProperty: boolean): JsonSchema | undefined {
  if (zod.read(node.in).type === "transform") return zod.part(node.out, isProperty);
  if (zod.read(node.out).type === "transform" || node.transform !== undefined) return zod.part(node.in, isProperty);
  const [input, output] = [zod.part(node.in), zod.part(node.out)];
  if (contradict(input, output)) return zod.part(node.in, isProperty);
  return { allOf: [input, output].filter((part) => part !== undefined) };
}

/** Whether no value matches the types of both: then the output of a pipe differs from its input. */
function contradict(one: JsonSchema | undefined, other: JsonSchema | undefined): boolean {
  const [types, others] = [typesOf(one), typesOf(other)];
  return types !== undefined && others !== undefined && !types.some((type) => others.includes(type));
}

function typesOf(schema: JsonSchema | undefined): unknown[] | undefined {
  const type = schema?.["type"];
  return type === undefined ? undefined : [type].flat().map((one) => (one === "integer" ? "number" : one));
}
