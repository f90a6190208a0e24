/** Something the person at the terminal can put right: told plainly, without a stack, and with exit code 2. */
export declare class Failure extends Error {
    constructor(message: string);
}
/** Errors that say what was wrong with what was given, so that a stack would only be in the way. */
export declare function isPlain(error: unknown): error is Error;
