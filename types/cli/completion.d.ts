/** `loopguard completion`: scripts that complete the command line, made from the commands as they are. */
import { type Command } from "./libraries.ts";
export declare function registerCompletion(program: Command): void;
