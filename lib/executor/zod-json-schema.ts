/** Converts zod schemas to JSON schemas as libraries do, but for what providers refuse and for what is wrong. */
import { orElse } from "../base/property.ts";
import { type Fields, isFields } from "../history/fields.ts";
import type { JsonSchema } from "./clean-schema.ts";
import type { $ZodType, ToJSONSchemaParams } from "./zod-libraries.ts";
import { ignoreOverride, parseStringDef, toJSONSchema, zodToJsonSchema } from "./zod-libraries.ts";

/** The longest path that is converted: more than real schemas have, and less than would overflow the stack. */
const MAX_PATH = 128;
/**
 * The most schemas that are converted: more than any provider accepts. Ten schemas that contain each other become
 * millions.
 */
const MAX_SCHEMAS = 10_000;

type Given3 = Parameters<typeof zodToJsonSchema>[0];
type Zod3Def = Given3["_def"] & { readonly typeName?: string; readonly value?: unknown; readonly checks?: Fields[] };

/** A schema of zod 3. Where it contains itself, and beyond the limits, it becomes `{}`, which allows everything. */
export function zod3Schema(schema: unknown): JsonSchema {
  let left = MAX_SCHEMAS;
  return zodToJsonSchema(schema as Given3, {
    $refStrategy: "none",
    pipeStrategy: "input",
    override(def: Zod3Def, refs, seen) {
      const isWithin = seen?.path.every((step, i) => step === refs.currentPath[i]);
      if (isWithin || refs.currentPath.length > MAX_PATH || left-- <= 0) return {};
      if (def.typeName !== "ZodString") return ignoreOverride;
      const checks = def.checks?.map(mended) as Parameters<typeof parseStringDef>[0]["checks"];
      return {
        ...parseStringDef({ ...def, checks } as never, refs),
        ...(def.description && { description: def.description }),
      };
    },
    postProcess(json: JsonSchema | undefined, { typeName, value }: Zod3Def) {
      // The library has the type of any other object, and "null" twice.
      if (typeName === "ZodLiteral" && value === null) return { ...json, type: "null", const: null };
      if (typeName === "ZodLiteral" && json?.["const"] === undefined) return { not: {} };
      return String(json?.["type"]) === "null,null" ? { ...json, type: "null" } : json;
    },
  });
}

/** The library escapes letters, too, which makes classes of them, and wants an address to be of both versions. */
function mended(check: Fields): unknown {
  const { value, version } = check;
  const kind = String(check["kind"]);
  const text = String(value).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const sources: Record<string, string> = { startsWith: `^${text}`, endsWith: `${text}$`, includes: text };
  if (kind === "cidr" && version === undefined) sources["cidr"] = "^[\\da-fA-F:.]+/\\d+$";
  return Object.hasOwn(sources, kind) ? { kind: "regex", regex: new RegExp(sources[kind] as string) } : check;
}

/** The formats of JSON Schema. zod has others, such as "starts_with", for which there is a pattern. */
const FORMATS = "date date-time duration email hostname ipv4 ipv6 time uri uuid".split(" ");

type Part = (schema: unknown) => JsonSchema;

/** What has no JSON schema in zod 4, as zod-to-json-schema has it of zod 3. */
const OF_TYPE: Record<string, (def: Fields, part: Part) => JsonSchema> = {
  date: () => ({ type: "string", format: "date-time" }),
  bigint: () => ({ type: "integer" }),
  set: ({ valueType }, part) => ({ type: "array", uniqueItems: true, items: part(valueType) }),
  map: ({ keyType, valueType }, part) => {
    const entry = [part(keyType), part(valueType)];
    return { type: "array", maxItems: 125, items: { type: "array", items: entry, minItems: 2, maxItems: 2 } };
  },
};

/**
 * A schema of zod 4: by its own method from 4.2 on, since parts of two versions do not fit; with `zod/mini` in it, by ours. It has
 * a `$ref` where it contains itself, but `{}` in a set or a map, and beyond the limits.
 */
export function zod4Schema(schema: unknown): JsonSchema {
  const open = new Set<unknown>();
  let left = MAX_SCHEMAS;
  const convert = (one: unknown, cycles: "ref" | "throw"): JsonSchema => {
    const options: ToJSONSchemaParams = { ...OPTIONS, cycles, override };
    const { toJSONSchema: own } = one as { toJSONSchema?: (options: object) => JsonSchema };
    return orElse(() => own?.call(one, options), undefined) ?? toJSONSchema(one as $ZodType, options);
  };
  const part: Part = (one) => {
    if (open.has(one) || open.size > MAX_PATH || left <= 0) return {};
    open.add(one);
    const json = orElse(() => convert(one, "throw"), {});
    open.delete(one);
    return json;
  };
  const override: ToJSONSchemaParams["override"] & {} = ({ zodSchema, jsonSchema: json, path }) => {
    const def = zodSchema._zod.def as Fields & { type: string };
    if (path.length > MAX_PATH) for (const keyword of Object.keys(json)) delete json[keyword];
    else if (Object.hasOwn(OF_TYPE, def.type)) Object.assign(json, OF_TYPE[def.type]?.(def, part));
    // OpenAI refuses patterns that look around, as those of formats do.
    if (json.format !== undefined && /\(\?<?[=!]/.test(json.pattern ?? "")) delete json.pattern;
    if (def.type === "string") delete json[FORMATS.includes(json.format as string) ? "pattern" : "format"];
    if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
    if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
    if (Object.keys(json.propertyNames ?? {}).join() === "type") delete json.propertyNames;
    if (json.additionalItems === false) delete json.additionalItems;
    delete json.readOnly;
    if (def["discriminator"] !== undefined && json.oneOf !== undefined) {
      json.anyOf = json.oneOf;
      delete json.oneOf;
    }
    Object.assign(json, keywords(zodSchema));
    // Of a schema that is in many places there is one object, which is written many times.
    Object.defineProperty(json, "toJSON", { value: () => (left-- > 0 ? json : {}) });
  };
  const { definitions: $defs, ...json } = JSON.parse(JSON.stringify(convert(schema, "ref")), provided);
  return { ...json, ...($defs && { $defs }) };
}

/** A reference stands in a list of one, which providers refuse in strict mode, and leads to a keyword that not all of them have. */
function provided(keyword: string, value: unknown): unknown {
  if (keyword === "$ref" && typeof value === "string") return value.replace("#/definitions/", "#/$defs/");
  return isFields(value) && Object.keys(value).join() === "allOf" && (value["allOf"] as unknown[]).length === 1
    ? (value["allOf"] as unknown[])[0]
    : value;
}

const OPTIONS: ToJSONSchemaParams = {
  target: "draft-7",
  io: "input",
  unrepresentable: "any",
  metadata: { get: keywords } as never,
};

/** The arguments of `describe` and `meta`. Schemas of `zod/mini` do not store them themselves. */
function keywords(schema: object): JsonSchema {
  const { __zod_globalRegistry: registry } = globalThis as {
    __zod_globalRegistry?: { get(schema: unknown): JsonSchema | undefined };
  };
  const { id, ...keywords } = (schema as { meta?(): JsonSchema | undefined }).meta?.() ?? registry?.get(schema) ?? {};
  return keywords;
}
