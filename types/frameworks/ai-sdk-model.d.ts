/**
 * Language models of the AI SDK (`ai` 5, 6 and 7) and of Mastra: what they write is looked at, and cut where they repeat themselves;
 * their requests are changed to get them out of a loop; and there is a last one of a run.
 */
import type { AgentRun, OnAbort } from "../adapter/agent-run.ts";
import type { RequestEdit } from "../adapter/recovery.ts";
import { type ToolLoopError } from "../rules/tool-loop-error.ts";
interface ModelPart {
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
    readonly abortSignal?: AbortSignal | undefined;
    readonly tools?: readonly {
        readonly name: string;
    }[] | undefined;
    readonly toolChoice?: unknown;
}
interface Response {
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
export declare function monitorModel(model: unknown, run: AgentRun, ending?: Ending): unknown;
/**
 * For hosts that let no hook change what is sent: the model of a step, whose texts are looked at, and whose request is changed if
 * that helps. `counts`: see `editedModel`.
 */
export declare function steppedModel(model: unknown, run: AgentRun, counts?: boolean): unknown;
/**
 * The model for one request, which tells the run how it went; anything else, such as a model's name, is returned unchanged.
 * `own`: the agent's, if it is another.
 * `counts`: nobody else tells the run what its last response has used. `changed`: the request, if nothing else changes it.
 */
export declare function editedModel(model: unknown, run: AgentRun, edit: RequestEdit, own: unknown, counts?: boolean, changed?: (options: CallOptions) => CallOptions): unknown;
/** A model that answers with the reason of an abort, in place of `model`. */
export declare function endedModel(model: Model, error: ToolLoopError): object;
export declare function isModel(value: unknown): value is Model;
export {};
