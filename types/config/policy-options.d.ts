import type { ToolPolicy } from "../base/types.ts";
/** `false`, or a policy without faults; a copy. */
export declare function checkPolicy(value: unknown, path: string): false | ToolPolicy;
/** Shared with the guard's own `volatile`. */
export declare function checkVolatile(value: unknown, path: string): void;
