/** Guards one tool call of LangChain or LangGraph. */
import { ToolMessage } from "@langchain/core/messages";
import { Command } from "@langchain/langgraph";
import type { AgentRun } from "../adapter/agent-run.ts";
import type { Desk } from "../adapter/desk.ts";
import { type Awaitable } from "../base/property.ts";
export interface ToolCall {
    name: string;
    args: unknown;
    id?: string | undefined;
}
export type Output = ToolMessage | Command;
/** The end of a call. `message`: for the model, with the error. */
export type Ended = {
    output: Output;
} | {
    error: unknown;
    message?: string;
};
/** The differences between an agent's middleware and a graph's node. */
export interface Place {
    /** Whether the call is known to reach its tool. If not, it is judged after it has ended. */
    usable: boolean;
    /** For a call that was not known to be usable: whether it reached no tool. */
    wasUnusable(ended: Ended): boolean;
    invoke(): Output | Promise<Output>;
    /** The output in place of an error that a tool threw; `message`: for the model. */
    failed(error: unknown, message: string | undefined): Output;
}
export declare function guardedToolCall(run: AgentRun, toolCall: ToolCall, place: Place): Promise<Output>;
/** The result that the model gets for a refused call. */
export declare function refusal(toolCall: ToolCall, message: string): ToolMessage;
/**
 * Whether the arguments match the tool's schema; true for tools without such a schema, which check arguments
 * themselves.
 */
export declare function matchesSchema(tool: object, args: unknown): Promise<boolean>;
/**
 * LangGraph has no id for a run in progress, and adding a node to the graph would cost a step. But messages stay the
 * same objects from step to step. So a response belongs to the run of the response before it, unless a user spoke in
 * between. Each response is a round.
 */
export declare class MessageRuns {
    #private;
    constructor(desk: Desk);
    /** The run that the calls of the last response belong to. */
    of(messages: readonly object[]): Awaitable<AgentRun>;
    /** The run of the last response, if its calls were seen. */
    known(messages: readonly object[]): AgentRun | undefined;
}
