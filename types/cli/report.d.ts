/** `loopguard report`: a scan as a page to look through. */
import type { Command } from "../traces/libraries.ts";
export declare function registerReport(program: Command): void;
