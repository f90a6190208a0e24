import { describe, expect, test } from "vitest";
import { z } from "zod";
import * as mini from "zod/mini";
import { z as z3 } from "zod3";
import { z as z40 } from "zod3/v4";
import { ToolExecutor } from "../../lib/executor/tool-executor.ts";
import type { ToolDef } from "../../lib/executor/tool-types.ts";
import { makeTool } from "./helpers.ts";

function definition(more: Partial<ToolDef>) {
  const [first] = new ToolExecutor([makeTool("t", async () => "", more)]).getToolDefinitions();
  return first as NonNullable<typeof first>;
}
const schemaOf = (parameters: unknown, more: Partial<ToolDef> = {}) =>
  definition({ parameters: parameters as ToolDef["parameters"], ...more }).parameters;

describe("a definition", () => {
  test("name, description, parameters; strict only if given", () => {
    expect(definition({ parameters: z.object({ q: z.string() }) })).toEqual({
      name: "t",
      description: "does t",
      parameters: { type: "object", properties: { q: { type: "string" } }, required: ["q"] },
    });
    expect(definition({ strict: false })).toHaveProperty("strict", false);
    expect(definition({ strict: null as never })).not.toHaveProperty("strict");
  });

  test("examples go into the description", () => {
    expect(definition({ inputExamples: [{ q: "a" }, { q: "b" }] }).description).toBe(
      'does t\n\nExamples:\n1. {"q":"a"}\n2. {"q":"b"}',
    );
    expect(definition({ inputExamples: [] }).description).toBe("does t");
  });

  test("rawJsonSchema wins", () => {
    const rawJsonSchema = { type: "object", properties: { raw: { type: "null" } } };
    expect(definition({ rawJsonSchema, parameters: z.object({ q: z.string() }) }).parameters).toEqual(rawJsonSchema);
  });

  test("changing a returned definition changes neither the next one nor the tool", () => {
    const rawJsonSchema = { type: "object", properties: { a: { enum: [{ deep: [1] }] } } };
    const executor = new ToolExecutor([makeTool("t", async () => "", { rawJsonSchema })]);
    const before = structuredClone(executor.getToolDefinitions());
    const [first] = executor.getToolDefinitions();
    const { properties } = (first as { parameters: unknown }).parameters as typeof rawJsonSchema;
    properties.a.enum[0]?.deep.push(2);
    properties.a.enum.length = 0;
    Object.assign(first as object, { name: "changed" });
    expect(executor.getToolDefinitions()).toEqual(before);
    expect(rawJsonSchema.properties.a.enum).toEqual([{ deep: [1] }]);
  });
});

type Z = typeof z;

/** The same schema in both versions; the JSON schema must be the same, and so it must from zod 4.0. */
const same: [string, (zod: Z) => unknown, Record<string, unknown>][] = [
  ["union of types", (s) => s.union([s.string(), s.number()]), { type: ["string", "number"] }],
  [
    "union",
    (s) => s.union([s.string().min(1), s.number()]),
    { anyOf: [{ type: "string", minLength: 1 }, { type: "number" }] },
  ],
  ["union of literals", (s) => s.union([s.literal("a"), s.literal(1)]), { type: ["string", "number"], enum: ["a", 1] }],
  ["nullable", (s) => s.string().nullable(), { type: ["string", "null"] }],
  ["nullable enum", (s) => s.enum(["a"]).nullable(), { anyOf: [{ type: "string", enum: ["a"] }, { type: "null" }] }],
  [
    "nullable with a description",
    (s) => s.string().describe("what").nullable(),
    { type: ["string", "null"], description: "what" },
  ],
  [
    "intersection",
    (s) => s.intersection(s.object({ a: s.null() }), s.object({ b: s.null() })),
    {
      allOf: [
        { type: "object", properties: { a: { type: "null" } }, required: ["a"] },
        { type: "object", properties: { b: { type: "null" } }, required: ["b"] },
      ],
    },
  ],
  ["readonly, branded", (s) => s.string().brand("b").readonly(), { type: "string" }],
  ["enum", (s) => s.enum(["a", "b"]), { type: "string", enum: ["a", "b"] }],
  ["literal", (s) => s.literal("c"), { type: "string", const: "c" }],
  ["literal null", (s) => s.literal(null), { type: "null", const: null }],
  ["literal undefined", (s) => s.literal(undefined), { not: {} }],
  ["bigint, which is a number in JSON", (s) => s.literal(2n), { type: "integer", const: 2 }],
  ["bounds of a bigint", (s) => s.bigint().min(1n), { type: "integer", format: "int64", minimum: 1 }],
  // The compiled form of `enum Level { low = 1, high = 2 }`.
  [
    "TypeScript enum, by its values",
    (s) => s.nativeEnum({ low: 1, high: 2, 1: "low", 2: "high" }),
    { type: "number", enum: [1, 2] },
  ],
  [
    "tuple",
    (s) => s.tuple([s.string(), s.number()]),
    { type: "array", minItems: 2, maxItems: 2, items: [{ type: "string" }, { type: "number" }] },
  ],
  [
    "tuple with a rest",
    (s) => s.tuple([s.string()]).rest(s.number()),
    { type: "array", minItems: 1, items: [{ type: "string" }], additionalItems: { type: "number" } },
  ],
  ["record", (s) => s.record(s.string(), s.number()), { type: "object", additionalProperties: { type: "number" } }],
  [
    "record with a pattern of keys",
    (s) => s.record(s.string().regex(/^k/), s.any()),
    { type: "object", additionalProperties: {}, propertyNames: { pattern: "^k" } },
  ],
  [
    "map",
    (s) => s.map(s.string(), s.number()),
    {
      type: "array",
      maxItems: 125,
      items: { type: "array", items: [{ type: "string" }, { type: "number" }], minItems: 2, maxItems: 2 },
    },
  ],
  [
    "set",
    (s) => s.set(s.string()).min(1),
    { type: "array", uniqueItems: true, items: { type: "string" }, minItems: 1 },
  ],
  [
    "discriminated union",
    (s) => s.discriminatedUnion("k", [s.object({ k: s.literal("a") }), s.object({ k: s.literal("b") })]),
    {
      anyOf: ["a", "b"].map((k) => ({
        type: "object",
        properties: { k: { type: "string", const: k } },
        required: ["k"],
      })),
    },
  ],
  ["passthrough", (s) => s.object({}).passthrough(), { type: "object", properties: {}, additionalProperties: true }],
  ["strict", (s) => s.object({}).strict(), { type: "object", properties: {} }],
  [
    "catchall",
    (s) => s.object({}).catchall(s.string()),
    { type: "object", properties: {}, additionalProperties: { type: "string" } },
  ],
  ["preprocess", (s) => s.preprocess(Number, s.number()), { type: "number" }],
  [
    "pipe that narrows",
    (s) => s.string().pipe(s.string().min(1)),
    {
      allOf: [{ type: "string" }, { type: "string", minLength: 1 }],
    },
  ],
  ["pipe that makes something else of it", (s) => s.string().transform(Number).pipe(s.number()), { type: "string" }],
  [
    "patterns",
    (s) => s.string().startsWith("www.").includes("/a-b"),
    {
      type: "string",
      allOf: [{ pattern: "^www\\." }, { pattern: "\\/a-b" }],
    },
  ],
  ["string", (s) => s.string(), { type: "string" }],
  ["string with bounds", (s) => s.string().min(1).max(9), { type: "string", minLength: 1, maxLength: 9 }],
  ["string of a length", (s) => s.string().length(3), { type: "string", minLength: 3, maxLength: 3 }],
  ["integer", (s) => s.number().int().min(1).max(5), { type: "integer", minimum: 1, maximum: 5 }],
  [
    "number",
    (s) => s.number().gt(0).lt(10).multipleOf(0.5),
    { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 10, multipleOf: 0.5 },
  ],
  ["boolean", (s) => s.boolean(), { type: "boolean" }],
  ["null", (s) => s.null(), { type: "null" }],
  ["anything", (s) => s.any(), {}],
  ["description", (s) => s.string().describe("what"), { type: "string", description: "what" }],
  [
    "description of an optional",
    (s) => s.string().describe("what").optional(),
    { type: "string", description: "what" },
  ],
  [
    "array",
    (s) => s.array(s.string()).min(1).max(3),
    { type: "array", items: { type: "string" }, minItems: 1, maxItems: 3 },
  ],
  ["default", (s) => s.string().default("x"), { type: "string" }],
  ["transform", (s) => s.string().transform((text) => text.length), { type: "string" }],
  ["refine", (s) => s.string().refine((text) => text !== ""), { type: "string" }],
  ["never", (s) => s.never(), { not: {} }],
  ["function", (s) => s.custom<() => void>((value) => typeof value === "function"), {}],
];

describe.each([
  ["zod 4", z],
  ["zod 4.0", z40 as unknown as Z],
  ["zod 3", z3 as unknown as Z],
])("%s", (_, zod) => {
  test.each(same)("%s", (__, make, expected) => {
    expect(schemaOf(zod.object({ x: make(zod) as never }))["properties"]).toEqual({ x: expected });
  });

  test("what may be omitted is not required", () => {
    const schema = schemaOf(
      zod.object({ a: zod.string(), b: zod.string().optional(), c: zod.number().default(1), d: zod.null().nullish() }),
    );
    expect(schema["required"]).toEqual(["a"]);
  });

  test.each([
    ["email", "email"],
    ["uuid", "uuid"],
    ["url", "uri"],
  ] as const)("format %s", (check, format) => {
    const schema = schemaOf(zod.object({ x: zod.string()[check]() }));
    expect(schema["properties"]).toMatchObject({ x: { type: "string", format } });
  });

  test("a schema that contains itself allows everything there", () => {
    const tree: unknown = zod.object({ name: zod.string(), children: zod.array(zod.lazy(() => tree as never)) });
    expect(schemaOf(tree)).toEqual({
      type: "object",
      properties: { name: { type: "string" }, children: { type: "array", items: {} } },
      required: ["name", "children"],
    });
  });

  test("a schema that creates new ones without end, and twenty that contain each other, are converted", () => {
    const endless = (): unknown => zod.object({ next: zod.lazy(() => endless() as never) });
    expect(JSON.stringify(schemaOf(endless())).length).toBeLessThan(10_000);
    const all: unknown[] = [];
    const others = () =>
      Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`p${i}`, zod.lazy(() => all[i] as never)]));
    for (let i = 0; i < 20; i++) all.push(zod.object(others()));
    const crowd = all[0];
    expect(schemaOf(crowd)).toHaveProperty("properties");
  });
});

describe("other kinds of schemas", () => {
  test("zod/mini", () => {
    expect(schemaOf(mini.object({ q: mini.string(), n: mini.optional(mini.int()) }))).toEqual({
      type: "object",
      properties: { q: { type: "string" }, n: { type: "integer" } },
      required: ["q"],
    });
  });

  test("Standard JSON Schema, in a target that the library supports", () => {
    const input = ({ target }: { target: string }) => {
      if (target !== "draft-07") throw new Error("unknown target");
      return { $schema: target, type: "object", properties: { q: { type: "string" } } };
    };
    const standard = { version: 1, vendor: "v", validate: (value: unknown) => ({ value }), jsonSchema: { input } };
    expect(schemaOf({ "~standard": standard })).toEqual({ type: "object", properties: { q: { type: "string" } } });
  });

  test("a Standard Schema without it, a plain safeParse, and no schema, allow any object", () => {
    const open = { type: "object", properties: {} };
    const standard = { version: 1, vendor: "v", validate: (value: unknown) => ({ value }) };
    expect(schemaOf({ "~standard": standard })).toEqual(open);
    expect(schemaOf({ safeParse: (data: unknown) => ({ success: true, data }) })).toEqual(open);
    for (const none of [undefined, null]) expect(schemaOf(none)).toEqual(open);
  });
});
