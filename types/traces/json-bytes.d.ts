/** The bytes that delimit values in JSON. */
export declare const NEWLINE = 10;
export declare const QUOTE = 34;
export declare const COMMA = 44;
export declare const COLON = 58;
export declare const LIST = 91;
export declare const BACKSLASH = 92;
export declare const LIST_END = 93;
export declare const OBJECT = 123;
export declare const OBJECT_END = 125;
