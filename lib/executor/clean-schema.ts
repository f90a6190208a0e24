/** JSON schemas for model providers: copies without the keywords that some providers refuse. */

import { isFields as isSchema } from "../history/fields.ts";

export type JsonSchema = Record<string, unknown>;

/** Objects that are being copied. Finding one of them again means that the value contains itself. */
type Open = Set<object>;

const DROPPED = new Set(["$schema", "title", "default", "examples", "$id", "$comment"]);
/** Keywords whose value is a schema or a list of schemas. */
const SCHEMA_KEYWORDS = new Set(
  (
    "items additionalItems unevaluatedItems contains additionalProperties unevaluatedProperties propertyNames " +
    "contentSchema not if then else allOf anyOf oneOf prefixItems"
  ).split(" "),
);
/** Keywords whose value maps names to schemas. Keywords in neither set contain data, which is copied unchanged. */
const SCHEMA_MAP_KEYWORDS = new Set(
  "properties patternProperties dependentSchemas dependencies $defs definitions".split(" "),
);

/**
 * A copy without what providers refuse or ignore, at any depth: `$schema`, `title`, `default`, `examples`, `$id`,
 * `$comment` and `additionalProperties: false`. Properties with these names are kept. Where a schema contains itself,
 * the inner occurrence becomes `{}`, which allows everything.
 */
export function cleanSchema(schema: JsonSchema): JsonSchema {
  return clean(schema, new Set());
}

/** A copy as by JSON; where a value contains itself, the inner occurrence becomes `null`. */
export function copyJson<T>(value: T): T {
  return copy(value, new Set()) as T;
}

function clean(schema: JsonSchema, open: Open): JsonSchema {
  return unlessOpen(schema, open, {}, () => {
    const kept = Object.entries(schema).filter(([keyword, value]) => isKept(keyword, value));
    return Object.fromEntries(
      kept.map(([keyword, value]) => {
        if (SCHEMA_KEYWORDS.has(keyword)) return [keyword, cleanValue(value, open)];
        if (SCHEMA_MAP_KEYWORDS.has(keyword) && isSchema(value)) return [keyword, cleanMap(value, open)];
        return [keyword, copy(value, open)];
      }),
    );
  });
}

function isKept(keyword: string, value: unknown): boolean {
  return value !== undefined && !DROPPED.has(keyword) && !(keyword === "additionalProperties" && value === false);
}

/** A schema may also be `true` or `false`. */
function cleanValue(value: unknown, open: Open): unknown {
  if (Array.isArray(value)) return value.map((entry) => cleanValue(entry, open));
  return isSchema(value) ? clean(value, open) : copy(value, open);
}

function cleanMap(schemas: JsonSchema, open: Open): JsonSchema {
  // fromEntries and not assignment: a property may be named __proto__.
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, cleanValue(schema, open)]));
}

function copy(value: unknown, open: Open): unknown {
  if (typeof value === "bigint") return Number(value);
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Date) return value.toJSON();
  return unlessOpen(value, open, null, () =>
    Array.isArray(value)
      ? value.map((entry) => copy(entry, open))
      : Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, copy(entry, open)])),
  );
}

function unlessOpen<T>(value: object, open: Open, again: T, make: () => T): T {
  if (open.has(value)) return again;
  open.add(value);
  const made = make();
  open.delete(value);
  return made;
}
