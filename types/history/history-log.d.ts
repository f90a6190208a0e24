/** Logs of earlier calls, as text: a JSON array, or a JSON value on each line. */
/** The entries of a log: parsed from a text, or as given, with recorded calls in place of signatures of `callSignature`. */
export declare function historyEntries(history: unknown): unknown[];
