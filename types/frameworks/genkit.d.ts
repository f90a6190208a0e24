/** For Genkit, `genkit`: a generate middleware. Imports nothing of it. */
import { AdapterOptions, DeskInput } from '../adapter.js';
export { findToolLoopError } from '../shared.js';

/** `onAbort: "stop"`: the response has the `finishReason` `"aborted"`. */
type GenkitGuardOptions = AdapterOptions;
/** The parts of a message by which the model requests a call, and with the answer. */
type ToolRequestPart = Required<Pick<Part, "toolRequest">>;
type ToolResponsePart = Required<Pick<Part, "toolResponse">>;
/** Goes on with the next middleware, or with Genkit itself. */
type Next<Given, Answer> = (given: Given, context: never) => Promise<Answer>;
/** The hooks of a `GenerateMiddlewareDef`. What they pass on unread is `unknown`. */
interface GenerateHooks {
    generate(envelope: unknown, context: unknown, next: Next<never, unknown>): Promise<never>;
    model(request: unknown, context: unknown, next: Next<never, unknown>): Promise<never>;
    tool(part: ToolRequestPart, context: unknown, next: Next<never, ToolResponsePart | undefined>): Promise<never>;
}
/** A middleware for the option `use`, as Genkit's own `generateMiddleware` makes them. */
interface ToolLoopMiddleware {
    readonly name: string;
    /** Genkit calls it once for each generation. */
    readonly instantiate: () => GenerateHooks;
}
/**
 * Guards the tools of a generation. Each `generate`, `generateStream` or call of a prompt is its own run. Put it last in the
 * list: middleware after it, such as one that retries tools, would hide calls from it.
 *
 * @example
 * await ai.generate({ prompt, tools, use: [toolLoopMiddleware()] });
 */
declare function toolLoopMiddleware(guard?: DeskInput, options?: GenkitGuardOptions): ToolLoopMiddleware;
interface Part {
    readonly text?: unknown;
    readonly reasoning?: unknown;
    readonly toolRequest?: {
        readonly name: string;
        readonly ref?: string | undefined;
        readonly input?: unknown;
    };
    readonly toolResponse?: ToolResponse;
}
/** A call's answer; tools of Genkit's version 2 also give `content`, a list of parts. */
interface ToolResponse {
    readonly name: string;
    readonly ref?: string | undefined;
    readonly output?: unknown;
    readonly content?: unknown[] | undefined;
}

export { toolLoopMiddleware };
export type { GenerateHooks, GenkitGuardOptions, ToolLoopMiddleware };
