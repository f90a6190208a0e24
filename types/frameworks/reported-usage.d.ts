import type { LoopUsage } from "../base/types.ts";
/** What a provider's own response, or a part of its stream, says that has been used; `undefined`: nothing. */
export declare function providerUsage(response: unknown): LoopUsage | undefined;
