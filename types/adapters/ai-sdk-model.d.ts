/** The parts of the AI SDK's language models that are used here: those of `ai` 5, 6 and 7, and of Mastra. */
import type { ToolLoopError } from "../report/tool-loop-error.ts";
/** A part of a stream or of a response. */
export interface ModelPart {
    readonly type: string;
    readonly id?: string;
    readonly delta?: string;
    readonly text?: string;
    readonly providerExecuted?: boolean;
    readonly [name: string]: unknown;
}
/** A message of a prompt. */
export interface PromptMessage {
    readonly role: string;
    readonly content: unknown;
}
export interface CallOptions {
    readonly prompt: readonly PromptMessage[];
    readonly responseFormat?: {
        readonly type: string;
    } | undefined;
}
export interface Response {
    readonly content?: readonly ModelPart[];
    readonly usage?: unknown;
    /** Of `doStream`; in Mastra also of `doGenerate`. */
    readonly stream?: ReadableStream<ModelPart>;
}
export interface Model {
    readonly specificationVersion: string;
    doGenerate(options: CallOptions): PromiseLike<Response>;
    doStream(options: CallOptions): PromiseLike<Response>;
}
export declare function isModel(value: unknown): value is Model;
/** A response's last part of a stream, or what a whole response has in its place. */
export declare function finishOf(model: Model, reason: "other" | "tool-calls" | "error"): object;
/** Where `findToolLoopError` looks for the error of a run that ended without one. */
export declare function metadataOf(error: {
    toJSON(): object;
} | undefined): object;
/** A model that answers with the reason of an abort, in place of `model`. */
export declare function endedModel(model: Model, error: ToolLoopError): object;
/** A call that the SDK will answer, so that another request follows. */
export declare function isOwnCall({ type, providerExecuted }: ModelPart): boolean;
/** The prompt with what the model has written since, and what it is told about that. */
export declare function prompted(prompt: readonly PromptMessage[], written: string, note: string | undefined): readonly PromptMessage[];
