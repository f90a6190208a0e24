/** Removes what the Gemini CLI adds to the results of its tools. */
/** A result of `tool` without the process ids; native/hook/outcome.c does the same. */
export declare function withoutProcesses(tool: unknown, result: unknown): unknown;
/** A result without the text that a hook added for the model. */
export declare function withoutHookContext(result: unknown): unknown;
