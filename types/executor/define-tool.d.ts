/** Tools whose arguments are typed by their schema, those that take long among them. */
import { type InferArguments, type InferInput, type ParameterSchema, type SafeParseSchema } from "./parameter-schema.ts";
import type { RunContext } from "./run-context.ts";
import { type GivenTool, type ToolDef, type ToolResult } from "./tool-types.ts";
/** The argument of `defineTool`: a tool whose `execute` and `inputExamples` are typed by the schema. */
export interface ToolConfig<Schema extends ParameterSchema, Args = InferArguments<Schema>> extends Omit<GivenTool, "parameters" | "execute" | "inputExamples"> {
    /** The schema of the arguments, of which the model sees a JSON schema. */
    parameters: Schema;
    /** Runs the tool with arguments that fit. What is thrown, `undefined` and `null` are failures. */
    execute(args: Args, ctx: RunContext): Promise<string | ToolResult>;
    /** Added to the description that the model reads. */
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
export interface AsyncToolConfig<Schema extends ParameterSchema, Args = InferArguments<Schema>> extends Omit<ToolConfig<Schema, Args>, "cache" | "sandbox" | "toModelOutput"> {
    /** The job runs in this process, so the tool cannot be sandboxed. Set `false` if the executor sandboxes all tools. */
    sandbox?: false;
    /** Seconds after the call for which its result is kept. @default 600 */
    ttlSeconds?: number;
}
/** `AsyncToolConfig`, by its name in Agentium. */
export type DefineAsyncToolConfig<Schema extends ParameterSchema> = AsyncToolConfig<Schema>;
/**
 * Makes a tool that returns `{"handle":"ah:...","status":"pending",...}` at once and continues in the background.
 *
 * @example
 * const report = defineAsyncTool({
 *   name: "report",
 *   description: "Builds the yearly report; takes minutes",
 *   parameters: z.object({ year: z.number() }),
 *   execute: async ({ year }) => buildReport(year),
 * });
 * const executor = new ToolExecutor([report, createPollResultTool()]);
 */
export declare function defineAsyncTool<Schema extends ZodLike>(config: AsyncToolConfig<Schema, Schema["_output"]>): ToolDef;
export declare function defineAsyncTool<Schema extends ParameterSchema>(config: AsyncToolConfig<Schema>): ToolDef;
/**
 * Makes the tool `pollResult`. Polling a pending result is judged by time, not by count. Every other answer is final:
 * polling it again and again is a loop like any other.
 *
 * @example
 * new ToolExecutor([report, createPollResultTool()], { loopDetection: true });
 */
export declare function createPollResultTool(): ToolDef;
