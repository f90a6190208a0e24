import type { LoopGuardOptions, PresetName } from "../types.ts";
import { type Command } from "./libraries.ts";
/** As the command line has them. */
export interface GuardFlags {
    preset?: PresetName;
    /** Path of a `.json`, or of an ES module with a default export. */
    config?: string;
}
/** Adds the two options to a command. */
export declare function addGuardFlags(command: Command): Command;
/**
 * The options that the flags stand for, checked. Throws `Failure` when the file cannot be read or holds no options, and
 * `ERR_LOOPGUARD_OPTION` when one of them is wrong; both name the file.
 */
export declare function readGuardOptions({ preset, config }: GuardFlags): Promise<LoopGuardOptions>;
/** What judged, for a person to read. */
export declare function describeGuard({ preset, config }: GuardFlags): string;
