/** A guard never breaks a run: whatever goes wrong inside is told on `loopguard:error`, and the run goes on. */
import type { Verdict } from "../base/types.ts";
/** The verdict where none can be given: the call may run. */
export declare function failOpen(error: unknown, where: string, call: unknown): Verdict;
/** What `act` gives; `otherwise` where it throws, such as for a value whose getters do. */
export declare function attempt<T>(act: () => T, otherwise: T, where: string, toolName?: string): T;
