import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import * as mini from "zod/mini";
import { z as z40 } from "zod3/v4";
import { tries } from "../effort.ts";
import { evaluate, parametersOf, schemaCode } from "../oracles/definitions.ts";

/**
 * Without the differences between the two versions: which properties and last items of a tuple are optional, which
 * wrappers repeat the inner description, and whether a list of anything has `items`.
 */
function comparable(value: unknown, gone: string[]): unknown {
  if (Array.isArray(value)) return value.map((entry) => comparable(entry, gone));
  if (typeof value !== "object" || value === null) return value;
  const described = descriptionsIn(value);
  const isRepeated = (text: unknown) => described.includes(text);
  const isTuple = "items" in value && Array.isArray(value.items);
  const kept = Object.entries(value).filter(
    ([key, entry]) =>
      !(gone.includes(key) && typeof entry !== "object") &&
      !(key === "description" && isRepeated(entry)) &&
      !(key === "required" && Array.isArray(entry)) &&
      !(key === "minItems" && isTuple),
  );
  const compared = kept.map(([key, entry]): [string, unknown] => [key, comparable(entry, gone)]);
  const ofAnything = (key: string, entry: unknown) => key === "items" && Object.keys(entry as object).length === 0;
  return Object.fromEntries(compared.filter(([key, entry]) => !ofAnything(key, entry)));
}

/** A brand is a wrapper in zod 3, and nothing at run time in zod 4. */
const twinCode = schemaCode.filter((code) => !code.includes(".brand("));

/** The descriptions of a union's options, at every depth. */
function descriptionsIn(schema: object): unknown[] {
  const options = "anyOf" in schema ? (schema.anyOf as { description?: unknown }[]) : [];
  return options.flatMap((option) => [option.description, ...descriptionsIn(option)]);
}

describe.each([
  ["zod 4", z, []],
  // It drops a description if a check follows.
  ["zod 4.0", z40, ["description"]],
])("the definition of a %s schema", (_, zod, gone) => {
  const of = (code: string, by?: unknown) => comparable(parametersOf(evaluate(code, by)), gone);

  test("is that of the zod 3 equivalent, of random schemas", () => {
    fc.assert(
      fc.property(twinCode, (code) => {
        const text = `z.object({ x: ${code} })`;
        expect(of(text, zod)).toEqual(of(text));
        expect(of(code, zod)).toEqual(of(code));
      }),
      { numRuns: tries(600) },
    );
  });
});

const property = (schema: unknown) => {
  const { properties, required } = parametersOf(z.object({ x: schema as z.ZodType }));
  return { schema: (properties as { x: unknown }).x, required: required !== undefined };
};

describe("what only zod 4 has", () => {
  test.each<[string, unknown, unknown]>([
    ["int32", z.int32(), { type: "integer", minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }],
    ["int", z.int().nullable(), { anyOf: [{ type: "integer" }, { type: "null" }] }],
    ["a format as a type", z.email(), { type: "string", format: "email" }],
    [
      "a format that JSON Schema does not have",
      z.e164().min(3),
      { type: "string", minLength: 3, pattern: z.regexes.e164.source },
    ],
    ["an ISO date", z.iso.date(), { type: "string", format: "date" }],
    ["template literals", z.templateLiteral(["a", z.number()]), { type: "string", pattern: "^a-?\\d+(?:\\.\\d+)?$" }],
    ["several literals", z.literal(["a", 1, null]), { type: ["string", "number", "null"], enum: ["a", 1, null] }],
    ["exclusive unions", z.xor([z.string(), z.number()]), { oneOf: [{ type: "string" }, { type: "number" }] }],
    [
      "codecs, by their input",
      z.codec(z.string(), z.date(), { decode: Date.parse as never, encode: String }),
      { type: "string" },
    ],
    ["stringbool", z.stringbool(), { type: "string" }],
    ["files, which a model cannot send", z.file(), {}],
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
        propertyNames: { enum: ["a", "b"] },
        required: ["a", "b"],
      },
    ],
    [
      "a partial record",
      z.partialRecord(z.enum(["a"]), z.number()),
      { type: "object", additionalProperties: { type: "number" }, propertyNames: { enum: ["a"] } },
    ],
    ["a loose record", z.looseRecord(z.string().min(1), z.number()), { type: "object", additionalProperties: true }],
    [
      "a tuple with an optional end",
      z.tuple([z.string(), z.string().optional()]),
      {
        type: "array",
        minItems: 1,
        maxItems: 2,
        items: [{ type: "string" }, { anyOf: [{ not: {} }, { type: "string" }] }],
      },
    ],
    ["recursion by a getter", tree(), { type: "object", properties: { next: {} } }],
  ])("%s", (_, schema, expected) => {
    expect(property(schema).schema).toEqual(expected);
  });

  function tree(): unknown {
    const node: z.ZodType = z.object({
      get next() {
        return node.optional();
      },
    });
    return node;
  }
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
  ["catch", z.string().catch("x")],
  ["preprocess to something else", z.preprocess(Number, z.number())],
  ["preprocess with a default", z.preprocess((text) => text ?? "x", z.string())],
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
