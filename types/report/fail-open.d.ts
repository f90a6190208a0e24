/** A guard never breaks a run: an error inside is published on `loopguard:error`, and the run goes on. */
import type { Verdict } from "../base/types.ts";
/** The verdict when judging a call failed: the call may run. */
export declare function failOpen(error: unknown, where: string, call: unknown): Verdict;
/** What `act` returns, or `otherwise` if it throws, for example because of a getter in the arguments. */
export declare function attempt<T>(act: () => T, otherwise: T, where: string, toolName?: string): T;
/** As `attempt`, for what gives a promise; `undefined` if it fails. */
export declare function attemptAsync<T>(act: () => T | Promise<T>, where: string): Promise<T | undefined>;
