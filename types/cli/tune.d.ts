import { type Command } from "./libraries.ts";
export declare function registerTune(program: Command): void;
