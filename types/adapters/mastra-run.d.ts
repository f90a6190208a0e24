/** One run of a Mastra agent: its rounds, the calls that never reach a tool, and what the model is to read with outputs. */
import type { LoopRun } from "../base/types.ts";
/** What is read of a finished step. */
export interface Step {
    readonly content?: readonly unknown[] | undefined;
}
/** What is used of a `MessageList`. */
export interface MessageList {
    /** Replaces a tool call's part; false when there is no such call. */
    updateToolInvocation(part: never): boolean;
}
/** What the model is to read of an output of the current step. */
export interface Note {
    readonly message: string;
    /** The message is all that there is to see. */
    readonly alone: boolean;
}
export declare class MastraRun {
    #private;
    readonly run: LoopRun;
    constructor(run: LoopRun);
    /** A step begins; tells the guard of the calls of the one before that no tool was asked for. */
    beginStep(steps: readonly Step[], messageList: MessageList): void;
    reached(callId: unknown): void;
    /** False when the output cannot be told from others. */
    note(tool: string, output: unknown, note: Note): boolean;
    noteOf(tool: string, output: unknown): Note | undefined;
}
