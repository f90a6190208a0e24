import { type Command } from "../traces/libraries.ts";
/** `whole`: builds the program with all its commands. */
export declare function registerCompletion(program: Command, whole: () => Promise<Command>): void;
