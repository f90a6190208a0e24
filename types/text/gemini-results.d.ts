/** Results of the Gemini CLI's tools, without what it adds to them. */
/** A result of `tool` without what differs each time that it runs; native/hook/outcome.c does the same. */
export declare function withoutProcesses(tool: unknown, result: unknown): unknown;
/** A result without what a hook had its model read with it. */
export declare function withoutHookContext(result: unknown): unknown;
