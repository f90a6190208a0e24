import type { AgentRun, OnAbort } from "../adapter/agent-run.ts";
import type { ToolLoopError } from "../rules/tool-loop-error.ts";
/** A part of a stream or of a response. */
export interface ModelPart {
    readonly type: string;
    readonly id?: string;
    readonly delta?: string;
    readonly text?: string;
    readonly providerExecuted?: boolean;
    readonly [name: string]: unknown;
}
export interface CallOptions {
    readonly prompt: readonly {
        readonly role: string;
        readonly content: unknown;
    }[];
    readonly responseFormat?: {
        readonly type: string;
    } | undefined;
    readonly temperature?: number | undefined;
    readonly tools?: readonly {
        readonly name: string;
    }[] | undefined;
    readonly toolChoice?: unknown;
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
/** How an abort ends the run. `"stop"`: once the calls of the response have their results. `"drop"`: with the response. */
type Ending = Exclude<OnAbort, "answer"> | "drop";
/** The model, with its texts looked at; anything else, such as a model's name, is returned unchanged. */
export declare function watchModel(model: unknown, run: AgentRun, ending?: Ending): unknown;
/** A model that answers with a text of ours, the reason of an abort, in place of `model`. */
export declare function endedModel(model: Model, error: ToolLoopError, text?: string): object;
/** What ends a response that was a run's last: its reason is "loop", and its usage counts. */
export declare function loopEnd(model: Model, end: ToolLoopError, usage: unknown, reason: "other" | "stop"): object;
export declare function textParts(text: string): ModelPart[];
export declare function streamOf(parts: Iterable<ModelPart>): ReadableStream<ModelPart>;
export declare function isModel(value: unknown): value is Model;
/** A call that the SDK will answer, so that another request follows. */
export declare function isOwnCall({ type, providerExecuted }: ModelPart): boolean;
export {};
