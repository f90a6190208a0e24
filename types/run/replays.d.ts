import type { LoopCall } from "../base/types.ts";
import type { CallbackFaults } from "../rules/diagnostics.ts";
import type { ToolRules } from "../rules/tool-policy.ts";
/**
 * Results of calls that succeeded, by the fingerprint of all their arguments: a call is replayed only if all are equal, even
 * those that a policy's `identity` or `ignore` leaves out.
 */
export declare class Replays {
    #private;
    constructor(key: Uint8Array, faults: CallbackFaults);
    /** The digests of the run are under another key from now on, so what was kept cannot be found any more. */
    rekey(key: Uint8Array): void;
    keep(rules: ToolRules, call: LoopCall, result: unknown): void;
    has(fingerprint: string): boolean;
    get(fingerprint: string): unknown;
    clear(): void;
}
