import type { Command } from "../traces/libraries.ts";
export declare function registerExplain(program: Command): void;
