import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { z as z3 } from "zod3";
import { ToolExecutor } from "../../lib/executor/tool-executor.ts";
import { parametersOf } from "../oracles/definitions.ts";
import { makeCall, makeTool, recorded } from "./helpers.ts";

type Z = typeof z;
const versions: [string, Z][] = [
  ["zod 4", z],
  ["zod 3", z3 as unknown as Z],
];

/** The places in a schema that break the rules of OpenAI's strict mode for objects. */
function violations(schema: unknown, at = "#"): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const found: string[] = [];
  const { type, properties, required, additionalProperties } = schema as Record<string, unknown>;
  if ([type].flat().includes("object")) {
    if (additionalProperties !== false) found.push(`${at} is open`);
    const names = Object.keys((properties ?? {}) as object);
    if (names.some((name) => !((required ?? []) as string[]).includes(name))) found.push(`${at} requires not all`);
  }
  return [...found, ...Object.entries(schema).flatMap(([key, entry]) => violations(entry, `${at}/${key}`))];
}

const everything = (zod: Z) =>
  zod.object({
    text: zod.string().describe("what"),
    word: zod.string().min(1).optional().describe("a word"),
    count: zod.number().default(1),
    kind: zod.enum(["a", "b"]).optional().describe("a kind"),
    only: zod.literal("x").optional(),
    none: zod.null().optional(),
    either: zod.union([zod.string(), zod.number()]).optional(),
    maybe: zod.string().nullable(),
    maybeNot: zod.string().nullish(),
    place: zod.object({ city: zod.string(), zip: zod.string().optional() }).optional(),
    list: zod.array(zod.object({ id: zod.number(), note: zod.string().optional() })),
    one: zod.union([zod.object({ a: zod.string().optional() }), zod.object({ b: zod.number() })]),
    open: zod.object({ x: zod.string() }).passthrough(),
    empty: zod.object({}),
  });

describe.each(versions)("strict, %s", (_, zod) => {
  const strict = parametersOf(everything(zod), { strict: true });
  const properties = strict["properties"] as Record<string, unknown>;

  test("closes each object and requires all its properties, at every depth", () => {
    expect(violations(strict)).toEqual([]);
    expect(violations(parametersOf(everything(zod)))).not.toEqual([]);
  });

  test("what was optional may be null", () => {
    expect(properties).toMatchObject({
      text: { type: "string", description: "what" },
      word: { type: ["string", "null"], minLength: 1, description: "a word" },
      count: { type: ["number", "null"] },
      kind: { anyOf: [{ type: "string", enum: ["a", "b"] }, { type: "null" }], description: "a kind" },
      only: { anyOf: [{ type: "string", const: "x" }, { type: "null" }] },
      none: { type: "null" },
      maybe: { type: ["string", "null"] },
      maybeNot: { type: ["string", "null"] },
      place: { anyOf: [{ type: "object", required: ["city", "zip"] }, { type: "null" }] },
      list: { items: { properties: { note: { type: ["string", "null"] } } } },
    });
  });

  test("a null that the tool's schema rejects is left out", async () => {
    const got: unknown[] = [];
    const execute = async (args: unknown) => {
      got.push(args);
      return "ok";
    };
    const executor = new ToolExecutor([makeTool("t", execute, { strict: true, parameters: everything(zod) })]);
    const args = {
      ...{ text: "t", word: null, count: null, kind: null, only: null, none: null, either: null, maybe: null },
      ...{ maybeNot: null, place: { city: "c", zip: null }, list: [{ id: 1, note: null }], one: { a: null } },
      ...{ open: { x: "x" }, empty: {} },
    };
    expect(new Ajv({ allowUnionTypes: true }).validate(strict, args)).toBe(true);
    const sent = structuredClone(args);
    const [result] = await executor.executeAll([makeCall("t", args)], recorded().ctx);
    expect(result).toMatchObject({ result: "ok" });
    expect(got).toEqual([
      {
        ...{ text: "t", count: 1, none: null, maybe: null, maybeNot: null },
        ...{ place: { city: "c" }, list: [{ id: 1 }], one: {}, open: { x: "x" }, empty: {} },
      },
    ]);
    expect(args).toEqual(sent);
  });

  test("a null for a required property is an invalid argument", async () => {
    const tool = makeTool("t", async () => "ok", { strict: true, parameters: zod.object({ q: zod.string() }) });
    const [result] = await new ToolExecutor([tool]).executeAll([makeCall("t", { q: null })], recorded().ctx);
    expect(result?.error).toMatch(/^Invalid arguments: q: .*null/);
  });

  test.each([
    ["of a union", { kind: "a", note: null, parent: null }, { kind: "a", parent: null }],
    ["of a union in a list", [{ kind: "a", note: null, parent: null }], [{ kind: "a", parent: null }]],
    ["of a union in a union", { in: { note: null, parent: null } }, { in: { parent: null } }],
    ["of the last member", { kind: "z", late: null, parent: null }, { kind: "z", parent: null }],
  ])("only an optional null is left out: %s", async (_where, x, expected) => {
    const a = zod.object({ kind: zod.literal("a"), note: zod.string().optional(), parent: zod.string().nullable() });
    const inner = zod.object({ note: zod.string().optional(), parent: zod.string().nullable() });
    const z = zod.object({ kind: zod.literal("z"), late: zod.string().optional(), parent: zod.string().nullable() });
    const b = zod.object({ in: zod.union([zod.number(), inner]) });
    const member = zod.union([a, b, z, zod.number()]);
    const parameters = zod.object({ x: zod.union([member, zod.array(member)]) });
    const tool = makeTool("t", async (args) => JSON.stringify(args), { strict: true, parameters });
    const [result] = await new ToolExecutor([tool]).executeAll([makeCall("t", { x })], recorded().ctx);
    expect(result).toMatchObject({ result: JSON.stringify({ x: expected }) });
  });

  test("a null that only the definition allows is left out, also if the schema would coerce it", async () => {
    const fields = {
      limit: zod.coerce.number().optional(),
      text: zod.coerce.string().optional(),
      since: zod.coerce.date().default(new Date(5)),
      known: zod.any().optional(),
      none: zod.coerce.number().nullable().optional(),
    };
    const nested = zod.object({ ...fields, list: zod.array(zod.object(fields)), place: zod.object(fields).optional() });
    const tool = makeTool("t", async (args) => JSON.stringify(args), { strict: true, parameters: nested });
    const nulls = { limit: null, text: null, since: null, known: null, none: null };
    const args = { ...nulls, list: [nulls], place: nulls };
    const [result] = await new ToolExecutor([tool]).executeAll([makeCall("t", args)], recorded().ctx);
    const got = { since: new Date(5).toJSON(), known: null, none: null };
    expect(JSON.parse(result?.result as string)).toEqual({ ...got, list: [got], place: got });
  });

  test("an object without properties requires none of them", () => {
    expect(parametersOf(zod.object({}), { strict: true })).toMatchObject({ properties: {}, required: [] });
  });

  test("messages name what is wrong, not the nulls that are left out", async () => {
    const fields = zod.object({ q: zod.string(), a: zod.string().optional(), b: zod.string().optional() });
    const plain = makeTool("plain", async () => "ok", { strict: true, parameters: fields });
    const parameters = fields.refine(({ a, b }) => a !== undefined || b !== undefined, "give a or b");
    const refined = makeTool("refined", async () => "ok", { strict: true, parameters });
    const executor = new ToolExecutor([plain, refined]);
    const calls = [makeCall("plain", { q: null, a: null, b: 5 }), makeCall("refined", { q: "q", a: null, b: null })];
    const [first, second] = await executor.executeAll(calls, recorded().ctx);
    expect(first?.error).toMatch(/^Invalid arguments: q: .*null; b: .*number$/);
    expect(second?.error).toBe("Invalid arguments: give a or b");
  });

  test("without strict, a null is an invalid argument", async () => {
    const parameters = zod.object({ q: zod.string().optional() });
    const executor = new ToolExecutor([makeTool("t", async () => "ok", { parameters })]);
    const [result] = await executor.executeAll([makeCall("t", { q: null })], recorded().ctx);
    expect(result?.error).toMatch(/^Invalid arguments: q: /);
  });

  test("what strict mode cannot express is unchanged, so that the provider reports it", () => {
    const { r, i, f } = parametersOf(
      zod.object({
        r: zod.record(zod.string(), zod.number()),
        i: zod.intersection(zod.object({ a: zod.string() }), zod.object({ b: zod.string() })),
        f: zod.object({}).passthrough(),
      }),
      { strict: true },
    )["properties"] as Record<string, Record<string, unknown>>;
    expect(r).toEqual({ type: "object", additionalProperties: { type: "number" } });
    expect(i?.["allOf"]).not.toContainEqual(expect.objectContaining({ additionalProperties: false }));
    expect(f).toMatchObject({ additionalProperties: true });
  });
});

describe("strict, with rawJsonSchema", () => {
  test("closes each object, and leaves required unchanged", () => {
    const object = { type: "object", title: "t", properties: { a: { type: "string" } } };
    const rawJsonSchema = { ...object, required: [], properties: { o: object, l: { type: "array", items: object } } };
    const closed = { type: "object", properties: { a: { type: "string" } }, additionalProperties: false };
    expect(parametersOf(z.unknown(), { strict: true, rawJsonSchema })).toEqual({
      type: "object",
      required: [],
      properties: { o: closed, l: { type: "array", items: closed } },
      additionalProperties: false,
    });
  });

  test("a null reaches the tool if its schema allows it", async () => {
    const got: unknown[] = [];
    const tool = makeTool("t", async (args) => String(got.push(args)), {
      strict: true,
      rawJsonSchema: { type: "object" },
    });
    await new ToolExecutor([tool]).executeAll([makeCall("t", { a: null })], recorded().ctx);
    expect(got).toEqual([{ a: null }]);
  });
});
