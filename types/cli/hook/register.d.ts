import type { Command } from "../libraries.ts";
/**
 * Nothing that is wrong with the command line may be an error: agents take the exit code 2 of a hook for a refusal, and
 * would refuse every call. So what is given is looked at where the hook itself can be silent about it.
 */
export declare function registerHook(program: Command): void;
