import type { Command } from "../../traces/libraries.ts";
/**
 * A wrong command line must not be an error: agents take a hook's exit code 2 for a refusal, and would refuse every call.
 * So options are checked inside the action, where errors are caught.
 */
export declare function registerHook(program: Command): void;
