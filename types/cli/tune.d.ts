import { type Command } from "../bundled/libraries.ts";
export declare function registerTune(program: Command): void;
