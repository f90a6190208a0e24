/** The core, whichever build runs. Text crosses as WTF-8; errors have the code `ERR_LOOPGUARD_<status>`, such as `EJSON`. */
import { type Port } from "./core.ts";
import { Body } from "./event.ts";
import { CoreDetector, CoreGuard, CoreTextLoop, type TextLoopNumbers } from "./handles.ts";
export declare class CoreClient {
    #private;
    /** `open` makes an instance of the core; it is called again when the instance has failed. */
    constructor(open: () => Port);
    /** 32 hex digits. `key`: 16 bytes. `mayBeBody`: see `writeArguments`. Throws what `JSON.stringify` throws. */
    identify(key: Uint8Array, mode: number, name: string, args: unknown, mayBeBody?: boolean): string;
    /** The JSON text of a value, if it has one. A string is JSON text, or `ERR_LOOPGUARD_EJSON`. Throws as `JSON.stringify`. */
    canonicalize(mode: number, value: unknown): string | undefined;
    /** `classes`: of `VOLATILE_BITS`. */
    normalizeVolatile(classes: number, text: string): string;
    similarity(a: string, b: string): number;
    /** The 16-byte key in a snapshot. Throws `ERR_LOOPGUARD_ESNAPSHOT`. */
    snapshotKey(bytes: Uint8Array): Uint8Array;
    /** `key`: 16 bytes. `configuration`: see `lg_guard_configure`. Throws `ERR_LOOPGUARD_EINVAL` with what is wrong. */
    guard(key: Uint8Array, configuration: object): CoreGuard;
    /** `numbers`: windowSize, minCycleLen, maxCycleLen, repeats. */
    detector(key: Uint8Array, ...numbers: readonly number[]): CoreDetector;
    /** Throws `ERR_LOOPGUARD_ESNAPSHOT`. */
    restoreDetector(bytes: Uint8Array): CoreDetector;
    /** `options`: of `lg_text_loop_options`, in that order; 0 is the default. Throws `ERR_LOOPGUARD_EINVAL`. */
    textLoop(key: Uint8Array, options: TextLoopNumbers): CoreTextLoop;
    /** Throws `ERR_LOOPGUARD_ESNAPSHOT`. */
    restoreTextLoop(bytes: Uint8Array): CoreTextLoop;
    /** Packs arguments. Throws what `JSON.stringify` throws. */
    takeArguments(args: unknown): Body;
    /** Packs any value; a string is a value, not JSON text. Throws what `JSON.stringify` throws. */
    takeValue(value: unknown): Body;
    /** Packs a result. What its getters throw goes to `onError`. */
    takeResult(result: unknown, onError: (error: unknown) => void): Body;
    /** Packs the arguments `[value]`; `undefined` for a value without JSON text. Throws what `JSON.stringify` throws. */
    takeWrapped(value: unknown): Body | undefined;
}
