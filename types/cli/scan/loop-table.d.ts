import type { ScanDetection, ScannedRun, ScanTotals } from "../scan-types.ts";
import type { Colors } from "../terminal.ts";
export interface FoundLoop {
    run: Pick<ScannedRun, "id" | "file" | "line">;
    loop: Omit<ScanDetection, "calls">;
}
/** Loops that are shown without `--all`. */
export declare const SHOWN_MAX = 50;
/** Keeps the most wasteful loops of a scan, and counts all. */
export declare class LoopList {
    #private;
    constructor(max: number);
    get total(): number;
    add({ id, file, line, detections }: ScannedRun): void;
    /** The most wasteful first; among equals in the order of the input. */
    mostWasteful(): FoundLoop[];
}
export declare function loopTable(loops: readonly FoundLoop[], price: number | undefined, colors: Colors): string;
/** The totals, a line each. */
export declare function totalsText(totals: ScanTotals, price: number | undefined): string;
export declare function share(part: number, whole: number): string;
/** A whole number with commas. The first `toLocaleString` of a process takes 13 ms. */
export declare function count(value: number): string;
