/** What opencode's tools return, without what differs on every run; for its plugin and its stored sessions. */
/**
 * What a call has given, as it is compared. `state`: `output` is what the model is shown, `metadata.exit` the exit code of a
 * command, which the model is not shown, and `attachments` are files, which have new ids each time.
 */
export declare function outcomeOf(tool: unknown, { output, metadata, attachments }: Readonly<Record<string, unknown>>): {
    result: unknown;
} | {
    error: string;
};
