/** Typed ways to write a tool. */
import { isGiven } from "../base/check-option.ts";
import type { InferArguments, InferInput, ParameterSchema } from "./parameter-schema.ts";
import type { RunContext } from "./run-context.ts";
import type { ToolDef, ToolResult } from "./tool-types.ts";

/** What `defineTool` takes: a `ToolDef` whose `execute` and `inputExamples` are typed by the schema. */
export interface ToolConfig<Schema extends ParameterSchema>
  extends Omit<ToolDef, "parameters" | "execute" | "inputExamples"> {
  parameters: Schema;
  execute(args: InferArguments<Schema>, ctx: RunContext): Promise<string | ToolResult>;
  inputExamples?: readonly InferInput<Schema>[];
}

/** What `defineTool` gives: a `ToolDef` that has its schema's type, and fits where Agentium's types ask for a tool. */
export interface DefinedTool<Schema extends ParameterSchema> extends ToolDef<Record<string, unknown>, Schema> {
  inputExamples?: Record<string, unknown>[];
  toModelOutput?(result: string | ToolResult, ctx: RunContext): Promise<string | ToolResult>;
}

/**
 * A tool whose `execute` is typed by its schema: zod 3, zod 4, a Standard Schema, or anything with `safeParse`.
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

/**
 * A copy, which has the methods and getters of an instance of a class for fields of its own.
 *
 * @internal
 */
export function ownFields<Config extends object>(config: Config): Config {
  const inherited = FIELDS.filter((name) => name in config && !Object.hasOwn(config, name));
  return { ...config, ...Object.fromEntries(inherited.map((name) => [name, config[name as keyof Config]])) };
}
