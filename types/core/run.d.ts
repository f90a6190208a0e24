/** `lg_run`: one run. */
import type { VerdictAction } from "../base/types.ts";
import { type Core } from "./core.ts";
import { type Event } from "./event.ts";
import { type CoreExplanation } from "./explanation.ts";
import type { AppliedVerdict, CoreNewest, CoreReport, CoreRestoreReport, PackedVerdict } from "./types.ts";
/** The state of one run in the core. Arguments and results are values, or packed values: a `Body`. */
export declare class CoreRun {
    #private;
    constructor(core: Core, handle: number);
    /** The length of the arguments or the result that was written last. */
    get characters(): number;
    /** Whether the result that was written last can be compared with others. */
    get comparable(): boolean;
    /** What a getter of the result that was written last threw; given once. */
    takeFault(): {
        readonly error: unknown;
    } | undefined;
    /** Judges a call: see `writeCall`. Written out, as `after` is: an `Event` would be a closure for each call. */
    before(name: string, args: unknown, id: string | undefined, query: string | undefined, profile: number, nowMs: number, mayBeBody?: boolean): PackedVerdict;
    /** Judges an outcome: see `writeOutcome`. */
    after(ticket: number, result: unknown, read: boolean, flags: number, error: string | undefined, nowMs: number): PackedVerdict;
    /** Judges any event. */
    judge(event: Event): PackedVerdict;
    /** Applies an event that has no verdict; throws what the core says against it. */
    tell(event: Event): void;
    /** The ticket of the call with this id, if it is in progress or was judged in this round; else `NO_TICKET`. */
    ticket(id: string): number;
    /** Whether a call with this id was judged in this round: it would get the same verdict again. */
    judged(id: string): boolean;
    /** Whether rounds begin only with a step, which is so from the first such step on. */
    explicitRounds(): boolean;
    /** Whether the turn should have ended, by a step. */
    turnEnded(): boolean;
    setExplicitRounds(explicit: boolean): void;
    /** What the call that was completed last returned. */
    newest(): CoreNewest;
    report(): CoreReport;
    /** From now on the run notes why each detector fired or did not. */
    explain(): void;
    /** For the event that was judged last. */
    explanation(): CoreExplanation;
    snapshot(): Uint8Array;
    restore(bytes: Uint8Array): CoreRestoreReport;
    /** The event as a text (base64), which any run under this key can apply; this run does not change. */
    record(event: Event): string;
    /** The tool's name in a record of a call, else "". Throws `ERR_LOOPGUARD_ERECORD`. */
    recordName(record: string): string;
    apply(record: string): AppliedVerdict;
    close(): void;
}
export declare function packedAction(packed: PackedVerdict): VerdictAction;
export declare function isDetected(packed: PackedVerdict): boolean;
export declare function packedTicket(packed: PackedVerdict): number;
/** The id was judged in this round already, and nothing has changed. */
export declare function isKnown(packed: AppliedVerdict): boolean;
/** No outcome is expected: the run knows no such call, or the call was completed already. */
export declare function isThrough(packed: AppliedVerdict): boolean;
/** Throws when the core refused its input. */
export declare function checkPacked(packed: PackedVerdict): void;
