/** `defineTool`: tools whose arguments are typed by their schema. */
import { isGiven } from "../base/check-option.ts";
import type { InferArguments, InferInput, ParameterSchema } from "./parameter-schema.ts";
import type { RunContext } from "./run-context.ts";
import type { ToolDef, ToolResult } from "./tool-types.ts";

/** The argument of `defineTool`: a `ToolDef` whose `execute` and `inputExamples` are typed by the schema. */
export interface ToolConfig<Schema extends ParameterSchema>
  extends Omit<ToolDef, "parameters" | "execute" | "inputExamples"> {
  parameters: Schema;
  execute(args: InferArguments<Schema>, ctx: RunContext): Promise<string | ToolResult>;
  inputExamples?: readonly InferInput<Schema>[];
}

/** The result of `defineTool`: a `ToolDef` with its schema's type, which is also a tool for Agentium's types. */
export interface DefinedTool<Schema extends ParameterSchema> extends ToolDef<Record<string, unknown>, Schema> {
  inputExamples?: Record<string, unknown>[];
  toModelOutput?(result: string | ToolResult, ctx: RunContext): Promise<string | ToolResult>;
}

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
export function defineTool<Schema extends ParameterSchema>(config: ToolConfig<Schema>): DefinedTool<Schema> {
  const tool = ownFields(config) as ToolDef as DefinedTool<Schema>;
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
