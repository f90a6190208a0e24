import type { Agent, Scope } from "./init-agents.ts";
/**
 * For the project, whose settings others have too, what is installed in it; for the user, the C program of this very
 * package where it runs, and else Node.
 */
export declare function hookCommand(agent: Agent, scope: Scope): string;
/** npx keeps what it fetches in a cache that is emptied some day. */
export declare function isPassing(command: string): boolean;
