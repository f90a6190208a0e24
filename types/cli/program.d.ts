import { Command } from "./libraries.ts";
/** Adds one command to the program. */
export type Register = (program: Command) => void;
/** The program with all its commands, or with the one named by `only`. */
export declare function buildProgram(only?: string): Promise<Command>;
/**
 * Runs the command line `args` (without node and script) and gives the exit code. A command that wants another code than 0
 * sets `process.exitCode`.
 */
export declare function run(args: readonly string[]): Promise<number>;
