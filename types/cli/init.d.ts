import { type Command } from "./libraries.ts";
export declare function registerInit(program: Command): void;
