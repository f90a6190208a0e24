import type { ScanError } from "./scan-types.ts";
/** An error that the user can fix: printed as its message without a stack, with exit code 2. */
export declare class Failure extends Error {
    constructor(message: string);
}
/** Whether an error's message is enough for the user: it says what is wrong with the input. */
export declare function isPlain(error: unknown): error is Error;
/**
 * A line for stderr about something that could not be read. Made safe to print, since it contains texts of the trace.
 */
export declare function faultLine({ file, line, reason }: ScanError): string;
