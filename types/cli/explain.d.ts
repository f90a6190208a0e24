import { type Command } from "./libraries.ts";
export declare function registerExplain(program: Command): void;
