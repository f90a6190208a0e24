import { ToolLoopError } from "../report/tool-loop-error.ts";
/**
 * The `ToolLoopError` in what a framework threw: the error itself, or one that it wraps; or in the result of a run that it
 * ended without an error, newest first. An error from JSON, or of Agentium, is converted to a `ToolLoopError`.
 */
export declare function findToolLoopError(error: unknown): ToolLoopError | undefined;
