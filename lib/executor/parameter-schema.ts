/** What may stand in `ToolDef.parameters`, the types that it gives, and how arguments are checked against it. */

/** zod 3, zod 4, and whatever else has `safeParse`. */
export interface SafeParseSchema {
  safeParse(input: unknown): { success: boolean; data?: unknown; error?: unknown };
}

/** https://standardschema.dev, as far as it is needed here. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

export type ParameterSchema = SafeParseSchema | StandardSchema;

/** What `execute` gets: the schema's output type. */
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

/** What the model sends: the schema's input type. */
export type InferInput<Schema> = Schema extends { readonly _input: infer Input }
  ? Input
  : Schema extends { readonly "~standard": { readonly types?: infer Types } }
    ? NonNullable<Types> extends { readonly input: infer Input }
      ? Input
      : unknown
    : InferArguments<Schema>;

export type ParsedArguments = { ok: true; value: unknown } | { ok: false; message: string };

/**
 * Checks arguments. The answer is a promise only for a schema that is asynchronous. Throws what the schema throws.
 *
 * @internal
 */
export function parseArguments(schema: ParameterSchema, input: unknown): ParsedArguments | Promise<ParsedArguments> {
  if ("safeParse" in schema && typeof schema.safeParse === "function") return safeParse(schema, input);
  const result = (schema as StandardSchema)["~standard"].validate(input);
  return result instanceof Promise ? result.then(fromStandard) : fromStandard(result);
}

function safeParse(schema: SafeParseSchema, input: unknown): ParsedArguments | Promise<ParsedArguments> {
  try {
    return fromSafeParse(schema.safeParse(input));
  } catch (error) {
    // zod throws when a refinement is asynchronous, and only says so when it meets one.
    const { safeParseAsync } = schema as { safeParseAsync?: unknown };
    if (typeof safeParseAsync !== "function") throw error;
    const retry: Promise<ReturnType<SafeParseSchema["safeParse"]>> = safeParseAsync.call(schema, input);
    return retry.then(fromSafeParse);
  }
}

function fromSafeParse(result: ReturnType<SafeParseSchema["safeParse"]>): ParsedArguments {
  return result.success ? { ok: true, value: result.data } : { ok: false, message: issuesText(result.error) };
}

function fromStandard(result: StandardResult<unknown>): ParsedArguments {
  return result.issues === undefined ? { ok: true, value: result.value } : { ok: false, message: issuesText(result) };
}

/** `q: Required; limit: Expected number, received string`: what a model needs to correct its call. */
function issuesText(error: unknown): string {
  const { issues, message } = (error ?? {}) as { issues?: readonly SchemaIssue[]; message?: string };
  if (!Array.isArray(issues) || issues.length === 0) return message ?? "they do not fit the tool's schema";
  return (issues as readonly SchemaIssue[])
    .map((issue) => {
      const path = (issue.path ?? []).map((step) => String(typeof step === "object" ? step.key : step)).join(".");
      return path === "" ? issue.message : `${path}: ${issue.message}`;
    })
    .join("; ");
}
