import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod3";
import { tries } from "../effort.ts";
import { agentiumParameters, evaluate, parametersOf, schemaCode } from "../oracles/definitions.ts";

describe("the definition of a zod 3 schema", () => {
  test("is Agentium's, of random schemas", () => {
    fc.assert(
      fc.property(schemaCode, (code) => {
        const schema = evaluate(`z.object({ x: ${code} })`);
        expect(parametersOf(schema)).toEqual(agentiumParameters(schema));
        const bare = evaluate(code);
        expect(parametersOf(bare)).toEqual(agentiumParameters(bare));
      }),
      { numRuns: tries(5000) },
    );
  });

  test.each([
    "z.number().finite().safe()",
    "z.string().ip()",
    "z.string().ip({ version: 'v6' }).email()",
    "z.function()",
    "z.record(z.enum(['a', 'b']), z.number())",
    "z.record(z.string().min(1).describe('k').brand('k'), z.number())",
    "z.record(z.number(), z.function())",
    "z.record(z.string().optional(), z.any())",
    "z.union([z.nativeEnum({ A: 'a' }), z.enum(['b'])])",
    "z.union([z.literal('a').describe('d'), z.literal('b')])",
    "z.union([z.string().describe('d'), z.number(), z.string()])",
    "z.union([z.function(), z.symbol()])",
    "z.string().describe('')",
    "z.string().describe('a').or(z.object({})).describe('b')",
    "z.object({}).and(z.object({})).and(z.object({ a: z.string().regex(/a/).regex(/b/) }))",
    "z.string().optional().refine((text) => text !== undefined)",
    "z.string().optional().refine(async () => true)",
    "z.array(z.any().refine(() => true)).nonempty()",
    "z.custom()",
    "z.instanceof(Map)",
    "z.object({ a: z.string() }).strict().catchall(z.never())",
    "z.object({ a: z.string() }).deepPartial().required()",
  ])("is Agentium's of %s", (code) => {
    const schema = evaluate(`z.object({ x: ${code} })`);
    expect(parametersOf(schema)).toEqual(agentiumParameters(schema));
  });

  test("is Agentium's of schemas that contain themselves, directly or through another", () => {
    const tree: z.ZodType = z.object({
      left: z.lazy(() => tree.optional()),
      all: z.record(z.lazy(() => tree.describe("again"))),
      either: z.union([z.string(), z.lazy(() => list)]),
    });
    const list: z.ZodType = z.array(z.tuple([tree, z.lazy(() => list).nullable()]));
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const expected = agentiumParameters(tree);
    warned.mockRestore();
    expect(parametersOf(tree)).toEqual(expected);
  });
});

describe("where zod-to-json-schema differs from zod, the definition of a zod 3 schema", () => {
  const of = (schema: z.ZodType) => (parametersOf(z.object({ x: schema }))["properties"] as { x: unknown }).x;

  test.each<[string, z.ZodType, unknown]>([
    ["has no classes in place of letters", z.string().startsWith("www"), { type: "string", pattern: "^www" }],
    ["escapes only characters with a meaning", z.string().includes("a-b c"), { type: "string", pattern: "a-b c" }],
    ["supports null", z.literal(null), { type: "null", const: null }],
    ["has null once", z.null().nullable(), { type: "null" }],
    ["is JSON", z.bigint().min(1n), { type: "integer", format: "int64", minimum: 1 }],
    ["has the input of a pipe", z.string().pipe(z.coerce.number()), { type: "string" }],
  ])("%s", (_, schema, expected) => {
    expect(of(schema)).toEqual(expected);
  });

  test.each([
    [z.string().cidr(), ["10.0.0.0/8", "::1/128"]],
    [z.string().cidr({ version: "v4" }), ["10.0.0.0/8"]],
    [z.string().cidr({ version: "v6" }), ["2001:db8::/32"]],
    [z.string().jwt(), ["eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.c2ln"]],
    [z.string().base64url(), ["YS1i", "YQ=="]],
  ])("has a pattern that allows what zod allows", (schema, texts) => {
    const { pattern } = of(schema) as { pattern: string };
    for (const text of texts) {
      expect(schema.safeParse(text).success).toBe(true);
      expect(text).toMatch(new RegExp(pattern, "u"));
    }
    expect("no, not this").not.toMatch(new RegExp(pattern, "u"));
  });
});
