import type { ToolPolicy } from "../base/types.ts";
/** Checks a policy and gives a copy; `false` (exempt) stays `false`. */
export declare function checkPolicy(value: unknown, path: string): false | ToolPolicy;
/** Checks `volatile`, of the guard or, with `members`, of a policy, which may name members too. */
export declare function checkVolatile(value: unknown, path: string, members?: boolean): void;
