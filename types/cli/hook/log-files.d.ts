/** Adds a line. Throws if it cannot. */
export declare function addToLog(line: string): void;
/** Reads the log piece by piece: each call of the function that it gives returns the whole lines that are new. */
export declare function logReader(): () => string[];
