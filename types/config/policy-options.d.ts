import type { ToolPolicy } from "../base/types.ts";
/** Checks a policy and gives a copy; `false` (exempt) stays `false`. */
export declare function checkPolicy(value: unknown, path: string): false | ToolPolicy;
/** Checks `volatile`, of a policy or of the guard. */
export declare function checkVolatile(value: unknown, path: string): void;
