/** Tools that take long: they return a handle at once, and `pollResult` asks for the result later. */
import { type ToolConfig } from "./define-tool.ts";
import type { ParameterSchema } from "./parameter-schema.ts";
import { type ToolDef } from "./tool-types.ts";
export interface AsyncToolConfig<Schema extends ParameterSchema> extends Omit<ToolConfig<Schema>, "cache" | "sandbox" | "toModelOutput"> {
    /** The job is in this process, so no sandbox can hold the tool: say so where the executor has one for all. */
    sandbox?: false;
    /** Seconds from the call on for which its result can be asked for. @default 600 */
    ttlSeconds?: number;
}
/** The name that Agentium has for it. */
export type DefineAsyncToolConfig<Schema extends ParameterSchema> = AsyncToolConfig<Schema>;
/** Not an interface: those do not fit into a `ToolDef[]`. */
export type PollResultArguments = {
    handle: string;
    /** Milliseconds to wait for a result that is not there yet; below 0 is 0. @default 0, at most 30000 */
    waitMs?: number;
};
/**
 * A tool that returns `{"handle":"ah:...","status":"pending",...}` at once and runs on in the background.
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
export declare function defineAsyncTool<Schema extends ParameterSchema>(config: AsyncToolConfig<Schema>): ToolDef;
/**
 * The tool `pollResult`. Asking again for a result that is not there yet is not a loop by count, only by time. Every other
 * answer is final: asking for it again and again is a loop like any other.
 *
 * @example
 * new ToolExecutor([report, createPollResultTool()], { loopDetection: true });
 */
export declare function createPollResultTool(): ToolDef<PollResultArguments>;
