/** Reads a zod 3 schema from its `_def`. */
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
  return { ...node, ...OTHERWISE[typeName]?.(def) };
}

/** What zod 3 stores otherwise than zod 4. */
const OTHERWISE: Record<string, (def: Zod3Def) => Partial<ZodNode>> = {
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
