/** The flags `--preset` and `--config`: the options of the guard that a command uses. */
import type { PresetName } from "../base/types.ts";
import { type LoopGuardOptions } from "../rules/options.ts";
import { type Command } from "../traces/libraries.ts";
export interface GuardFlags {
    preset?: PresetName;
    /** Path of a `.json` file, or of an ES module with a default export. */
    config?: string;
}
/** Adds the two options to a command. */
export declare function addGuardFlags(command: Command): Command;
/**
 * Reads and checks the options. Throws `Failure` if the file cannot be read or does not contain options, and
 * `ERR_LOOPGUARD_OPTION` if an option is wrong; both messages name the file.
 */
export declare function readGuardOptions({ preset, config }: GuardFlags): Promise<LoopGuardOptions>;
/** Describes the guard for people: `preset "strict"`, or `configuration <file>`. */
export declare function describeGuard({ preset, config }: GuardFlags): string;
/** The code that makes such a guard, for people to copy: `new LoopGuard({ preset: "strict" })`. */
export declare function guardCode({ preset, config }: GuardFlags): string;
