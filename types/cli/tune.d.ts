import { type Command } from "../traces/libraries.ts";
export declare function registerTune(program: Command): void;
