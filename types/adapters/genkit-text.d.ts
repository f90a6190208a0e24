import { type TextWatch } from "./text-watch.ts";
/** A part of a message. */
interface Part {
    readonly text?: unknown;
    readonly reasoning?: unknown;
    readonly toolRequest?: unknown;
}
interface Chunk {
    readonly content?: readonly Part[] | undefined;
}
export interface ModelRequest {
    readonly messages: readonly object[];
    readonly output?: {
        readonly format?: unknown;
        readonly schema?: unknown;
    } | undefined;
}
/** What a model gets beside its request. */
export interface ModelContext {
    /** Only of a generation that streams. */
    readonly onChunk?: ((chunk: Chunk) => void) | undefined;
    readonly abortSignal?: AbortSignal | undefined;
}
export interface ModelResponse {
    readonly message?: {
        readonly content: readonly Part[];
    } | undefined;
    readonly usage?: unknown;
}
type Ask = (request: ModelRequest, context: ModelContext) => Promise<ModelResponse>;
/**
 * The response of a model, and those that follow it in the same message because the model had repeated itself. `isEnd`: the
 * run is to end, and `watch.error` says why.
 */
export declare function watchedResponse(request: ModelRequest, context: ModelContext, watch: TextWatch, ask: Ask): Promise<{
    response: ModelResponse;
    isEnd: boolean;
}>;
export {};
