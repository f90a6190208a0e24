import type { InferArguments, InferInput, ParameterSchema } from "./parameter-schema.ts";
import type { RunContext } from "./run-context.ts";
import type { ToolDef, ToolResult } from "./tool-types.ts";
/** What `defineTool` takes: a `ToolDef` whose `execute` and `inputExamples` are typed by the schema. */
export interface ToolConfig<Schema extends ParameterSchema> extends Omit<ToolDef, "parameters" | "execute" | "inputExamples"> {
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
export declare function defineTool<Schema extends ParameterSchema>(config: ToolConfig<Schema>): DefinedTool<Schema>;
