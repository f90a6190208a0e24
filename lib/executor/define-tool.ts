/** `defineTool`: tools whose arguments are typed by their schema. */
import { isGiven } from "../base/check-option.ts";
import type { InferArguments, InferInput, ParameterSchema, SafeParseSchema } from "./parameter-schema.ts";
import type { RunContext } from "./run-context.ts";
import type { GivenTool, ToolDef, ToolResult } from "./tool-types.ts";

/** The argument of `defineTool`: a tool whose `execute` and `inputExamples` are typed by the schema. */
export interface ToolConfig<Schema extends ParameterSchema, Args = InferArguments<Schema>>
  extends Omit<GivenTool, "parameters" | "execute" | "inputExamples"> {
  /** The schema of the arguments, of which the model sees a JSON schema. */
  parameters: Schema;
  /** Runs the tool with arguments that fit. What is thrown, `undefined` and `null` are failures. */
  execute(args: Args, ctx: RunContext): Promise<string | ToolResult>;
  /** Added to the description that the model reads. */
  inputExamples?: readonly (Args | InferInput<Schema>)[];
}

/** A zod schema says its output itself. A generic function over zod schemas needs this, and not a conditional type. */
export type ZodLike = SafeParseSchema & { readonly _output: unknown };

/**
 * Makes a tool whose `execute` is typed by its schema: zod 3, zod 4, a Standard Schema, or anything with `safeParse`.
 *
 * @example
 * const search = defineTool({
 *   name: "search",
 *   description: "Searches the web",
 *   parameters: z.object({ q: z.string() }),
 *   execute: async ({ q }) => `results for ${q}`, // q: string
 * });
 */
export function defineTool<Schema extends ZodLike>(config: ToolConfig<Schema, Schema["_output"]>): ToolDef;
export function defineTool<Schema extends ParameterSchema>(config: ToolConfig<Schema>): ToolDef;
export function defineTool<Schema extends ParameterSchema>(config: ToolConfig<Schema>): ToolDef {
  const tool = ownFields(config) as GivenTool as ToolDef;
  const { toModelOutput } = config;
  if (isGiven(toModelOutput)) tool.toModelOutput = async (...args) => toModelOutput.apply(tool, args);
  return tool;
}

const FIELDS = [
  "name",
  "description",
  "parameters",
  "execute",
  "rawJsonSchema",
  "cache",
  "sandbox",
  "requiresApproval",
  "strict",
  "inputExamples",
  "toModelOutput",
  "loopDetection",
] satisfies (keyof ToolDef)[];

/** A copy with own fields, also for the methods and getters that a class instance inherits. */
export function ownFields<Config extends object>(config: Config): Config {
  const inherited = FIELDS.filter((name) => name in config && !Object.hasOwn(config, name));
  return { ...config, ...Object.fromEntries(inherited.map((name) => [name, config[name as keyof Config]])) };
}
