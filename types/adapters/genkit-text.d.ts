/** Looks at what a model of Genkit writes, and ends responses that repeat themselves. */
import { type TextMonitor } from "../adapter/text-monitor.ts";
import type { Generation, WholeForm } from "../adapter/text-whole.ts";
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
    readonly usage?: {
        readonly [name: string]: unknown;
    } | undefined;
}
export declare const TEXTS: WholeForm<ModelRequest, ModelResponse, Part>;
type Ask = (request: ModelRequest, context: ModelContext) => Promise<ModelResponse>;
type Answer = Generation<ModelResponse, Part>;
/** One response, or what there was of it when it was cut. */
export declare function generation(request: ModelRequest, context: ModelContext, monitor: TextMonitor, mayCut: boolean, ask: Ask): Promise<Answer>;
export {};
