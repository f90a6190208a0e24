/** `loopguard completion`: scripts that complete the command line, made from the commands as they are. */
import { type Command } from "../traces/libraries.ts";
/** `whole`: builds the program with all its commands. */
export declare function registerCompletion(program: Command, whole: () => Promise<Command>): void;
