/** One generation of Genkit: its turns are rounds, and its tools are judged. */
import type { LoopRun } from "../base/types.ts";
/** A part of a message by which the model requests a call. */
export interface ToolRequestPart {
    readonly toolRequest: {
        readonly name: string;
        readonly ref?: string | undefined;
        readonly input?: unknown;
    };
}
/** The part of a message with a call's answer; tools of Genkit's version 2 also give `content`, a list of parts. */
export interface ToolResponsePart {
    readonly toolResponse: {
        readonly name: string;
        readonly ref?: string | undefined;
        readonly output?: unknown;
        readonly content?: unknown[] | undefined;
    };
}
/** Goes on with the next middleware, or with Genkit itself. */
type Next<Given, Answer> = (given: Given, context: never) => Promise<Answer>;
/** The hooks of a `GenerateMiddlewareDef`. What they pass on unread is `unknown`. */
export interface GenerateHooks {
    generate(envelope: unknown, context: unknown, next: Next<never, unknown>): Promise<never>;
    model(request: unknown, context: unknown, next: Next<never, unknown>): Promise<never>;
    tool(part: ToolRequestPart, context: unknown, next: Next<never, ToolResponsePart | undefined>): Promise<never>;
}
export declare class GenkitRun {
    #private;
    constructor(newRun: () => LoopRun, onAbort: "throw" | "stop");
    hooks(): GenerateHooks;
}
export {};
