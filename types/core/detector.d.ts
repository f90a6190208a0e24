/** `lg_detector`: a window of signatures that finds a cycle at its end. */
import { type Core } from "./core.ts";
export declare class CoreDetector {
    #private;
    constructor(core: Core, handle: number);
    /** 0: no cycle; else `cycleLength * 2^20 + repeats`. */
    push(signature: string): number;
    /** 32 hex digits: the digest of the signature `back` places before the newest. */
    at(back: number): string;
    reset(): void;
    snapshot(): Uint8Array;
    close(): void;
}
