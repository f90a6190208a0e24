/** Results that `duplicate({ replay: true })` replays. */
import type { LoopCall } from "../base/types.ts";
import type { CallbackErrors } from "../rules/diagnostics.ts";
import type { ToolRules } from "../rules/tool-policy.ts";
/**
 * Results of calls that succeeded, by the fingerprint of all their arguments: a call is replayed only if all are equal, even
 * those that a policy's `identity` or `ignore` leaves out.
 */
export declare class Replays {
    #private;
    constructor(key: Uint8Array, callbackErrors: CallbackErrors);
    /** The digests of the run are under another key from now on, so what was kept cannot be found any more. */
    rekey(key: Uint8Array): void;
    keep(rules: ToolRules, call: LoopCall, result: unknown): void;
    /** The field of the verdict on the call with this fingerprint, if its result is kept. */
    of(fingerprint: string): {
        replay?: unknown;
    };
    clear(): void;
}
