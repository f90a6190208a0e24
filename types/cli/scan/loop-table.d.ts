import type { ScanDetection, ScannedRun, ScanTotals } from "../scan-types.ts";
import type { Colors } from "../terminal.ts";
export interface FoundLoop {
    run: Pick<ScannedRun, "id" | "file" | "line">;
    loop: Omit<ScanDetection, "calls">;
}
/** Loops that are shown, unless all are asked for. */
export declare const SHOWN_MAX = 50;
/** The dearest loops of a scan, and how many there were. */
export declare class LoopList {
    #private;
    constructor(max: number);
    get total(): number;
    add({ id, file, line, detections }: ScannedRun): void;
    /** The most wasteful first; among equals in the order of the input. */
    dearest(): FoundLoop[];
}
export declare function loopTable(loops: readonly FoundLoop[], price: number | undefined, colors: Colors): string;
/** The totals, a line each. */
export declare function totalsText(totals: ScanTotals, price: number | undefined): string;
export declare function share(part: number, whole: number): string;
export declare function count(value: number): string;
