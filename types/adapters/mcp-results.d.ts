/** Results of MCP tools: what a guard reads of them, and those that it gives itself. */
import type { LoopOutcome, Verdict } from "../base/types.ts";
import type { AbortVerdict } from "../report/verdict.ts";
/** The server wants to hear from the user first, and the same call will come again with the answer. */
export declare function isInputRequired(result: unknown): boolean;
/** The same by an error, as the protocol had it before. */
export declare function isUrlRequired(error: unknown): boolean;
export declare function isErrorResult(result: unknown): boolean;
/** The outcome that a result stands for. Its `_meta` is about the transport, and often new each time. */
export declare function outcomeOf(result: unknown): LoopOutcome;
/**
 * What the caller gets in place of a call: an error, because a tool with an output schema may leave its structured content
 * out only there. Of a call that ends the run it says why in `_meta.loopguard`, where `findToolLoopError` finds it.
 */
export declare function refusal(verdict: Verdict): unknown;
export declare function errorResult(text: string): object;
/** The result of a call that has run, with a text part more for the model. */
export declare function withText(result: unknown, message: string): unknown;
/** The result with the reason why the run is to end. */
export declare function withReason(result: unknown, verdict: AbortVerdict): unknown;
