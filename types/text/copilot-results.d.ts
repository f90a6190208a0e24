/** Removes what Copilot CLI adds to the results of its tools. */
/** A result without the text that a hook added for the model. */
export declare function withoutGuidance(result: unknown): unknown;
