import type { InferArguments, InferInput, ParameterSchema, SafeParseSchema } from "./parameter-schema.ts";
import type { RunContext } from "./run-context.ts";
import type { GivenTool, ToolDef, ToolResult } from "./tool-types.ts";
/** The argument of `defineTool`: a tool whose `execute` and `inputExamples` are typed by the schema. */
export interface ToolConfig<Schema extends ParameterSchema, Args = InferArguments<Schema>> extends Omit<GivenTool, "parameters" | "execute" | "inputExamples"> {
    parameters: Schema;
    execute(args: Args, ctx: RunContext): Promise<string | ToolResult>;
    inputExamples?: readonly (Args | InferInput<Schema>)[];
}
/** A zod schema says its output itself. A generic function over zod schemas needs this, and not a conditional type. */
export type ZodLike = SafeParseSchema & {
    readonly _output: unknown;
};
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
export declare function defineTool<Schema extends ZodLike>(config: ToolConfig<Schema, Schema["_output"]>): ToolDef;
export declare function defineTool<Schema extends ParameterSchema>(config: ToolConfig<Schema>): ToolDef;
/** A copy with own fields, also for the methods and getters that a class instance inherits. */
export declare function ownFields<Config extends object>(config: Config): Config;
