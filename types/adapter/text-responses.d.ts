import type { ToolLoopError } from "../rules/tool-loop-error.ts";
import type { PartForm, TextKind, TextMonitor, TextStep } from "./text-monitor.ts";
/** What a chunk says of a text. */
export interface TextPiece {
    readonly kind: TextKind;
    /** Of the text within the response; chunks of one text have the same. */
    readonly id: string;
    /** The text of the chunk; `undefined`: the text begins, or ends. */
    readonly text?: string | undefined;
    /** The text ends with this chunk. */
    readonly end?: boolean;
}
/** How the chunks of a response look in a framework. */
export interface StreamForm<Q, C> {
    /** `undefined`: the chunk is no text. */
    read(chunk: C): TextPiece | undefined;
    /** The chunk with another text. */
    withText(chunk: C, text: string): C;
    /** Whether the chunk calls a tool, so that another request follows. */
    isCall(chunk: C): boolean;
    /** A response that calls tools is not cut: the model is told with their results. */
    readonly sparesCalls?: boolean;
    /** The request with what the model has written since, which may be nothing, and what it is told. */
    again(request: Q, written: string, note: string | undefined): Q;
    /** Whether a cut may be shown in the text and more text may follow; not so for JSON. Default: always. */
    mayMark?(request: Q): boolean;
    /** A chunk of a response that goes on after `cuts` cuts, for instance with another id; `undefined`: it is left out. */
    later?(chunk: C, cuts: number): C | undefined;
    /** What shows a cut, and ends the text. `mark` is empty where none may be shown. */
    close(id: string, kind: TextKind, mark: string): Iterable<C>;
    /** The last chunks of a response that was cut and is not continued. `end`: the run is over. */
    finish(end: ToolLoopError | undefined, calls: boolean): Iterable<C>;
}
/** Asks the model; `undefined`: there is no response. `return` of the iterator must stop the model, also while `next` waits. */
export type AskStream<Q, C> = (request: Q) => Promise<AsyncIterator<C> | undefined> | AsyncIterator<C> | undefined;
export interface TextStream<C> extends AsyncIterable<C> {
    /** Stops the model. */
    cancel(): Promise<void>;
    /** The chunks as a web stream; one is asked for when one is read. */
    readable(): ReadableStream<C>;
}
/** An iterator and no generator: its `return` stops the model also while `next` waits. */
export declare function chunksOf<C>(stream: ReadableStream<C>): AsyncIterableIterator<C, undefined>;
/** Chunks as a web stream; one is asked for when one is read. */
export declare function readableOf<C>(chunks: AsyncIterable<C>, cancel: () => unknown): ReadableStream<C>;
/** See `AgentRun.stream`. */
export declare function generations<Q, C>(run: {
    readonly text: TextMonitor;
    readonly ended: ToolLoopError | undefined;
}, request: Q, ask: AskStream<Q, C>, form: StreamForm<Q, C>): TextStream<C>;
/** One response, or what there was of it when it was cut. */
export interface Generation<R, P> {
    readonly response: R;
    readonly step: TextStep;
    /** What is kept of it. */
    readonly content: readonly P[];
}
/** Asks the model. `mayCut`: whether it may be asked again. `TextMonitor.readParts` reads the parts of its response. */
export type AskWhole<Q, R, P> = (request: Q, mayCut: boolean) => Promise<Generation<R, P>>;
export interface WholeForm<Q, R, P> extends Pick<PartForm<P>, "textOf"> {
    /** The request with what the model has written since, which may be nothing, and what it is told. */
    again(request: Q, written: string, note: string | undefined): Q;
    /** The last response with the parts of all, and what all have used. */
    joined(response: R, parts: readonly P[], usage: unknown): R;
    usageOf(response: R): unknown;
}
export declare function wholeResponse<Q, R, P>(monitor: TextMonitor, request: Q, ask: AskWhole<Q, R, P>, form: WholeForm<Q, R, P>): Promise<{
    response: R;
    step: TextStep;
}>;
/** The messages with what the model has written since, which may be nothing, and what it is told; `say` makes a message. */
export declare function appendReply<M>(messages: readonly M[], written: string, note: string | undefined, say: (role: "assistant" | "user", text: string) => M): M[];
/** The sum of two usages, number by number: frameworks and versions have other fields. */
export declare function addedUsage(a: unknown, b: unknown): unknown;
