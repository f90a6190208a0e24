import type { AdapterOptions, DeskInput } from "../adapter/desk.ts";
/**
 * How an abort ends an operation. `"throw"`: `generateText` rejects with the `ToolLoopError`, and a stream has an error part
 * with it. `"stop"`: the operation ends with the reason as its text, and `findToolLoopError(result)` gets the error.
 * `"answer"`: as `"stop"`, with the model's response to one last request.
 */
export type VoltAgentGuardOptions = AdapterOptions;
/**
 * The options of an agent whose tools are all guarded. Each `generateText` or `streamText` is its own run, also when several
 * are in progress, and so is each of a sub-agent. Your own hooks and `prepareStep` work as before.
 *
 * @example
 * const agent = new Agent(withLoopGuard({ name, instructions, model, tools }));
 */
export declare function withLoopGuard<Options extends object>(agentOptions: Options, guard?: DeskInput, options?: VoltAgentGuardOptions): Options;
export { findToolLoopError } from "../rules/tool-loop-error.ts";
