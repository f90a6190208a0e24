/** Call this after reading so many bytes. */
export declare function haveRead(bytes: number): void;
/** Call this after reading a file. */
export declare function haveEnded(): void;
/** Makes threads parse long texts one at a time. `shared`: four bytes that all of them share. */
export declare function takeTurns(shared: SharedArrayBuffer): void;
/** Calls `does`, which parses a text of so many bytes; collects garbage before and after a long one. */
export declare function whileTidy(bytes: number, does: () => void): void;
