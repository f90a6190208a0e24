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
  });

  test("examples go into the description", () => {
    expect(definition({ inputExamples: [{ q: "a" }, { q: "b" }] }).description).toBe(
      'does t\n\nExamples:\n1. {"q":"a"}\n2. {"q":"b"}',
    );
    expect(definition({ inputExamples: [] }).description).toBe("does t");
  });

  test("rawJsonSchema wins, as it is", () => {
    const rawJsonSchema = { $schema: "x", type: "object", additionalProperties: false };
    expect(definition({ rawJsonSchema, parameters: z.object({ q: z.string() }) }).parameters).toBe(rawJsonSchema);
  });

  test("changing one does not change the next", () => {
    const executor = new ToolExecutor([makeTool("t", async () => "")]);
    const [first] = executor.getToolDefinitions();
    (first as { name: string }).name = "changed";
    expect(executor.getToolDefinitions()[0]?.name).toBe("t");
  });
});

type Z = typeof z;

/** Where our own conversions write it in another form than zod 4 itself. */
const ours: [string, (zod: Z) => unknown, Record<string, unknown>][] = [
  ["union", (s) => s.union([s.string(), s.number()]), { anyOf: [{ type: "string" }, { type: "number" }] }],
  ["nullable", (s) => s.string().nullable(), { anyOf: [{ type: "string" }, { type: "null" }] }],
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
];

/** The same schema in both versions; the JSON schema must be the same, and so it must from zod 4.0. */
const same: [string, (zod: Z) => unknown, Record<string, unknown>][] = [
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

const converted: [string, Z][] = [
  ["zod 4.0, which does not write it itself", z40 as unknown as Z],
  ["zod 3", z3 as unknown as Z],
];

describe.each(converted)("our conversion of %s", (_, zod) => {
  test.each(ours)("%s", (__, make, expected) => {
    expect(schemaOf(zod.object({ x: make(zod) as never }))["properties"]).toEqual({ x: expected });
  });
});

describe.each([["zod 4", z], ...converted] as const)("%s", (_, zod) => {
  test.each(same)("%s", (__, make, expected) => {
    expect(schemaOf(zod.object({ x: make(zod) as never }))["properties"]).toEqual({ x: expected });
  });

  test("what may be left out is not required", () => {
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

  test("enum and literal", () => {
    const schema = schemaOf(zod.object({ x: zod.enum(["a", "b"]), y: zod.literal("c") }));
    expect(schema["properties"]).toMatchObject({ x: { enum: ["a", "b"] }, y: { const: "c" } });
  });

  test("a TypeScript enum gives its values, not its names", () => {
    const Level = { low: 1, high: 2, 1: "low", 2: "high" }; // what `enum Level { low = 1, high = 2 }` compiles to
    const schema = schemaOf(zod.object({ x: zod.nativeEnum(Level) }));
    expect(schema["properties"]).toMatchObject({ x: { enum: [1, 2] } });
  });

  test("tuple and record", () => {
    const schema = schemaOf(
      zod.object({ t: zod.tuple([zod.string(), zod.number()]), r: zod.record(zod.string(), zod.number()) }),
    );
    expect(schema["properties"]).toMatchObject({
      t: { type: "array", prefixItems: [{ type: "string" }, { type: "number" }] },
      r: { type: "object", additionalProperties: { type: "number" } },
    });
  });

  test("discriminated union", () => {
    const schema = schemaOf(
      zod.object({
        u: zod.discriminatedUnion("k", [zod.object({ k: zod.literal("a") }), zod.object({ k: zod.literal("b") })]),
      }),
    ) as { properties: { u: { anyOf?: unknown[]; oneOf?: unknown[] } } };
    const { anyOf, oneOf } = schema.properties.u;
    expect(anyOf ?? oneOf).toMatchObject([
      { properties: { k: { const: "a" } }, required: ["k"] },
      { properties: { k: { const: "b" } }, required: ["k"] },
    ]);
  });

  test("a schema that contains itself ends", () => {
    const tree: unknown = zod.object({ children: zod.array(zod.lazy(() => tree as never)) });
    expect((schemaOf(tree) as { properties: object }).properties).toHaveProperty("children.type", "array");
  });

  test("strict and passthrough objects", () => {
    expect(schemaOf(zod.object({ x: zod.object({}).strict() }))["properties"]).toMatchObject({
      x: expect.not.objectContaining({ additionalProperties: false }),
    });
    const [open] = [schemaOf(zod.object({}).passthrough())["additionalProperties"]];
    expect([true, {}]).toContainEqual(open);
  });
});

describe("only in zod 3", () => {
  test("checks that became formats and patterns", () => {
    const schema = schemaOf(
      z3.object({
        starts: z3.string().startsWith("a.b"),
        ends: z3.string().endsWith("$"),
        has: z3.string().includes("(x)"),
        like: z3.string().regex(/^\d+$/),
        ip: z3.string().ip({ version: "v6" }),
        set: z3.set(z3.string()).min(1),
        exact: z3.array(z3.string()).length(2),
        rest: z3.tuple([z3.string()]).rest(z3.number()),
        keys: z3.record(z3.enum(["a"]), z3.number()),
        date: z3.date(),
        catchall: z3.object({}).catchall(z3.string()),
        piped: z3.string().pipe(z3.coerce.number()),
        caught: z3.string().catch("x"),
      }),
    );
    expect(schema["properties"]).toEqual({
      starts: { type: "string", pattern: "^a\\.b" },
      ends: { type: "string", pattern: "\\$$" },
      has: { type: "string", pattern: "\\(x\\)" },
      like: { type: "string", pattern: "^\\d+$" },
      ip: { type: "string", format: "ipv6" },
      set: { type: "array", items: { type: "string" }, uniqueItems: true, minItems: 1 },
      exact: { type: "array", items: { type: "string" }, minItems: 2, maxItems: 2 },
      rest: { type: "array", prefixItems: [{ type: "string" }], items: { type: "number" }, minItems: 1 },
      keys: {
        type: "object",
        additionalProperties: { type: "number" },
        propertyNames: { type: "string", enum: ["a"] },
      },
      date: { type: "string", format: "date-time" },
      catchall: { type: "object", properties: {}, additionalProperties: { type: "string" } },
      piped: { type: "string" },
      caught: { type: "string" },
    });
    expect(schema["required"]).not.toContain("caught");
  });
});

describe("other ways to a schema", () => {
  test("zod/mini", () => {
    expect(schemaOf(mini.object({ q: mini.string(), n: mini.optional(mini.int()) }))).toEqual({
      type: "object",
      properties: { q: { type: "string" }, n: { type: "integer" } },
      required: ["q"],
    });
  });

  test("Standard JSON Schema, in a target that the library knows", () => {
    const input = ({ target }: { target: string }) => {
      if (target !== "draft-07") throw new Error("unknown target");
      return { $schema: target, type: "object", properties: { q: { type: "string" } } };
    };
    const standard = { version: 1, vendor: "v", validate: (value: unknown) => ({ value }), jsonSchema: { input } };
    expect(schemaOf({ "~standard": standard })).toEqual({ type: "object", properties: { q: { type: "string" } } });
  });

  test("a Standard Schema without it, and a plain safeParse, allow any object", () => {
    const open = { type: "object", properties: {} };
    const standard = { version: 1, vendor: "v", validate: (value: unknown) => ({ value }) };
    expect(schemaOf({ "~standard": standard })).toEqual(open);
    expect(schemaOf({ safeParse: (data: unknown) => ({ success: true, data }) })).toEqual(open);
  });
});

describe("cleaning", () => {
  const named = { $schema: 0, title: 0, default: 0, examples: 0, $id: 0, $comment: 0, additionalProperties: 0 };
  const shape = Object.fromEntries(Object.keys(named).map((name) => [name, z.string().default("d")]));
  const jsonSchema = (schema: object) => ({
    "~standard": {
      version: 1,
      vendor: "v",
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: () => schema },
    },
  });

  test("drops keywords, never a property that is named so", () => {
    const schema = schemaOf(z.object(shape));
    expect(Object.keys(schema["properties"] as object).sort()).toEqual(Object.keys(named).sort());
    expect(schema).toEqual({ type: "object", properties: expect.anything() });
    for (const property of Object.values(schema["properties"] as object)) expect(property).toEqual({ type: "string" });
  });

  test("at every depth, and not inside data", () => {
    const inner = { type: "object", title: "t", additionalProperties: false };
    const schema = {
      type: "object",
      properties: { a: { anyOf: [inner, { type: "array", items: inner }] }, b: { enum: [{ title: "data" }] } },
      $defs: { title: inner },
      if: inner,
      not: { prefixItems: [inner, true] },
    };
    const clean = { type: "object" };
    expect(schemaOf(jsonSchema(schema))).toEqual({
      type: "object",
      properties: { a: { anyOf: [clean, { type: "array", items: clean }] }, b: { enum: [{ title: "data" }] } },
      $defs: { title: clean },
      if: clean,
      not: { prefixItems: [clean, true] },
    });
  });

  test("strict closes every object", () => {
    const schema = schemaOf(z.object({ a: z.object({ b: z.string() }), c: z.array(z.object({})) }), { strict: true });
    expect(schema).toMatchObject({
      additionalProperties: false,
      properties: { a: { additionalProperties: false }, c: { items: { additionalProperties: false } } },
    });
  });

  test("a property may be named __proto__", () => {
    const schema = schemaOf(jsonSchema(JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}')));
    expect(Object.keys(schema["properties"] as object)).toEqual(["__proto__"]);
  });
});
