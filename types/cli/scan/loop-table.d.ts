/** The text output of a scan: the loops, the most wasteful first, and the totals. */
import { type Pricing } from "../money.ts";
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
export interface TableStyle {
    pricing: Pricing | undefined;
    colors: Colors;
    /** Columns of the terminal. */
    width: number;
    /** How many files were scanned; of one, the name is not repeated in each row. */
    files: number;
}
/**
 * As many columns as fit: cells are cut and columns left out, but never the id of a run, which `explain` needs. If ids take
 * too much of the line, the rows are numbered, and the ids follow below.
 */
export declare function loopTable(loops: readonly FoundLoop[], style: TableStyle): string;
/** The totals, a line each. */
export declare function totalsText(totals: ScanTotals): string;
/** What `scan` and `tune` say of runs whose calls have no recorded times. */
export declare function untimedText(untimed: number, all: number): string;
export declare function share(part: number, whole: number): string;
/** A whole number with commas. The first `toLocaleString` of a process takes 13 ms. */
export declare function count(value: number): string;
