/** Converts a zod 3 schema, read from its `_def`, to the same JSON schema as zod-to-json-schema does. */
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

/** The part of a zod 3 schema that is read here. */
interface Zod3Schema {
  _def: Zod3Def;
  safeParse(input: unknown): { success: boolean };
}

interface Zod3Check {
  kind: string;
  value?: number | bigint | string;
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
  return convert(schema, { walk: new SchemaWalk(), property: false }) ?? {};
}

function convert(schema: unknown, place: Place): JsonSchema | undefined {
  const def = (schema as Zod3Schema)._def;
  return place.walk.enter(def, () => {
    const converted = CONVERTERS[def.typeName]?.(def, place);
    return converted !== undefined && def.description ? { ...converted, description: def.description } : converted;
  });
}

/** Converts a schema that is a part of another one, such as an array's element. */
const part = (schema: unknown, { walk }: Place) => convert(schema, { walk, property: false });
const parts = (schemas: unknown, place: Place) => (schemas as unknown[]).map((schema) => part(schema, place));

/** Converts a wrapper, such as `ZodReadonly`, by its inner schema. */
const around =
  (key: string): Converter<Zod3Def> =>
  (def, place) =>
    convert(def[key], place);

const CONVERTERS: Record<string, Converter<Zod3Def>> = {
  ZodString: text,
  ZodNumber: (def) => numberSchema(def, { type: "number" }),
  ZodBigInt: (def) => numberSchema(def, { type: "integer", format: "int64" }),
  ZodBoolean: () => ({ type: "boolean" }),
  ZodDate: () => ({ type: "string", format: "date-time" }),
  ZodNull: () => ({ type: "null" }),
  ZodAny: () => ({}),
  ZodUnknown: () => ({}),
  ZodNever: nothing,
  ZodNaN: nothing,
  ZodUndefined: nothing,
  ZodLiteral: (def) => literalSchema([def["value"]]),
  ZodEnum: (def) => ({ type: "string", enum: def["values"] }),
  ZodNativeEnum: (def) => enumSchema(def["values"] as Record<string, string | number>),
  ZodObject: (def, place) => objectSchema(propertiesOf(def, place), additionalOf(def, place)),
  ZodArray: arraySchema,
  ZodSet: (def, place) => ({
    type: "array",
    uniqueItems: true,
    items: part(def["valueType"], place),
    ...bounds(def, "minSize", "maxSize"),
  }),
  ZodMap: (def, place) => mapSchema(part(def["keyType"], place), part(def["valueType"], place)),
  ZodTuple: (def, place) =>
    tupleSchema(
      parts(def["items"], place),
      (def["items"] as unknown[]).length,
      def["rest"] ? part(def["rest"], place) : undefined,
    ),
  ZodRecord: recordSchema,
  ZodUnion: unionSchema,
  ZodDiscriminatedUnion: unionSchema,
  ZodIntersection: (def, place) => intersectionSchema(part(def["left"], place), part(def["right"], place)),
  ZodNullable: nullableSchema,
  ZodOptional: optionalSchema,
  ZodDefault: around("innerType"),
  ZodCatch: around("innerType"),
  ZodReadonly: around("innerType"),
  ZodBranded: around("type"),
  ZodPromise: around("type"),
  // The model sends the input: the schema before a refinement or a transformation.
  ZodEffects: around("schema"),
  ZodLazy: (def, place) => convert((def["getter"] as () => unknown)(), place),
  ZodPipeline: pipelineSchema,
};

/** Types that are a single `type` in JSON schema, unless they have checks. */
const WORDS: Record<string, string> = {
  ZodString: "string",
  ZodNumber: "number",
  ZodBigInt: "integer",
  ZodBoolean: "boolean",
  ZodNull: "null",
};

function word({ _def }: Zod3Schema): string | undefined {
  return _def.checks?.length ? undefined : WORDS[_def.typeName];
}

function text({ checks = [] }: Zod3Def): JsonSchema {
  return stringSchema(checks.map(stringCheck));
}

function stringCheck({ kind, value, regex, version }: Zod3Check): StringCheck | undefined {
  const size = value as number;
  if (kind === "min") return { min: size };
  if (kind === "max") return { max: size };
  if (kind === "length") return { min: size, max: size };
  if (kind === "regex" && regex !== undefined) return { pattern: regex };
  if (kind === "startsWith") return startsWith(String(value));
  if (kind === "endsWith") return endsWith(String(value));
  if (kind === "includes") return includes(String(value));
  // `ip` and `cidr` may have a version: `ipv4`.
  return namedCheck(kind + (version ?? "")) ?? namedCheck(kind);
}

function numberSchema({ checks = [] }: Zod3Def, start: JsonSchema): JsonSchema {
  const out = { ...start };
  for (const { kind, value, inclusive } of checks) {
    if (kind === "int") out["type"] = "integer";
    if (kind === "min") out[inclusive ? "minimum" : "exclusiveMinimum"] = Number(value);
    if (kind === "max") out[inclusive ? "maximum" : "exclusiveMaximum"] = Number(value);
    if (kind === "multipleOf") out["multipleOf"] = Number(value);
  }
  return out;
}

function propertiesOf(def: Zod3Def, { walk }: Place): [string, JsonSchema | undefined, boolean][] {
  const shape = Object.entries((def["shape"] as () => Record<string, Zod3Schema>)());
  return shape
    .filter(([, schema]) => schema?._def !== undefined)
    .map(([name, schema]) => [name, convert(schema, { walk, property: true }), !acceptsUndefined(schema)]);
}

function additionalOf(def: Zod3Def, place: Place): unknown {
  const catchall = def["catchall"] as Zod3Schema;
  if (catchall._def.typeName !== "ZodNever") return part(catchall, place);
  return def["unknownKeys"] === "passthrough" ? true : undefined;
}

function arraySchema(def: Zod3Def, place: Place): JsonSchema {
  const element = def["type"] as Zod3Schema;
  const exact = def["exactLength"] as { value: number } | null | undefined;
  return {
    type: "array",
    ...(element._def.typeName !== "ZodAny" && { items: part(element, place) }),
    ...bounds(def, "minLength", "maxLength"),
    ...(exact && { minItems: exact.value, maxItems: exact.value }),
  };
}

function bounds(def: Zod3Def, min: string, max: string): JsonSchema {
  const low = def[min] as { value: number } | null | undefined;
  const high = def[max] as { value: number } | null | undefined;
  return { ...(low && { minItems: low.value }), ...(high && { maxItems: high.value }) };
}

function recordSchema(def: Zod3Def, place: Place): JsonSchema {
  const out: JsonSchema = { type: "object", additionalProperties: part(def["valueType"], place) ?? true };
  const key = def["keyType"] as Zod3Schema;
  if (key._def.typeName === "ZodEnum") return { ...out, propertyNames: { enum: key._def["values"] } };
  const inner = key._def.typeName === "ZodBranded" ? (key._def["type"] as Zod3Schema) : key;
  if (inner._def.typeName !== "ZodString" || !inner._def.checks?.length) return out;
  // Only a branded key keeps its description, as in zod-to-json-schema.
  return { ...out, ...keyNames(inner === key ? text(key._def) : (part(inner, place) ?? {})) };
}

function unionSchema(def: Zod3Def, place: Place): JsonSchema | undefined {
  // An array, or a Map in early versions.
  const options = [...(def["options"] as Map<string, Zod3Schema>).values()];
  const words = options.map(word);
  if (words.every((one) => one !== undefined)) return { type: typeKeyword(words) };
  const literals = options.filter(({ _def }) => _def.typeName === "ZodLiteral" && !_def.description);
  const values = literals.map(({ _def }) => _def["value"]);
  if (literals.length === options.length && values.every((value) => literalType(value) !== undefined)) {
    const { type, enum: all, const: only } = literalSchema([...values]);
    return { type, enum: all ?? [only] };
  }
  if (options.every(({ _def }) => _def.typeName === "ZodEnum"))
    return { type: "string", enum: [...new Set(options.flatMap(({ _def }) => _def["values"]))] };
  return anyOf(parts(options, place));
}

function nullableSchema(def: Zod3Def, place: Place): JsonSchema | undefined {
  const one = word(def["innerType"] as Zod3Schema);
  if (one !== undefined) return { type: typeKeyword([one, "null"]) };
  const inner = part(def["innerType"], place);
  return inner && { anyOf: [inner, { type: "null" }] };
}

function optionalSchema(def: Zod3Def, place: Place): JsonSchema | undefined {
  if (place.property) return convert(def["innerType"], place);
  const inner = part(def["innerType"], place);
  return inner === undefined ? {} : optionalValue(inner);
}

/** The input of a pipe must match both of its ends, unless something between them changes the value's type. */
function pipelineSchema(def: Zod3Def, place: Place): JsonSchema | undefined {
  const [input, output] = [part(def["in"], place), part(def["out"], place)];
  return contradict(input, output) ? convert(def["in"], place) : allOf(input, output);
}

/** Whether the model may leave a property out. As in zod 3 itself, tested with `undefined`; an error counts as yes. */
function acceptsUndefined(schema: Zod3Schema): boolean {
  try {
    return schema.safeParse(undefined).success;
  } catch {
    return true;
  }
}
