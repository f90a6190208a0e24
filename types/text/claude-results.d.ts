/** What Claude Code adds to the results of tools and to prompts, for its hooks and for the Claude Agent SDK. */
/** Sources of prompts that no user wrote: returning tasks, schedules, the agent's own reminders. */
export declare const MACHINES: ReadonlySet<string>;
/** Claude Code's result for a call of an unknown tool or with invalid arguments. */
export declare const NOT_TAKEN: RegExp;
