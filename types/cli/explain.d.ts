import type { Command } from "../bundled/libraries.ts";
export declare function registerExplain(program: Command): void;
