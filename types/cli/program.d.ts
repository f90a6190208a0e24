/** The commands of `loopguard`. The file of each is loaded only when needed, because a hook must start fast. */
import { Command } from "../traces/libraries.ts";
/** Adds one command to the program. `whole`: builds the program with all its commands. */
export type Register = (program: Command, whole: () => Promise<Command>) => void;
/** Builds the program with all its commands, or only with the one named `only`. */
export declare function buildProgram(only?: string): Promise<Command>;
/**
 * Runs the command line `args` (without node and script) and gives the exit code. A command sets `process.exitCode` for
 * another code than 0.
 */
export declare function run(args: readonly string[]): Promise<number>;
