/** Reads a zod 4 schema, of any release and of `zod/mini`, from its `_zod`. */
import type { JsonSchema } from "./clean-schema.ts";
import {
  acceptsUndefined,
  type Check,
  endsWith,
  enumValues,
  includes,
  namedCheck,
  startsWith,
  type ZodNode,
} from "./zod-node.ts";

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
  return { ...node, ...OTHERWISE[def.type]?.(def) };
}

/** What is derived from a definition. */
const OTHERWISE: Record<string, (def: Zod4Def) => Partial<ZodNode>> = {
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
