/** Without anything that would move a terminal's cursor, or turn its text around. */
export declare function plainText(text: string): string;
/** A value as JSON, or a text as it is: plain, and cut. */
export declare function shortText(value: unknown): string;
