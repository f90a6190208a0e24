import { ToolLoopError } from "../report/tool-loop-error.ts";
/**
 * The `ToolLoopError` in what a framework threw: the error itself, or one that it wraps; or in the result of a run that it
 * ended quietly, the newest first. One that went through JSON, or is Agentium's, comes back as a `ToolLoopError` of ours.
 */
export declare function findToolLoopError(error: unknown): ToolLoopError | undefined;
