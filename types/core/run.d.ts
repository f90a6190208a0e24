/** `lg_run`: one run and everything that happens in it. */
import { type Core } from "./core.ts";
import { type CoreExplanation } from "./explanation.ts";
import type { AppliedVerdict, CoreReport, CoreRestoreReport, PackedVerdict } from "./types.ts";
/**
 * The state of one run. Every method throws `ERR_LOOPGUARD_CLOSED` after `close()`; `close` twice is fine. Arguments and
 * results are values, or what was taken down of them: a `Body`.
 */
export declare class CoreRun {
    #private;
    constructor(core: Core, handle: number);
    /** Characters of the arguments or the result that were told last. */
    get characters(): number;
    /** Whether the result that was told last is equal to others. */
    get comparable(): boolean;
    /** Throws an `UnpackableError` for arguments that cannot be written; so do `invalid` and the records of both. */
    before(name: string, args: unknown, id: string | undefined, query: string | undefined, profile: number, nowMs: number): PackedVerdict;
    /**
     * `flags`: of `EventFlag`, whether the call failed and why. `nowMs`: `FINAL_MS` for a poll's final answer. `read` false:
     * nobody compares results. What a result's getters throw goes to `onError`.
     */
    after(ticket: number, result: unknown, read: boolean, flags: number, error: string | undefined, nowMs: number, onError: (error: unknown) => void): PackedVerdict;
    invalid(name: string, args: unknown, id: string | undefined, profile: number, error: string | undefined, nowMs: number): PackedVerdict;
    detect(detector: number, name: string, key: string, repeats: number): PackedVerdict;
    resolve(ticket: number, action: number): void;
    /** `Step`: a round or a turn begins, all is forgotten, or something happened that the run is not told of. */
    step(step: number): void;
    /** The ticket that waits for the outcome of the call with this id, or that it had in this round; or `NO_TICKET`. */
    ticket(id: string): number;
    /** Whether rounds are only those that begin with a step, as from the first such step on. */
    explicitRounds(): boolean;
    setExplicitRounds(explicit: boolean): void;
    report(): CoreReport;
    /** From now on it keeps why each detector fired or kept silent. */
    explain(): void;
    /** Of the call that was told last. */
    explanation(): CoreExplanation;
    snapshot(): Uint8Array;
    restore(bytes: Uint8Array): CoreRestoreReport;
    /** What `before` would do, as a text (base64) that says it to any run under this key; the run stays as it is. */
    recordBefore(name: string, args: unknown, id: string | undefined, query: string | undefined, profile: number, nowMs: number): string;
    recordAfter(id: string, profile: number, result: unknown, read: boolean, flags: number, error: string | undefined, nowMs: number, onError: (error: unknown) => void): string;
    recordInvalid(name: string, args: unknown, id: string | undefined, profile: number, error: string | undefined, nowMs: number): string;
    recordResolve(id: string, action: number): string;
    recordDetect(detector: number, profile: number, name: string, key: string, repeats: number): string;
    recordStep(step: number): string;
    /** The tool's name in a record of `before` or `invalid`, else "". Throws `ERR_LOOPGUARD_ERECORD`. */
    recordName(record: string): string;
    apply(record: string): AppliedVerdict;
    close(): void;
}
