/** Public functions for the identity of calls: `fingerprint` and `canonicalize`. */
import type { LoopCall, LoopOutcome } from "../base/types.ts";
export interface FingerprintOptions {
    /** `true`: the order of keys does not count. `false`: it does. Default `true`. */
    canonical?: boolean;
    /** 16 bytes, or 32 hex digits. Without a key, fingerprints are the same in every process and version. */
    key?: Uint8Array | string;
}
/**
 * The identity of a call, name and arguments, as 32 hex digits: equal calls have equal fingerprints. A string as
 * arguments is the JSON text that a model sent. Throws a `TypeError` for arguments without a JSON text (cycles,
 * BigInt), and `ERR_LOOPGUARD_OPTION` for a name or options of the wrong type.
 *
 * @example
 * fingerprint("search", { q: "x", n: 1 }) === fingerprint("search", '{"n":1,"q":"x"}'); // true
 */
export declare function fingerprint(name: string, args?: unknown, options?: FingerprintOptions): string;
/** As `fingerprint`, without the arguments that only say something about the call: what a run compares. */
export declare function comparedFingerprint(name: string, args: unknown): string;
/**
 * The canonical JSON text (RFC 8785) of a value; a string is taken for JSON text and parsed first. Numbers that a
 * double cannot hold keep their digits. Throws `ERR_LOOPGUARD_JSON` for a string that is not JSON, and for a value
 * without JSON text.
 *
 * @example
 * canonicalize('{"b": 1.0, "a": 2}'); // '{"a":2,"b":1}'
 */
export declare function canonicalize(value: unknown): string;
/** As `canonicalize`, but a string is a value, not JSON text: `"a"` gives `'"a"'`. */
export declare function canonicalText(value: unknown): string;
/**
 * One line for a call and its outcome, to push into a `LoopDetector`. A failure is `name:status:title`, whatever the
 * arguments; a success is `name:ok#<fingerprint of name and arguments>`.
 *
 * @example
 * callSignature({ name: "post_tweet" }, { status: 402, errorTitle: "CreditsDepleted" }); // "post_tweet:402:CreditsDepleted"
 */
export declare function callSignature(call: LoopCall, outcome?: LoopOutcome): string;
