/**
 * Makes a text safe to print on one line of a terminal: control characters and changes of writing direction become
 * spaces.
 */
export declare function plainText(text: string): string;
/** As `plainText`, for several lines: keeps line breaks and tabs. */
export declare function plainLines(text: string): string;
/** "1 call", "2 calls". */
export declare function counted(many: number, one: string, several?: string): string;
