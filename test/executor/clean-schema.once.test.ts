import { describe, expect, test } from "vitest";
import { z } from "zod";
import { parametersOf } from "../oracles/definitions.ts";

const cleaned = (rawJsonSchema: Record<string, unknown>) => parametersOf(z.unknown(), { rawJsonSchema });

/** The removed keywords, each with a typical value. */
const NOISE = {
  $schema: "http://json-schema.org/draft-07/schema#",
  title: "t",
  default: {},
  examples: [{}],
  $id: "i",
  $comment: "c",
  additionalProperties: false,
};
const noisy = { type: "object", ...NOISE };
const clean = { type: "object" };

describe("what providers refuse is removed from a rawJsonSchema", () => {
  test("at the top", () => {
    expect(cleaned(noisy)).toEqual(clean);
  });

  test.each([
    ["items", noisy, clean],
    ["items", [noisy, true], [clean, true]],
    ["prefixItems", [noisy], [clean]],
    ["additionalItems", noisy, clean],
    ["contains", noisy, clean],
    ["additionalProperties", noisy, clean],
    ["additionalProperties", true, true],
    ["unevaluatedProperties", false, false],
    ["propertyNames", noisy, clean],
    ["contentSchema", noisy, clean],
    ["not", noisy, clean],
    ["if", noisy, clean],
    ["then", noisy, clean],
    ["else", noisy, clean],
    ["allOf", [noisy], [clean]],
    ["anyOf", [{ anyOf: [noisy] }], [{ anyOf: [clean] }]],
    ["oneOf", [noisy], [clean]],
    ["dependencies", { a: ["b"], c: noisy }, { a: ["b"], c: clean }],
  ])("in %s", (keyword, before, after) => {
    expect(cleaned({ [keyword]: before })).toEqual({ [keyword]: after });
  });

  test.each(["properties", "patternProperties", "dependentSchemas", "dependencies", "$defs", "definitions"])(
    "in %s, where the names are nobody's keywords",
    (keyword) => {
      const named = (schema: object) => Object.fromEntries(Object.keys(NOISE).map((name) => [name, schema]));
      expect(cleaned({ [keyword]: named(noisy) })).toEqual({ [keyword]: named(clean) });
    },
  );

  test("a property named `properties` is a property", () => {
    const properties = (schema: object) => ({ properties: { properties: { properties: { title: schema } } } });
    expect(cleaned(properties(noisy))).toEqual(properties(clean));
  });

  test.each(["enum", "const", "required", "x-vendor"])("but the value of %s is unchanged", (keyword) => {
    expect(cleaned({ [keyword]: [noisy, "title"] })).toEqual({ [keyword]: [noisy, "title"] });
  });

  test("and the given object is unchanged", () => {
    const freeze = (value: unknown): unknown =>
      typeof value === "object" && value !== null
        ? Object.freeze((Object.values(value).forEach(freeze), value))
        : value;
    const raw = { ...noisy, properties: { a: { ...noisy, enum: [{ b: [1] }] } } };
    const before = structuredClone(raw);
    cleaned(freeze(raw) as typeof raw);
    expect(raw).toEqual(before);
  });

  test("a property may be named __proto__", () => {
    const raw = JSON.parse('{"properties":{"__proto__":{"type":"string","title":"t"}}}');
    expect(JSON.stringify(cleaned(raw))).toBe('{"properties":{"__proto__":{"type":"string"}}}');
  });

  test("a schema that contains itself allows everything there", () => {
    const tree: Record<string, unknown> = { type: "object", title: "t" };
    tree["properties"] = { left: tree, list: { type: "array", items: tree } };
    const shared = { type: "string" };
    const raw = { properties: { tree, a: shared, b: shared } };
    expect(cleaned(raw)).toEqual({
      properties: {
        tree: { type: "object", properties: { left: {}, list: { type: "array", items: {} } } },
        a: shared,
        b: shared,
      },
    });
    const data: unknown[] = [1n, new Date(0)];
    data.push(data);
    expect(cleaned({ enum: data })).toEqual({ enum: [1, "1970-01-01T00:00:00.000Z", null] });
  });
});
