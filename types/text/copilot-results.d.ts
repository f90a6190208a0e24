/** Removes what Copilot CLI adds to the results of its tools. */
/** The result without the number of the shell; a value that is no text is returned unchanged. The same as in native/hook. */
export declare function withoutShellId(result: unknown): unknown;
/** A result without the text that a hook added for the model. */
export declare function withoutGuidance(result: unknown): unknown;
