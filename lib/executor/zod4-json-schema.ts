/** Converts a zod 4 schema, of any release and of `zod/mini`, to the JSON schema of the equivalent zod 3 schema. */
import type { JsonSchema } from "./clean-schema.ts";
import {
  allOf,
  anyOf,
  type Converter,
  contradict,
  enumSchema,
  intersectionSchema,
  keyNames,
  literalSchema,
  literalType,
  mapSchema,
  nothing,
  objectSchema,
  optionalValue,
  type Place,
  SchemaWalk,
  tupleSchema,
  typeKeyword,
} from "./schema-walk.ts";
import { endsWith, includes, namedCheck, type StringCheck, startsWith, stringSchema } from "./string-schema.ts";

/** The part of a zod 4 schema that is read here. */
interface Zod4Schema {
  _zod: {
    def: Zod4Def;
    /** Set if a property with this value may be left out. */
    optin?: string;
    /** All values of an enum or a literal. */
    values?: Set<unknown>;
    /** The pattern of a template literal, among others. */
    pattern?: RegExp;
    /** A JSON schema that the schema's author wrote. */
    toJSONSchema?: () => unknown;
  };
  description?: string;
  meta?: () => Metadata | undefined;
  safeParse?: (input: unknown) => { success: boolean };
}

type Metadata = Record<string, unknown>;

interface Zod4Def {
  type: string;
  /** Present for `z.email()`, `z.int()` and the like, which are a type and a check in one. */
  check?: string;
  checks?: { _zod: { def: Zod4Check } }[];
  [key: string]: unknown;
}

interface Zod4Check {
  check: string;
  format?: string;
  pattern?: RegExp;
  prefix?: string;
  suffix?: string;
  includes?: string;
  inclusive?: boolean;
  value?: unknown;
  minimum?: number;
  maximum?: number;
  length?: number;
  size?: number;
}

/** @internal */
export function zod4ToJsonSchema(schema: unknown): JsonSchema {
  return convert(schema, { walk: new SchemaWalk(), property: false }) ?? {};
}

function convert(schema: unknown, place: Place): JsonSchema | undefined {
  const { def, pattern, toJSONSchema } = (schema as Zod4Schema)._zod;
  return place.walk.enter(schema, () => {
    const own = toJSONSchema?.();
    const convertType = Object.hasOwn(CONVERTERS, def.type) ? CONVERTERS[def.type] : () => ({});
    const converted = own === undefined ? convertType?.(def, place, pattern) : (own as JsonSchema);
    return converted && { ...converted, ...metadata(schema as Zod4Schema) };
  });
}

/** The arguments of `describe` and `meta`. Schemas of `zod/mini` do not store them themselves. */
function metadata(schema: Zod4Schema): Metadata {
  const { __zod_globalRegistry: registry } = globalThis as {
    __zod_globalRegistry?: { get(schema: unknown): Metadata | undefined };
  };
  const { id, ...given } = schema.meta?.() ?? registry?.get(schema) ?? {};
  const { description = schema.description, ...rest } = given;
  return description ? { ...rest, description } : rest;
}

/** Converts a schema that is a part of another one, such as an array's element. */
const part = (schema: unknown, { walk }: Place) => convert(schema, { walk, property: false });
const parts = (schemas: unknown, place: Place) => (schemas as unknown[]).map((schema) => part(schema, place));

/** Converts a wrapper, such as `readonly()`, by its inner schema. */
const inner: Converter<Zod4Def> = (def, place) => convert(def["innerType"], place);
const leftOut = () => undefined;

/** Types that are not in the table become `{}`, which allows everything. */
const CONVERTERS: Record<string, (...given: [...Parameters<Converter<Zod4Def>>, RegExp?]) => JsonSchema | undefined> = {
  string: text,
  number: (def) => numberSchema(def, { type: "number" }),
  bigint: (def) => numberSchema(def, { type: "integer", format: "int64" }),
  boolean: () => ({ type: "boolean" }),
  date: () => ({ type: "string", format: "date-time" }),
  null: () => ({ type: "null" }),
  never: nothing,
  nan: nothing,
  undefined: nothing,
  void: leftOut,
  symbol: leftOut,
  function: leftOut,
  template_literal: (_def, _place, pattern) => stringSchema([pattern && { pattern }]),
  literal: (def) => literalSchema(def["values"] as unknown[]),
  enum: (def) => enumSchema(def["entries"] as Record<string, string | number>),
  object: (def, place) => objectSchema(propertiesOf(def, place), additionalOf(def, place)),
  array: (def, place) => ({
    type: "array",
    ...(!isPlain(def["element"], "any") && { items: part(def["element"], place) }),
    ...itemBounds(def),
  }),
  set: (def, place) => ({
    type: "array",
    uniqueItems: true,
    items: part(def["valueType"], place),
    ...itemBounds(def),
  }),
  map: (def, place) => mapSchema(part(def["keyType"], place), part(def["valueType"], place)),
  tuple: (def, place) =>
    tupleSchema(
      parts(def["items"], place),
      (def["items"] as Zod4Schema[]).findLastIndex((item) => !mayBeLeftOut(item)) + 1,
      def["rest"] ? part(def["rest"], place) : undefined,
    ),
  record: recordSchema,
  union: unionSchema,
  intersection: (def, place) => intersectionSchema(part(def["left"], place), part(def["right"], place)),
  nullable: nullableSchema,
  optional: optionalSchema,
  nonoptional: inner,
  default: inner,
  prefault: inner,
  catch: inner,
  readonly: inner,
  promise: inner,
  success: inner,
  lazy: (def, place) => convert((def["getter"] as () => unknown)(), place),
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

function word({ _zod: { def } }: Zod4Schema): string | undefined {
  return checksOf(def).length > 0 ? undefined : WORDS[def.type];
}

const typeOf = (schema: unknown) => (schema as Zod4Schema)._zod.def.type;
const isPlain = (schema: unknown, type: string) =>
  typeOf(schema) === type && checksOf((schema as Zod4Schema)._zod.def).length === 0;

/** The checks of a schema, including itself if it is one. */
function checksOf(def: Zod4Def): Zod4Check[] {
  const own = def.check === undefined ? [] : [def as unknown as Zod4Check];
  return [...own, ...(def.checks ?? []).map(({ _zod }) => _zod.def)];
}

function text(def: Zod4Def): JsonSchema {
  return stringSchema(checksOf(def).map(stringCheck));
}

function stringCheck(def: Zod4Check): StringCheck | undefined {
  if (def.check === "min_length") return { min: def.minimum as number };
  if (def.check === "max_length") return { max: def.maximum as number };
  if (def.check === "length_equals") return { min: def.length as number, max: def.length as number };
  if (def.prefix !== undefined) return startsWith(def.prefix);
  if (def.suffix !== undefined) return endsWith(def.suffix);
  if (def.includes !== undefined) return includes(def.includes);
  return namedCheck(def.format ?? "") ?? (def.pattern === undefined ? undefined : { pattern: def.pattern });
}

/** Number formats, as the ranges that they stand for. */
const INTEGERS: Record<string, JsonSchema> = {
  safeint: {},
  int32: { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  uint32: { minimum: 0, maximum: 2 ** 32 - 1 },
};

function numberSchema(def: Zod4Def, start: JsonSchema): JsonSchema {
  const out = { ...start };
  for (const { check, format = "", value, inclusive } of checksOf(def)) {
    if (Object.hasOwn(INTEGERS, format)) Object.assign(out, { type: "integer" }, INTEGERS[format]);
    if (check === "greater_than") out[inclusive ? "minimum" : "exclusiveMinimum"] = Number(value);
    if (check === "less_than") out[inclusive ? "maximum" : "exclusiveMaximum"] = Number(value);
    if (check === "multiple_of") out["multipleOf"] = Number(value);
  }
  return out;
}

function itemBounds(def: Zod4Def): JsonSchema {
  const out: JsonSchema = {};
  for (const { minimum, maximum, length, size } of checksOf(def)) {
    const [low, high] = [minimum ?? length ?? size, maximum ?? length ?? size];
    if (low !== undefined) out["minItems"] = low;
    if (high !== undefined) out["maxItems"] = high;
  }
  return out;
}

function propertiesOf(def: Zod4Def, { walk }: Place): [string, JsonSchema | undefined, boolean][] {
  const shape = Object.entries(def["shape"] as Record<string, Zod4Schema>);
  return shape.map(([name, schema]) => [name, convert(schema, { walk, property: true }), !mayBeLeftOut(schema)]);
}

function additionalOf(def: Zod4Def, place: Place): unknown {
  const catchall = def["catchall"];
  if (catchall === undefined || typeOf(catchall) === "never") return undefined;
  // `z.looseObject` and `passthrough`.
  return typeOf(catchall) === "unknown" ? true : part(catchall, place);
}

function recordSchema(def: Zod4Def, place: Place): JsonSchema {
  // Keys that do not match may have any value.
  if (def["mode"] === "loose") return { type: "object", additionalProperties: true };
  const out: JsonSchema = { type: "object", additionalProperties: part(def["valueType"], place) ?? true };
  const { def: key, values } = (def["keyType"] as Zod4Schema)._zod;
  if (key.type === "string" && checksOf(key).length > 0) return { ...out, ...keyNames(text(key)) };
  if (key.type !== "enum") return out;
  const names = (membersOf(key)["enum"] as unknown[]).map(String);
  // Unlike in zod 3, a record with enum keys must have all of them.
  const hasAll = values !== undefined && !def["partial"] && !mayBeLeftOut(def["valueType"] as Zod4Schema);
  return { ...out, propertyNames: { enum: names }, ...(hasAll && { required: names }) };
}

const membersOf = (def: Zod4Def) => enumSchema(def["entries"] as Record<string, string | number>);

function unionSchema(def: Zod4Def, place: Place): JsonSchema | undefined {
  const options = def["options"] as Zod4Schema[];
  if (def["inclusive"] === false && def["discriminator"] === undefined) return oneOf(parts(options, place));
  const words = options.map(word);
  if (words.every((one) => one !== undefined)) return { type: typeKeyword(words) };
  const literals = options.filter((option) => isPlain(option, "literal") && !metadata(option)["description"]);
  const values = literals.flatMap(({ _zod }) => _zod.def["values"] as unknown[]);
  if (literals.length === options.length && values.every((value) => literalType(value) !== undefined)) {
    const { type, enum: all, const: only } = literalSchema(values);
    return { type, enum: all ?? [only] };
  }
  const enums = options.map((option) => (isPlain(option, "enum") ? membersOf(option._zod.def) : {}));
  if (enums.every(({ type }) => type === "string"))
    return { type: "string", enum: [...new Set(enums.flatMap((one) => one["enum"]))] };
  return anyOf(parts(options, place));
}

/** `z.xor`. */
function oneOf(options: (JsonSchema | undefined)[]): JsonSchema | undefined {
  const { anyOf: sayable } = anyOf(options) ?? {};
  return sayable === undefined ? undefined : { oneOf: sayable };
}

function nullableSchema(def: Zod4Def, place: Place): JsonSchema | undefined {
  const inner = part(def["innerType"], place);
  const one = word(def["innerType"] as Zod4Schema);
  if (one !== undefined) return describedAs(inner, { type: typeKeyword([one, "null"]) });
  return inner && describedAs(inner, { anyOf: [inner, { type: "null" }] });
}

function optionalSchema(def: Zod4Def, place: Place): JsonSchema | undefined {
  const inner = convert(def["innerType"], place);
  if (place.property) return inner;
  return inner === undefined ? {} : describedAs(inner, optionalValue(inner));
}

/** `nullable()` and `optional()` keep the inner description, as in zod 3. */
function describedAs(inner: JsonSchema | undefined, schema: JsonSchema): JsonSchema {
  const description = inner?.["description"];
  return description === undefined ? schema : { ...schema, description };
}

/** The input of a pipe must match both of its ends, unless something between them changes the value's type. */
function pipeSchema(def: Zod4Def, place: Place): JsonSchema | undefined {
  if (typeOf(def["in"]) === "transform") return convert(def["out"], place);
  // `transform` is set for a codec.
  if (typeOf(def["out"]) === "transform" || def["transform"] !== undefined) return convert(def["in"], place);
  const [input, output] = [part(def["in"], place), part(def["out"], place)];
  return contradict(input, output) ? convert(def["in"], place) : allOf(input, output);
}

/** Whether the model may leave the property out. */
function mayBeLeftOut(schema: Zod4Schema): boolean {
  if (schema._zod.optin === undefined) return false;
  if (!startsWithTransform(schema)) return true;
  try {
    // A `preprocess` claims to accept `undefined`; only a test shows whether it does.
    return schema.safeParse?.(undefined).success ?? true;
  } catch {
    return true;
  }
}

function startsWithTransform({ _zod: { def } }: Zod4Schema): boolean {
  const next = def["in"] ?? def["innerType"];
  return def.type === "transform" || (next !== undefined && startsWithTransform(next as Zod4Schema));
}
