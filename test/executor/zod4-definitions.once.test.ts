import { Ajv } from "ajv";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import * as mini from "zod/mini";
import { z as z40 } from "zod3/v4";
import { tries } from "../effort.ts";
import { evaluate, parametersOf, schemaCode } from "../oracles/definitions.ts";

/** Without what accepts more than it says that it does. */
const plainCode = schemaCode.filter(
  (code) => !/\.(catch|coerce|brand|preprocess|promise|any|unknown|void|undefined|symbol|intersection)\b/.test(code),
);

const VALUES: unknown[] = [
  ...["a", "abc", "c", "a1", 0, 1, 2, 4, null, true, [], ["a"], [1, 2], ["a", "b"], [null]],
  ...[{}, { a: "a" }, { a: 1, b: null }, { title: "a" }, { k: 1 }, { k: 2 }, { k: 1, a: "a" }, { k: 2, b: 1 }],
];

test.each([
  ["zod 4", z],
  ["zod 4.0", z40],
])("the definition of a %s schema allows what the schema does, of random schemas", (_, zod) => {
  const ajv = new Ajv({ strict: false, validateFormats: false });
  let allowed = 0;
  fc.assert(
    fc.property(plainCode, (code) => {
      const schema = evaluate(`z.object({ x: ${code} })`, zod) as z.ZodType;
      const allows = ajv.compile(parametersOf(schema));
      for (const x of VALUES) {
        if (!schema.safeParse({ x }).success) continue;
        allowed++;
        expect([x, allows({ x })]).toEqual([x, true]);
      }
    }),
    { numRuns: tries(600) },
  );
  expect(allowed).toBeGreaterThan(10);
});

const property = (schema: unknown) => {
  const { properties, required } = parametersOf(z.object({ x: schema as z.ZodType }));
  return { schema: (properties as { x: unknown }).x, required: required !== undefined };
};

describe("what only zod 4 has", () => {
  test.each<[string, unknown, unknown]>([
    ["int32", z.int32(), { type: "integer", minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }],
    ["int", z.int().nullable(), { type: ["integer", "null"] }],
    ["a format as a type, without the pattern that looks around", z.email(), { type: "string", format: "email" }],
    [
      "a format that JSON Schema does not have",
      z.e164().min(3),
      { type: "string", minLength: 3, pattern: z.regexes.e164.source },
    ],
    ["an ISO date", z.iso.date(), { type: "string", format: "date" }],
    ["template literals", z.templateLiteral(["a", z.number()]), { type: "string", pattern: "^a-?\\d+(?:\\.\\d+)?$" }],
    ["several literals", z.literal(["a", 1, null]), { enum: ["a", 1, null] }],
    ["exclusive unions", z.xor([z.string(), z.number()]), { oneOf: [{ type: "string" }, { type: "number" }] }],
    [
      "codecs, by their input",
      z.codec(z.string(), z.date(), { decode: Date.parse as never, encode: String }),
      { type: "string" },
    ],
    ["stringbool", z.stringbool(), { type: "string" }],
    ["files", z.file(), { type: "string", format: "binary", contentEncoding: "binary" }],
    ["readonly", z.string().readonly(), { type: "string" }],
    ["a format of the author's own", z.string().meta({ format: "phone" }), { type: "string", format: "phone" }],
    [
      "other metadata",
      z.string().meta({ id: "i", title: "t", deprecated: true }),
      { type: "string", deprecated: true },
    ],
    [
      "a description before a check",
      z.string().describe("d").min(1),
      { type: "string", minLength: 1, description: "d" },
    ],
    ["a description in zod/mini", mini.string().check(mini.describe("d")), { type: "string", description: "d" }],
    [
      "a record that must have all keys",
      z.record(z.enum(["a", "b"]), z.number()),
      {
        type: "object",
        additionalProperties: { type: "number" },
        propertyNames: { type: "string", enum: ["a", "b"] },
        required: ["a", "b"],
      },
    ],
    [
      "a partial record",
      z.partialRecord(z.enum(["a"]), z.number()),
      { type: "object", additionalProperties: { type: "number" }, propertyNames: { type: "string", enum: ["a"] } },
    ],
    [
      "a loose record",
      z.looseRecord(z.string().regex(/^a/), z.number()),
      { type: "object", patternProperties: { "^a": { type: "number" } } },
    ],
    [
      "a tuple with an optional end",
      z.tuple([z.string(), z.string().optional()]),
      {
        type: "array",
        minItems: 1,
        maxItems: 2,
        items: [{ type: "string" }, { type: "string" }],
      },
    ],
  ])("%s", (_, schema, expected) => {
    expect(property(schema).schema).toEqual(expected);
  });

  test("a method of its own, of zod 4.2 and later, with what providers need", () => {
    const schema = z.object({ x: z.string() });
    const asked: unknown[] = [];
    const toJSONSchema = (options: unknown) => {
      asked.push(options);
      return { type: "object", properties: { of: { const: "its own" } } };
    };
    expect(parametersOf(Object.assign(schema, { toJSONSchema }))).toEqual(toJSONSchema({}));
    expect(asked[0]).toMatchObject({ target: "draft-7", io: "input" });
  });

  test("recursion by a getter", () => {
    const node: z.ZodType = z.object({
      get next() {
        return node.optional();
      },
    });
    const $ref = "#/$defs/__schema0";
    expect(parametersOf(z.object({ x: node, $ref: z.string() }))).toEqual({
      type: "object",
      properties: { x: { $ref }, $ref: { type: "string" } },
      required: ["x", "$ref"],
      $defs: { __schema0: { type: "object", properties: { next: { $ref } } } },
    });
  });

  test("a set that contains itself", () => {
    const node: z.ZodType = z.object({ all: z.lazy(() => z.set(node)), many: z.lazy(() => z.map(z.string(), node)) });
    const { properties } = parametersOf(node) as { properties: Record<string, unknown> };
    expect(properties["all"]).toMatchObject({
      uniqueItems: true,
      items: { type: "object", properties: { all: { uniqueItems: true, items: {} } } },
    });
    expect(JSON.stringify(properties)).not.toContain("$ref");
  });

  test("many places of one schema, and long paths, within limits", () => {
    const twice = (inner: z.ZodType) => z.object({ a: inner, b: inner });
    const nested = (times: number, wrap: (inner: z.ZodType) => z.ZodType) =>
      Array.from({ length: times }).reduce<z.ZodType>(wrap, z.string());
    expect(JSON.stringify(parametersOf(nested(40, twice))).length).toBeLessThan(1e6);
    expect(JSON.stringify(parametersOf(nested(800, (a) => z.object({ a })))).length).toBeLessThan(1e4);
  });

  test("an emoji without a look around", () => {
    expect(property(z.emoji()).schema).toEqual({ type: "string" });
  });
});

test.each<[string, z.ZodType]>([
  ["string", z.string()],
  ["any", z.any()],
  ["unknown", z.unknown()],
  ["undefined", z.undefined()],
  ["optional", z.string().optional()],
  ["optional, transformed", z.string().optional().transform(String)],
  [
    "optional, refined",
    z
      .string()
      .optional()
      .refine((text) => text !== undefined),
  ],
  ["default", z.string().default("x")],
  ["prefault", z.string().prefault("x")],
  ["preprocess to something else", z.preprocess(Number, z.number())],
  [
    "preprocess to something else, wrapped",
    z
      .preprocess(Number, z.number())
      .readonly()
      .catch(() => 1)
      .pipe(z.number()),
  ],
  ["lazy", z.lazy(() => z.string().optional())],
  ["union", z.union([z.string().optional(), z.number()])],
  ["nonoptional", z.string().optional().nonoptional()],
])("%s is required where zod refuses an object without it", (_, schema) => {
  expect(property(schema).required).toBe(!z.object({ x: schema }).safeParse({}).success);
});
