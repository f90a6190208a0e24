/** Results that `duplicate({ replay: true })` gives again. */
import type { LoopCall } from "../base/types.ts";
import type { ToolRules } from "../config/tool-policy.ts";
import type { CallbackFaults } from "../report/callbacks.ts";
/**
 * Results of calls that succeeded, by the fingerprint of all their arguments: where a policy's `identity` or `ignore`
 * leaves some out, only a call that is equal in all of them is replayed.
 */
export declare class Replays {
    #private;
    constructor(key: Uint8Array, faults: CallbackFaults);
    /** The run goes on under another key: what is kept would not be found any more. */
    rekey(key: Uint8Array): void;
    keep(rules: ToolRules, call: LoopCall, result: unknown): void;
    has(fingerprint: string): boolean;
    get(fingerprint: string): unknown;
    clear(): void;
}
