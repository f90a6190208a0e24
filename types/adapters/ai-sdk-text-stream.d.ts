/** Streams of the AI SDK's language models, cut where the model repeats itself, and continued once it was told. */
import { type Model, type ModelPart } from "./ai-sdk-model.ts";
import { type TextWatch } from "./text-watch.ts";
/** What a stream needs to know. */
export interface WatchedStream {
    readonly model: Model;
    readonly watch: TextWatch;
    /** An abort is an error of the stream. */
    readonly throws: boolean;
    /** After an abort that is none, calls are answered: the SDK runs them only if the response ends with that reason. */
    readonly answers: boolean;
    /** A cut may be shown in the text, and more text may follow. */
    readonly marks: boolean;
    /** Asks the model again, and tells it about what it has written. */
    again(written: string): Promise<ReadableStream<ModelPart> | undefined>;
}
/** The parts of the stream, and of those that follow after a cut, as one stream. */
export declare function streamParts(first: ReadableStream<ModelPart>, own: WatchedStream): ReadableStream<ModelPart>;
