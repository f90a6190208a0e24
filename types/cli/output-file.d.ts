/** Output files named by the user: checks that a command does not overwrite anything else. */
import { type Stats } from "node:fs";
import { Option } from "../traces/libraries.ts";
/** A kind of output, and how to recognise an existing file of that kind by its first bytes. */
interface Kind {
    readonly title: string;
    readonly isOurs: (head: string) => boolean;
}
declare const KINDS: Readonly<Record<"report" | "configuration", Kind>>;
export interface Output {
    path: string;
    kind: keyof typeof KINDS;
    /** The command's inputs: files, and `"-"`. */
    inputs: readonly string[];
    force: boolean | undefined;
}
export declare function forceOption(option: string): Option;
/**
 * Throws a `Failure` if writing to `path` would destroy something: an input, even under another name and with `force`;
 * or a file with other content than `kind`, unless `force` is given. Anything but a file, such as a pipe, may be
 * written to.
 */
export declare function checkOutput({ path, kind, inputs, force }: Output): Promise<void>;
/** `undefined` for a file that does not exist or cannot be accessed: opening it will report that. */
export declare function statsOf(path: string): Promise<Stats | undefined>;
export declare function configText(options: object): string;
export {};
