import { type ToolConfig, type ZodLike } from "./define-tool.ts";
import type { InferArguments, ParameterSchema } from "./parameter-schema.ts";
import { type ToolDef } from "./tool-types.ts";
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
