/** Schemas for our own tools, written by hand because the package depends on no schema library. */
import type { SafeParseSchema, SchemaIssue } from "./parameter-schema.ts";

/** A parameter for the model. */
interface Field {
  readonly type: "string" | "number";
  readonly description: string;
  readonly optional?: true;
}

/** The schemas that a `ToolDef` needs for an object with these members. Other members are dropped. */
export function plainSchema(fields: Readonly<Record<string, Field>>): {
  parameters: SafeParseSchema;
  rawJsonSchema: Record<string, unknown>;
} {
  const entries = Object.entries(fields);
  const required = entries.filter(([, { optional }]) => !optional).map(([name]) => name);
  const properties = entries.map(([name, { type, description }]) => [name, { type, description }]);
  return {
    parameters: { safeParse: (input) => parse(entries, input) },
    rawJsonSchema: {
      type: "object",
      properties: Object.fromEntries(properties),
      ...(required.length === 0 ? {} : { required }),
    },
  };
}

function parse(fields: readonly [string, Field][], input: unknown): ReturnType<SafeParseSchema["safeParse"]> {
  if (typeOf(input) !== "object") return failure([{ path: [], message: expected("object", input) }]);
  const given = input as Record<string, unknown>;
  const present = fields.filter(([name, { optional }]) => !(optional && given[name] === undefined));
  const issues = present
    .filter(([name, { type }]) => typeOf(given[name]) !== type)
    .map(([name, { type }]) => ({ path: [name], message: expected(type, given[name]) }));
  if (issues.length > 0) return failure(issues);
  return { success: true, data: Object.fromEntries(present.map(([name]) => [name, given[name]])) };
}

function failure(issues: SchemaIssue[]): { success: false; error: unknown } {
  return { success: false, error: { issues } };
}

function expected(type: string, value: unknown): string {
  return value === undefined ? "Required" : `Expected ${type}, received ${typeOf(value)}`;
}

function typeOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}
