/** The common form in which schemas of zod 3 and zod 4 are read: the names are those of zod 4. */

import { orElse } from "../base/property.ts";
import type { JsonSchema } from "./clean-schema.ts";

/** What one check requires of a value. */
export interface Check {
  /** The length of a string, or the number of items. */
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly formats?: readonly string[];
  readonly pattern?: RegExp | undefined;
  readonly encoding?: string;
  /** Keywords of a number. */
  readonly keywords?: JsonSchema;
}

/** A schema. Which of the optional members are present depends on the type. */
export interface ZodNode {
  readonly type: string;
  readonly checks: readonly Check[];
  /** The keywords that the author gave, `description` for example. */
  readonly metadata: JsonSchema;
  /** `nullable()` and `optional()` have the description of the inner schema; in zod 3 it is among their own metadata. */
  readonly inheritsDescription?: boolean;
  /** The JSON schema that the author wrote in place of ours. */
  readonly toJSONSchema?: (() => unknown) | undefined;
  /** Whether the model may leave out a property with this schema. */
  mayBeLeftOut(): boolean;

  readonly innerType?: unknown;
  readonly in?: unknown;
  readonly out?: unknown;
  /** Present in a codec. */
  readonly transform?: unknown;
  readonly left?: unknown;
  readonly right?: unknown;
  readonly getter?: () => unknown;
  readonly options?: readonly unknown[];
  /** False, and no `discriminator`: an exclusive union (`z.xor`). */
  readonly inclusive?: boolean;
  readonly discriminator?: unknown;
  /** Of a literal or an enum. */
  readonly values?: readonly unknown[];
  readonly pattern?: RegExp | undefined;
  readonly properties?: () => [name: string, schema: unknown][];
  /** The schema of all other properties; `true`: they may have any value. */
  readonly additional?: unknown;
  readonly element?: unknown;
  readonly items?: readonly unknown[];
  readonly rest?: unknown;
  /** How many items a tuple has at least. */
  readonly minItems?: number;
  readonly keyType?: unknown;
  readonly valueType?: unknown;
  /** A record that need not have all of its enum's keys. */
  readonly partial?: boolean;
  /** `"loose"`: properties whose names do not match `keyType` may have any value. */
  readonly mode?: string;
}

/** Checks without parameters, by their names in both versions. */
const NAMED: Record<string, Check> = {
  email: { formats: ["email"] },
  url: { formats: ["uri"] },
  uuid: { formats: ["uuid"] },
  guid: { formats: ["uuid"] },
  datetime: { formats: ["date-time"] },
  date: { formats: ["date"] },
  time: { formats: ["time"] },
  duration: { formats: ["duration"] },
  ip: { formats: ["ipv4", "ipv6"] },
  ipv4: { formats: ["ipv4"] },
  ipv6: { formats: ["ipv6"] },
  base64: { encoding: "base64" },
  base64url: { pattern: /^[\w-]*={0,2}$/ },
  cidr: { pattern: /^[\d.]+\/(3[0-2]|[12]?\d)$|^[\da-fA-F:.]+\/(12[0-8]|1[01]\d|[1-9]?\d)$/ },
  cidrv4: { pattern: /^[\d.]+\/(3[0-2]|[12]?\d)$/ },
  cidrv6: { pattern: /^[\da-fA-F:.]+\/(12[0-8]|1[01]\d|[1-9]?\d)$/ },
  cuid: { pattern: /^[cC][^\s-]{8,}$/ },
  cuid2: { pattern: /^[0-9a-z]+$/ },
  ulid: { pattern: /^[0-9A-HJKMNP-TV-Z]{26}$/ },
  nanoid: { pattern: /^[a-zA-Z0-9_-]{21}$/ },
  jwt: { pattern: /^[\w-]+\.[\w-]+\.[\w-]*$/ },
  emoji: { pattern: /^(\p{Extended_Pictographic}|\p{Emoji_Component})+$/u },
};

/** The check of this name; `undefined` if JSON schema cannot express it. */
const namedCheck = (name: string): Check | undefined => (Object.hasOwn(NAMED, name) ? NAMED[name] : undefined);

const startsWith = (text: string): Check => ({ pattern: new RegExp(`^${escaped(text)}`) });
const endsWith = (text: string): Check => ({ pattern: new RegExp(`${escaped(text)}$`) });
const includes = (text: string): Check => ({ pattern: new RegExp(escaped(text)) });

/** Escapes only characters with a meaning in patterns: with the flag `u`, other escapes are invalid. */
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The values of a TypeScript enum, or a similar object. A numeric enum also has an entry from each value to its name. */
function enumValues(members: Record<string, string | number>): unknown[] {
  const names = Object.keys(members).filter((name) => typeof members[members[name] as string] !== "number");
  return names.map((name) => members[name]);
}

/** Whether the schema accepts `undefined`; a test, and an error counts as yes. */
function acceptsUndefined(schema: { safeParse?(input: unknown): { success: boolean } }): boolean {
  return orElse(() => schema.safeParse?.(undefined).success ?? true, true);
}

/** The part of a zod 3 schema that is read here. */
interface Zod3Schema {
  readonly _def: Zod3Def;
  safeParse(input: unknown): { success: boolean };
}

interface Zod3Def {
  readonly typeName: string;
  readonly description?: string;
  readonly checks?: readonly Zod3Check[];
  readonly [key: string]: unknown;
}

interface Zod3Check {
  readonly kind: string;
  readonly value?: number | bigint | string;
  readonly inclusive?: boolean;
  readonly regex?: RegExp;
  readonly version?: string;
}

export function readZod3(schema: unknown): ZodNode {
  const { _def: def } = schema as Zod3Schema;
  const { typeName, description, checks = [] } = def;
  const node: ZodNode = {
    ...def,
    type: typeName.replace("Zod", "").toLowerCase(),
    checks: checks.map(typeName === "ZodString" ? textCheck : numberCheck),
    metadata: description ? { description } : {},
    // As in zod 3 itself.
    mayBeLeftOut: () => acceptsUndefined(schema as Zod3Schema),
  };
  return { ...node, ...OF_ZOD3[typeName]?.(def) };
}

/** What zod 3 stores otherwise than zod 4. */
const OF_ZOD3: Record<string, (def: Zod3Def) => Partial<ZodNode>> = {
  ZodLiteral: ({ value }) => ({ values: [value] }),
  ZodNativeEnum: ({ values }) => ({ values: enumValues(values as Record<string, string>) }),
  ZodObject: ({ shape, catchall, unknownKeys }) => {
    const isOpen = (catchall as Zod3Schema)._def.typeName !== "ZodNever";
    return {
      properties: () =>
        Object.entries((shape as () => Record<string, Partial<Zod3Schema> | undefined>)()).filter(
          ([, schema]) => schema?._def !== undefined,
        ),
      additional: isOpen ? catchall : unknownKeys === "passthrough" || undefined,
    };
  },
  ZodArray: ({ type, minLength, maxLength, exactLength }) => ({
    element: type,
    checks: exactLength ? sizeChecks(exactLength, exactLength) : sizeChecks(minLength, maxLength),
  }),
  ZodSet: ({ minSize, maxSize }) => ({ checks: sizeChecks(minSize, maxSize) }),
  ZodTuple: ({ items }) => ({ minItems: (items as unknown[]).length }),
  ZodRecord: () => ({ partial: true }),
  ZodUnion: unionOptions,
  ZodDiscriminatedUnion: unionOptions,
  ZodBranded: ({ type }) => ({ innerType: type }),
  ZodPromise: ({ type }) => ({ innerType: type }),
  // The model sends the input: the schema before a refinement or a transformation.
  ZodEffects: ({ schema }) => ({ innerType: schema }),
  ZodPipeline: () => ({ type: "pipe" }),
};

/** The options of a union: an array, or a Map in early versions. */
function unionOptions({ options }: Zod3Def): Partial<ZodNode> {
  return { type: "union", options: [...(options as Map<string, unknown>).values()] };
}

function sizeChecks(min: unknown, max: unknown): Check[] {
  const sizes = { min: (min as { value: number } | null)?.value, max: (max as { value: number } | null)?.value };
  return sizes.min === undefined && sizes.max === undefined ? [] : [sizes];
}

function textCheck({ kind, value, regex, version }: Zod3Check): Check {
  const size = value as number;
  if (kind === "min") return { min: size };
  if (kind === "max") return { max: size };
  if (kind === "length") return { min: size, max: size };
  if (kind === "regex") return { pattern: regex };
  if (kind === "startsWith") return startsWith(String(value));
  if (kind === "endsWith") return endsWith(String(value));
  if (kind === "includes") return includes(String(value));
  // `ip` and `cidr` may have a version: `ipv4`.
  return namedCheck(kind + (version ?? "")) ?? namedCheck(kind) ?? {};
}

function numberCheck({ kind, value, inclusive }: Zod3Check): Check {
  if (kind === "int") return { keywords: { type: "integer" } };
  if (kind === "min") return { keywords: { [inclusive ? "minimum" : "exclusiveMinimum"]: Number(value) } };
  if (kind === "max") return { keywords: { [inclusive ? "maximum" : "exclusiveMaximum"]: Number(value) } };
  return kind === "multipleOf" ? { keywords: { multipleOf: Number(value) } } : {};
}

/** The part of a zod 4 schema that is read here. */
interface Zod4Schema {
  readonly _zod: {
    readonly def: Zod4Def;
    /** Set if a property with this value may be left out. */
    readonly optin?: string;
    /** The pattern of a template literal, among others. */
    readonly pattern?: RegExp;
    readonly toJSONSchema?: () => unknown;
  };
  readonly description?: string;
  meta?(): JsonSchema | undefined;
  safeParse?(input: unknown): { success: boolean };
}

interface Zod4Def {
  readonly type: string;
  /** Present for `z.email()`, `z.int()` and the like, which are a type and a check in one. */
  readonly check?: string;
  readonly checks?: readonly { readonly _zod: { readonly def: Zod4Check } }[];
  readonly [key: string]: unknown;
}

interface Zod4Check {
  readonly check: string;
  readonly format?: string;
  readonly pattern?: RegExp;
  readonly prefix?: string;
  readonly suffix?: string;
  readonly includes?: string;
  readonly inclusive?: boolean;
  readonly value?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly length?: number;
  readonly size?: number;
}

export function readZod4(schema: unknown): ZodNode {
  const { def, pattern, toJSONSchema } = (schema as Zod4Schema)._zod;
  const own = def.check === undefined ? [] : [def as unknown as Zod4Check];
  const node: ZodNode = {
    ...def,
    checks: [...own, ...(def.checks ?? []).map(({ _zod }) => _zod.def)].map(checkOf),
    metadata: metadata(schema as Zod4Schema),
    inheritsDescription: true,
    pattern,
    toJSONSchema,
    mayBeLeftOut: () => mayBeLeftOut(schema as Zod4Schema),
  };
  return { ...node, ...OF_ZOD4[def.type]?.(def) };
}

/** What is derived from a definition. */
const OF_ZOD4: Record<string, (def: Zod4Def) => Partial<ZodNode>> = {
  enum: ({ entries }) => ({ values: enumValues(entries as Record<string, string | number>) }),
  object: ({ shape, catchall }) => {
    const type = catchall === undefined ? "never" : (catchall as Zod4Schema)._zod.def.type;
    // Unknown: `z.looseObject` and `passthrough`.
    const additional = type === "never" ? undefined : type === "unknown" ? true : catchall;
    return { properties: () => Object.entries(shape as object), additional };
  },
  tuple: ({ items }) => ({ minItems: (items as Zod4Schema[]).findLastIndex((item) => !mayBeLeftOut(item)) + 1 }),
};

/** The arguments of `describe` and `meta`. Schemas of `zod/mini` do not store them themselves. */
function metadata(schema: Zod4Schema): JsonSchema {
  const { __zod_globalRegistry: registry } = globalThis as {
    __zod_globalRegistry?: { get(schema: unknown): JsonSchema | undefined };
  };
  const { id, ...given } = schema.meta?.() ?? registry?.get(schema) ?? {};
  const { description = schema.description, ...rest } = given;
  return description ? { ...rest, description } : rest;
}

/** Number formats, as the ranges that they stand for. */
const INTEGERS: Record<string, JsonSchema> = {
  safeint: {},
  int32: { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  uint32: { minimum: 0, maximum: 2 ** 32 - 1 },
};

function checkOf(def: Zod4Check): Check {
  const { check, format = "", value, inclusive, pattern, length, size } = def;
  if (check === "greater_than") return { keywords: { [inclusive ? "minimum" : "exclusiveMinimum"]: Number(value) } };
  if (check === "less_than") return { keywords: { [inclusive ? "maximum" : "exclusiveMaximum"]: Number(value) } };
  if (check === "multiple_of") return { keywords: { multipleOf: Number(value) } };
  if (Object.hasOwn(INTEGERS, format)) return { keywords: { type: "integer", ...INTEGERS[format] } };
  if (def.prefix !== undefined) return startsWith(def.prefix);
  if (def.suffix !== undefined) return endsWith(def.suffix);
  if (def.includes !== undefined) return includes(def.includes);
  const exact = length ?? size;
  return namedCheck(format) ?? { pattern, min: def.minimum ?? exact, max: def.maximum ?? exact };
}

function mayBeLeftOut(schema: Zod4Schema): boolean {
  if (schema._zod.optin === undefined) return false;
  // A `preprocess` claims to accept `undefined`; only a test shows whether it does.
  return startsWithTransform(schema) ? acceptsUndefined(schema) : true;
}

function startsWithTransform({ _zod: { def } }: Zod4Schema): boolean {
  const next = def["in"] ?? def["innerType"];
  return def.type === "transform" || (next !== undefined && startsWithTransform(next as Zod4Schema));
}
