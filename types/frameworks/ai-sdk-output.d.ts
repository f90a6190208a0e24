/**
 * Adds a warning or a refusal to what the model sees of a tool's output. The AI SDK makes that from the output by the
 * tool's `toModelOutput`, or by its default conversion.
 */
/** The return value of `toModelOutput`. */
export interface ModelOutput {
    readonly type: string;
    readonly value?: unknown;
    /** Of a call that was denied. */
    readonly reason?: string | undefined;
}
/** What providers say of a call that was denied without a reason. */
export declare const DENIED = "Tool execution denied.";
/** Remembers which outputs have a message. The output itself is the key: ai 5 passes nothing else to `toModelOutput`. */
export declare class OutputMessages {
    #private;
    /** Makes the output of a refused call. */
    refused(message: string): string;
    /**
     * The output that the tool returns, in place of `output`. An object stays the same for the program, and only the
     * model sees the message; a string, a number or `undefined` becomes a string with the message.
     */
    warned(output: unknown, message: string): unknown;
    /** What the model sees of `output`; `show` converts a tool's own output. */
    modelOutput(output: unknown, show: (output: unknown) => unknown): unknown;
}
/** The AI SDK's conversion for a tool without `toModelOutput`. */
export declare function defaultModelOutput(output: unknown): ModelOutput;
/** Adds a message for the model: a paragraph to a text, a part to a list of parts. */
export declare function withText(output: ModelOutput, message: string): ModelOutput;
