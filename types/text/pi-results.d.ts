/** What pi's tools add to their results. */
/** The text of a result that is text only, without that name; any other result as it is. */
export declare function piText(content: unknown): unknown;
