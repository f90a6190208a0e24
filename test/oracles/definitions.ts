/** What Agentium 2.6 shows a model of a zod 3 schema, made the way that it makes it, and random schemas to compare with. */
import fc from "fast-check";
import { zodToJsonSchema } from "zod-to-json-schema";
import { z as z3 } from "zod3";
import { ToolExecutor } from "../../lib/executor/tool-executor.ts";
import type { ToolDef } from "../../lib/executor/tool-types.ts";

/** Code of a schema, with `z` for either version of zod. */
export type SchemaCode = string;

const GONE = ["$schema", "title", "default", "examples", "$id", "$comment"];

export function agentiumParameters(schema: unknown): unknown {
  return mended(zodToJsonSchema(schema as never, { target: "jsonSchema7", $refStrategy: "none" }));
}

/**
 * Without the keywords that go, and with what it gets wrong put right: properties may be named like those keywords, a bigint
 * is no JSON, and a type stands once in a list.
 */
function mended(value: unknown, inProperties = false): unknown {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map((entry) => mended(entry));
  if (typeof value !== "object" || value === null) return value;
  const out: Record<string, unknown> = {};
  for (const [key, entry] of Object.entries(value)) {
    if (!inProperties && (GONE.includes(key) || (key === "additionalProperties" && entry === false))) continue;
    if (entry !== undefined) out[key] = mended(entry, key === "properties" && !inProperties);
  }
  if (Array.isArray(out["type"]) && out["type"].every((type) => type === "null")) out["type"] = "null";
  return out;
}

export function parametersOf(schema: unknown, more: Partial<ToolDef> = {}): Record<string, unknown> {
  const tool = { name: "t", description: "d", parameters: schema as ToolDef["parameters"], execute: async () => "" };
  const [definition] = new ToolExecutor([{ ...tool, ...more }]).getToolDefinitions();
  return (definition as { parameters: Record<string, unknown> }).parameters;
}

export function evaluate(code: SchemaCode, z: unknown = z3): unknown {
  return new Function("z", `return ${code};`)(z);
}

const pick = (...codes: SchemaCode[]) => fc.constantFrom(...codes);
const some = (checks: SchemaCode[]) =>
  fc.subarray(checks, { maxLength: Math.min(3, checks.length) }).map((chosen) => chosen.join(""));

const STRING_CHECKS = [".min(1)", ".max(8)", ".length(3)", ".email()", ".url()", ".uuid()", ".regex(/^a\\d+$/i)"]
  .concat([".startsWith('a.b')", ".endsWith('(c)')", ".includes('d')", ".datetime()", ".date()", ".time()"])
  .concat([".duration()", ".cuid()", ".cuid2()", ".ulid()", ".nanoid()", ".emoji()", ".base64()", ".trim()"]);
const NUMBER_CHECKS = [".int()", ".min(1)", ".max(9)", ".gt(0)", ".lt(10)", ".multipleOf(2)"];

const leaf = fc.oneof(
  some(STRING_CHECKS).map((checks) => `z.string()${checks}`),
  some(NUMBER_CHECKS).map((checks) => `z.number()${checks}`),
  some([".min(1n)", ".lt(9n)", ".multipleOf(2n)"]).map((checks) => `z.bigint()${checks}`),
  pick("z.boolean()", "z.null()", "z.date()", "z.any()", "z.unknown()", "z.never()", "z.undefined()", "z.nan()"),
  pick("z.void()", "z.symbol()", "z.literal('a')", "z.literal(1)", "z.literal(true)", "z.literal(2n)"),
  pick("z.enum(['a', 'b'])", "z.enum(['c'])", "z.nativeEnum({ A: 0, B: 1, 0: 'A', 1: 'B' })"),
  pick("z.nativeEnum({ A: 'a', B: 0, 0: 'B' })", "z.string().default('x')", "z.coerce.number()"),
  pick(
    "z.string().pipe(z.string().min(2))",
    "z.number().pipe(z.number().int())",
    "z.string().transform(Number).pipe(z.any())",
  ),
  pick("z.union([z.literal('a'), z.literal(null), z.literal(2)])", "z.union([z.enum(['a']), z.enum(['b', 'a'])])"),
);

const WRAPPERS = [
  ".optional()",
  ".nullable()",
  ".nullish()",
  ".describe('one')",
  ".describe('two')",
  ".readonly()",
].concat([".brand('b')", ".catch(null)", ".refine(() => true)", ".transform((x) => x)", ".array()"]);

/** Random schemas of all kinds in all combinations; what only one version of zod can say is left out. */
export const schemaCode: fc.Arbitrary<SchemaCode> = fc.letrec<{ schema: SchemaCode }>((tie) => {
  const one = tie("schema");
  const wrapped = fc.tuple(one, some(WRAPPERS)).map(([code, wrappers]) => code + wrappers);
  const object = fc
    .tuple(fc.dictionary(fc.constantFrom("a", "b", "title", "default", "items"), wrapped, { maxKeys: 3 }), one)
    .chain(([shape, other]) => {
      const fields = Object.entries(shape).map(([name, code]) => `${name}: ${code}`);
      const object = `z.object({ ${fields.join(", ")} })`;
      return pick("", "", ".strict()", ".passthrough()", ".partial()", `.catchall(z.array(${other}))`).map(
        (end) => object + end,
      );
    });
  return {
    schema: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      leaf,
      wrapped,
      object,
      fc.tuple(one, some([".min(1)", ".max(3)", ".length(2)"])).map(([code, checks]) => `z.array(${code})${checks}`),
      fc.tuple(one, some([".min(1)", ".max(3)"])).map(([code, checks]) => `z.set(${code})${checks}`),
      fc.tuple(one, one).map(([key, value]) => `z.map(${key}, ${value})`),
      fc
        .tuple(pick("z.string()", "z.string().min(2)", "z.string().uuid().describe('k')"), one)
        .map(([k, v]) => `z.record(${k}, ${v})`),
      fc
        .tuple(one, one, pick("", ".rest(z.string())", ".rest(z.any())"))
        .map(([a, b, rest]) => `z.tuple([${a}, ${b}])${rest}`),
      fc.tuple(one, one).map(([a, b]) => `z.union([${a}, ${b}])`),
      fc.tuple(one, one).map(([a, b]) => `z.intersection(${a}, ${b})`),
      fc
        .tuple(one, one)
        .map(
          ([a, b]) =>
            `z.discriminatedUnion('k', [z.object({ k: z.literal(1), a: ${a} }), z.object({ k: z.literal(2), b: ${b} })])`,
        ),
      one.map((code) => `z.lazy(() => ${code})`),
      one.map((code) => `z.preprocess((x) => x, ${code})`),
      one.map((code) => `z.promise(${code})`),
    ),
  };
}).schema;
