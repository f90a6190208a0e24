/** One tool call of LangChain or LangGraph under a guard. */
import { ToolMessage } from "@langchain/core/messages";
import { Command } from "@langchain/langgraph";
import type { LoopRun } from "../base/types.ts";
import { type AbortVerdict } from "../report/verdict.ts";
export interface ToolCall {
    name: string;
    args: unknown;
    id?: string | undefined;
}
export type Output = ToolMessage | Command;
/** How a call ended. */
export type Ended = {
    output: Output;
} | {
    error: unknown;
};
/** What differs between an agent's middleware and a graph's node. */
export interface Place {
    /** Whether the call can reach its tool. When it is not known to, the guard is asked after the fact. */
    usable: boolean;
    /** Of a call that was not known to be usable: whether no tool could take it. */
    wasUnusable(ended: Ended): boolean;
    invoke(): Output | Promise<Output>;
    /** In place of a thrown error, with a message for the model or without. */
    failed(error: unknown, message: string | undefined): Output;
    /** The end of the run: throws, or gives the call's result where somebody else ends it. */
    aborted(verdict: AbortVerdict): Output;
}
export declare function guardedToolCall(run: LoopRun, toolCall: ToolCall, place: Place): Promise<Output>;
/** What the model gets in place of a result. */
export declare function refusal(toolCall: ToolCall, message: string): ToolMessage;
/** Whether the arguments match the tool's schema, as far as that can be told. Tools of other kinds check them themselves. */
export declare function matchesSchema(tool: object, args: unknown): Promise<boolean>;
