import type { InferArguments, InferInput, ParameterSchema } from "./parameter-schema.ts";
import type { RunContext } from "./run-context.ts";
import type { ToolDef, ToolResult } from "./tool-types.ts";
/** The argument of `defineTool`: a `ToolDef` whose `execute` and `inputExamples` are typed by the schema. */
export interface ToolConfig<Schema extends ParameterSchema> extends Omit<ToolDef, "parameters" | "execute" | "inputExamples"> {
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
export declare function defineTool<Schema extends ParameterSchema>(config: ToolConfig<Schema>): DefinedTool<Schema>;
/** A copy with own fields, also for the methods and getters that a class instance inherits. */
export declare function ownFields<Config extends object>(config: Config): Config;
