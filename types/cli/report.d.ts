import type { Command } from "../traces/libraries.ts";
export declare function registerReport(program: Command): void;
