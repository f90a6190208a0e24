import { type PartForm, type TextMonitor } from "../adapter/text-monitor.ts";
import type { Generation, WholeForm } from "../adapter/text-whole.ts";
import type { ToolLoopError } from "../rules/tool-loop-error.ts";
/** A part of a message. */
export interface Part {
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
export interface ToolResponse {
    readonly name: string;
    readonly ref?: string | undefined;
    readonly output?: unknown;
    readonly content?: unknown[] | undefined;
}
export interface Message {
    readonly role: string;
    readonly content: readonly Part[];
    readonly metadata?: {
        readonly cache?: unknown;
    } | undefined;
}
export interface Chunk {
    readonly content?: readonly Part[] | undefined;
}
export interface ModelRequest {
    readonly messages: readonly Message[];
    readonly tools?: readonly {
        readonly name: string;
    }[] | undefined;
    readonly toolChoice?: unknown;
    readonly config?: object | undefined;
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
export declare const PARTS: PartForm<Part>;
export declare const TEXTS: WholeForm<ModelRequest, ModelResponse, Part>;
/** What stands for an abort. */
export declare function ended(end: ToolLoopError, message: object): object;
export type Ask = (request: ModelRequest, context: ModelContext) => Promise<ModelResponse>;
type Answer = Generation<ModelResponse, Part>;
/** One response, or what there was of it when it was cut. */
export declare function generation(request: ModelRequest, context: ModelContext, monitor: TextMonitor, mayCut: boolean, ask: Ask): Promise<Answer>;
export {};
