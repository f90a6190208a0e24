/** What agents add to the results of their tools, which differs from call to call. */
/** Sources of prompts that no user wrote: returning tasks, schedules, the agent's own reminders. */
export declare const MACHINES: ReadonlySet<string>;
/** Claude Code's result for a call of an unknown tool or with invalid arguments. */
export declare const NOT_TAKEN: RegExp;
/** A result without the text that a hook added for the model. */
export declare function withoutGuidance(result: unknown): unknown;
/** A result without the text that a hook added for the model. */
export declare function withoutHookContext(result: unknown): unknown;
/**
 * What a call has given, as it is compared. `state`: `output` is what the model is shown, `metadata.exit` the exit code of a
 * command, which the model is not shown, and `attachments` are files, which have new ids each time.
 */
export declare function outcomeOf(tool: unknown, { output, metadata, attachments }: Readonly<Record<string, unknown>>): {
    result: unknown;
} | {
    error: string;
};
/** The text of a result that is text only, without that name; any other result as it is. */
export declare function piText(content: unknown): unknown;
