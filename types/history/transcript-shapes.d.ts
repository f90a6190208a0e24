/**
 * Messages of frameworks, of Gemini, and of the AI SDK's user interface, as the messages that `TranscriptReader` reads: roles, and
 * parts of the AI SDK's model messages.
 */
import type { LoopOutcome } from "../base/types.ts";
import { type Fields } from "./fields.ts";
/** A call, as a part of what the model said. */
export declare function callPart(toolCallId: unknown, toolName: unknown, input: unknown): Fields;
/** What came back for a call, a value or what failed, as a part of a message of tools. */
export declare function resultPart(toolCallId: unknown, toolName: unknown, value: unknown, failed?: boolean): Fields;
/** A message of an assistant that has calls, or a result; `undefined` for anything else. */
export declare function piMessage(entry: Fields): Fields | undefined;
/** Whether an item of this type is a call of such a tool, or its result. */
export declare const isHostedItem: (type: unknown) => boolean;
/** The call in an item; `undefined` if it is not a call. */
export declare function hostedCall(item: Fields): {
    id: unknown;
    name: string;
    arguments: unknown;
} | undefined;
/** The outcome. It is a failure if one of a shell's commands did not exit with 0. */
export declare function hostedOutcome({ type, status, output }: Fields): LoopOutcome;
/** The messages in an entry; for any other form, the entry itself. */
export declare function messagesOf(entry: Fields): Fields[];
/** Whether an entry is in one of the forms that are read, though nothing in it may be a call. */
export declare function isMessage(entry: unknown): boolean;
/**
 * A step of the AI SDK's `generateText`: v4 has `args` and `result`, later ones `input` and `output`. As JSON, later ones
 * have only what their class keeps in fields: calls and results are in the content.
 */
export declare function isStep({ role, content, finishReason, toolCalls, toolResults }: Fields): boolean;
