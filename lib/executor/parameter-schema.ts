/** The schemas that `ToolDef.parameters` accepts, their types, and the check of arguments. */

import { describeValue } from "../base/errors.ts";
import { parsedJson } from "../base/json-text.ts";
import { type Awaitable, chain } from "../base/property.ts";

/** zod 3, zod 4, and anything else with `safeParse`. */
export interface SafeParseSchema {
  safeParse(input: unknown): { success: boolean; data?: unknown; error?: unknown };
}

/** The part of https://standardschema.dev that is used here. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

export type ParameterSchema = SafeParseSchema | StandardSchema;

/** The type of the arguments of `execute`: the schema's output type. */
export type InferArguments<Schema> = Schema extends { readonly _output: infer Output }
  ? Output
  : Schema extends { readonly "~standard": { readonly types?: infer Types } }
    ? NonNullable<Types> extends { readonly output: infer Output }
      ? Output
      : unknown
    : Schema extends { safeParse(input: unknown): infer Result }
      ? Extract<Result, { success: true }> extends { data: infer Data }
        ? Data
        : unknown
      : unknown;

/** The type of the arguments that the model sends: the schema's input type. */
export type InferInput<Schema> = Schema extends { readonly _input: infer Input }
  ? Input
  : Schema extends { readonly "~standard": { readonly types?: infer Types } }
    ? NonNullable<Types> extends { readonly input: infer Input }
      ? Input
      : unknown
    : InferArguments<Schema>;

type SafeParsed = ReturnType<SafeParseSchema["safeParse"]>;

export type ParsedArguments =
  | { ok: true; value: unknown }
  | { ok: false; message: string; issues?: readonly SchemaIssue[] | undefined };

/** Checks arguments. Returns a promise only for an asynchronous schema. Throws what the schema throws. */
export function parseArguments(schema: ParameterSchema, input: unknown): Awaitable<ParsedArguments> {
  const given: Partial<SafeParseSchema & StandardSchema> | null | undefined = schema;
  if (typeof given?.safeParse === "function") return safeParse(schema as SafeParseSchema, input);
  const standard = given?.["~standard"];
  if (standard === undefined)
    throw new TypeError(
      `"parameters" must be a zod schema or another Standard Schema, got ${describeValue(schema)}; JSON Schema is for rawJsonSchema`,
    );
  return chain(standard.validate(input), fromStandard);
}

function safeParse(schema: SafeParseSchema, input: unknown): Awaitable<ParsedArguments> {
  try {
    return chain(schema.safeParse(input), fromSafeParse);
  } catch (error) {
    // zod throws when it finds an asynchronous refinement, which it cannot know beforehand.
    const { safeParseAsync } = schema as { safeParseAsync?: (input: unknown) => Promise<SafeParsed> };
    if (typeof safeParseAsync !== "function") throw error;
    return safeParseAsync.call(schema, input).then(fromSafeParse);
  }
}

function fromSafeParse(result: SafeParsed): ParsedArguments {
  if (result.success) return { ok: true, value: result.data };
  const { issues } = (result.error ?? {}) as { issues?: readonly SchemaIssue[] };
  return { ok: false, message: issuesText(result.error), issues };
}

function fromStandard(result: StandardResult<unknown>): ParsedArguments {
  if (result.issues === undefined) return { ok: true, value: result.value };
  return { ok: false, message: issuesText(result), issues: result.issues };
}

/** An issue of any schema library; no field is certain. */
export interface AnyIssue {
  readonly message?: unknown;
  readonly path?: unknown;
  /** For the issue of a union: see `unionMembers`. */
  readonly errors?: unknown;
  readonly unionErrors?: unknown;
}

const MISFIT = "they do not fit the tool's schema";
/** Members of a union that are listed; more of them would not help a model. */
const MEMBERS_MAX = 5;

/** The text from which a model can correct its call: `q: Required; limit: Expected number, received string`. */
function issuesText(error: unknown): string {
  const issues = issuesOf(error);
  if (issues !== undefined) return issues.map((issue) => issueText(issue)).join("; ") || MISFIT;
  const message: unknown = typeof error === "string" ? error : (error as AnyIssue | null | undefined)?.message;
  return typeof message === "string" && message !== "" ? message : MISFIT;
}

/** The issues of an error, or of a union's member; also from zod's message, which is their JSON. */
function issuesOf(error: unknown): readonly AnyIssue[] | undefined {
  const { issues, errors, message } = (error ?? {}) as { issues?: unknown; errors?: unknown; message?: unknown };
  const list = [error, issues, errors].find(Array.isArray) ?? parsedList(message);
  return list?.filter((issue: unknown) => typeof (issue as AnyIssue | null)?.message === "string");
}

function parsedList(text: unknown): unknown[] | undefined {
  return typeof text === "string" && text.startsWith("[") ? (parsedJson(text) as unknown[] | undefined) : undefined;
}

/**
 * The issues of each member of a union (`undefined` for a member without issues), or an empty list for any other issue.
 * Paths of these issues start at the root in zod 3, and at the union in zod 4.
 */
export function unionMembers({ errors, unionErrors }: AnyIssue): {
  members: (readonly AnyIssue[] | undefined)[];
  fromRoot: boolean;
} {
  const fromRoot = Array.isArray(unionErrors);
  const members: unknown[] = fromRoot ? unionErrors : Array.isArray(errors) ? errors : [];
  return { members: members.map(issuesOf), fromRoot };
}

/** `base`: how many steps of the path the surrounding text already contains. */
function issueText(issue: AnyIssue, base = 0): string {
  const path = Array.isArray(issue.path) ? issue.path : [];
  const { members, fromRoot } = unionMembers(issue);
  const from = fromRoot ? path.length : 0;
  const missed = members.slice(0, MEMBERS_MAX).map((member) => member?.map((one) => issueText(one, from)));
  const either = missed.flatMap((texts) => (texts?.length ? [texts.join(" and ")] : [])).join(" or ");
  const text = either === "" ? String(issue.message) : `${issue.message} (${either})`;
  const where = path.slice(base).map(stepText).join(".");
  return where === "" ? text : `${where}: ${text}`;
}

/** A step of a path; a Standard Schema may wrap it in `{ key }`. */
function stepText(step: PropertyKey | { readonly key: PropertyKey } | null): string {
  return String(typeof step === "object" ? step?.key : step);
}

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
  const isWrong = (value: unknown, type: string, path: string[]): SchemaIssue[] => {
    if (typeOf(value) === type) return [];
    return [{ path, message: value === undefined ? "Required" : `Expected ${type}, received ${typeOf(value)}` }];
  };
  const given = (typeOf(input) === "object" ? input : {}) as Record<string, unknown>;
  const present = fields.filter(([name, { optional }]) => !(optional && given[name] === undefined));
  const whole = isWrong(input, "object", []);
  const issues = whole.length > 0 ? whole : present.flatMap(([name, { type }]) => isWrong(given[name], type, [name]));
  if (issues.length > 0) return { success: false, error: { issues } };
  return { success: true, data: Object.fromEntries(present.map(([name]) => [name, given[name]])) };
}

const typeOf = (value: unknown): string => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);
