import type { AgentRun } from "../adapter/agent-run.ts";
/** The part of a finished step that is read here. */
export interface Step {
    readonly content?: readonly unknown[] | undefined;
    readonly usage?: unknown;
}
/** The part of a `MessageList` that is used here. */
export interface MessageList {
    /** Replaces a tool call's part; false when there is no such call. */
    updateToolInvocation(part: never): boolean;
}
/** The message for the model about an output of the current step. */
export interface Note {
    readonly message: string;
    /** The message replaces the output, and is not added to it. */
    readonly alone: boolean;
}
export declare class MastraRun {
    #private;
    readonly own: AgentRun;
    constructor(own: AgentRun);
    /** Begins a step, and reports the previous step's calls that reached no tool. */
    beginStep(steps: readonly Step[], messageList: MessageList): Promise<void>;
    reached(callId: unknown): void;
    /** Adds a message to an output; false if the output cannot be told apart from others. */
    note(tool: string, output: unknown, note: Note): boolean;
    noteOf(tool: string, output: unknown): Note | undefined;
}
