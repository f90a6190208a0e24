/**
 * The core as everything above it sees it, whichever build runs. Text reaches it as generalised UTF-8 (WTF-8): lone
 * surrogates stay distinct. Errors carry `code`: `ERR_LOOPGUARD_` and the status's name (`EJSON`, `EINVAL`, ...).
 */
import { type Body } from "./body.ts";
import { type Port } from "./core.ts";
import { CoreDetector } from "./detector.ts";
import { CoreGuard } from "./guard.ts";
export declare class CoreClient {
    #private;
    /** `open`: makes an instance of the core; once more when the one before came to its end. */
    constructor(open: () => Port);
    /** 32 hex digits. `key`: 16 bytes. Throws what `JSON.stringify` throws. */
    identify(key: Uint8Array, mode: number, name: string, args: unknown): string;
    /**
     * The JSON text of a value, `undefined` for one that has none; a string is JSON text itself, and is refused with
     * `ERR_LOOPGUARD_EJSON` where it is none. Throws what `JSON.stringify` throws.
     */
    canonicalize(mode: number, value: unknown): string | undefined;
    /** `classes`: of `VOLATILE_BITS`. */
    normalizeVolatile(classes: number, text: string): string;
    similarity(a: string, b: string): number;
    /** The 16-byte key in a snapshot. Throws `ERR_LOOPGUARD_ESNAPSHOT`. */
    snapshotKey(bytes: Uint8Array): Uint8Array;
    /** `key`: 16 bytes. `configuration`: see `lg_guard_configure`. Throws `ERR_LOOPGUARD_EINVAL`, which says what is wrong. */
    guard(key: Uint8Array, configuration: object): CoreGuard;
    detector(key: Uint8Array, windowSize: number, minCycleLen: number, maxCycleLen: number, repeats: number): CoreDetector;
    /** Throws `ERR_LOOPGUARD_ESNAPSHOT`. */
    restoreDetector(bytes: Uint8Array): CoreDetector;
    /** Arguments, taken down. Throws what `JSON.stringify` throws. */
    takeArguments(args: unknown): Body;
    /** Any value, taken down; a string is one like any other. Throws what `JSON.stringify` throws. */
    takeValue(value: unknown): Body;
    /** A result, taken down. What its getters throw goes to `onError`. */
    takeResult(result: unknown, onError: (error: unknown) => void): Body;
    /** The arguments `[value]`, taken down; `undefined` for a value without JSON. Throws what `JSON.stringify` throws. */
    takeWrapped(value: unknown): Body | undefined;
}
