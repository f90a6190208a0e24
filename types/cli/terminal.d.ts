/** What the commands share in front of people: texts made safe, failures, colours, a progress bar. */
import type { Writable } from "node:stream";
import { picocolors } from "../traces/libraries.ts";
import type { ScanError } from "./scan-types.ts";
/**
 * Makes a text safe to print on one line of a terminal: control characters and changes of writing direction become
 * spaces.
 */
export declare function plainText(text: string): string;
/** As `plainText`, for several lines: keeps line breaks and tabs. */
export declare function plainLines(text: string): string;
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
export declare function write(stream: Writable, text: string): Promise<void>;
export type Colors = ReturnType<typeof picocolors.createColors>;
/**
 * Colours for `stream`, decided by the first that applies: `--no-color` (`wanted` is false), `NO_COLOR` if not empty,
 * `FORCE_COLOR` (`0` and `false` turn colours off), and whether the stream is a terminal that is not dumb.
 */
export declare function colorsFor(stream: {
    isTTY?: boolean;
}, wanted?: boolean): Colors;
/** Columns of a terminal; a file or a pipe has no limit. */
export declare function widthOf({ isTTY, columns }: {
    isTTY?: boolean;
    columns?: number;
}): number;
interface Progress {
    show(done: number, total: number): void;
    stop(): void;
}
/**
 * A bar on `stream` in the `format` of cli-progress, with `{size}` for the total in MiB. It shows nothing if the stream is not a
 * terminal, or one that cannot move its cursor. It does not change the terminal's modes, so nothing has to be restored
 * after an interrupt.
 */
export declare function progressBar(format: string, stream: NodeJS.WriteStream): Progress;
export {};
