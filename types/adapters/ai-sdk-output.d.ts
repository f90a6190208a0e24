/**
 * What the model sees of a tool's output, with a warning or a refusal in it. The AI SDK makes that from the output with
 * the tool's `toModelOutput`, or in its own way where a tool has none.
 */
/** What `toModelOutput` gives; other types than these are passed on as they are. */
export interface ModelOutput {
    readonly type: string;
    readonly value?: unknown;
}
/**
 * Remembers which outputs carry a message. Goes by the output itself: ai 5 tells `toModelOutput` nothing else of the call.
 */
export declare class NotedOutputs {
    #private;
    /** The output of a refused call. */
    refused(message: string): string;
    /**
     * What the tool is to return in place of `output`. An object stays what it is for the program, and only the model reads
     * the message; a text, a number or nothing becomes a text with the message.
     */
    warned(output: unknown, message: string): unknown;
    /** What the model sees of `output`, where `show` says what it sees of a tool's own output. */
    modelOutput(output: unknown, show: (output: unknown) => unknown): unknown;
}
/** As the AI SDK does where a tool has no `toModelOutput`. */
export declare function defaultModelOutput(output: unknown): ModelOutput;
/** `output` with a message for the model: a paragraph more in a text, a part more in a list of parts. */
export declare function withText(output: ModelOutput, message: string): ModelOutput;
