import type { LoopOutcome } from "../base/types.ts";
import type { ToolLoopError } from "../rules/tool-loop-error.ts";
/** Whether the server first needs input from the user; the same call will then come again with the answer. */
export declare function isInputRequired(result: unknown): boolean;
/** As `isInputRequired`, in older versions of the protocol, which used an error. */
export declare function isUrlRequired(error: unknown): boolean;
export declare function isErrorResult(result: unknown): boolean;
/**
 * The outcome of a call from its result, without `_meta`, which describes the transport and often differs each time.
 */
export declare function outcomeOf(result: unknown): LoopOutcome;
/** What stands for a refused call, because only an error may lack the structured content of a tool with an output schema. */
export declare function errorResult(text: string): object;
/** The result with another text part, a message for the model. */
export declare function withText(result: unknown, message: string): unknown;
/** The result with the error that ends the run in `_meta.loopguard`, where `findToolLoopError` finds it. */
export declare function withReason(result: unknown, end: ToolLoopError): unknown;
