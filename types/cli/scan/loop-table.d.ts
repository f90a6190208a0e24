/** The loops of a scan as a table, the most wasteful first. */
import type { ScanDetection, ScannedRun } from "../scan-types.ts";
import { type Colors } from "../terminal.ts";
import { type Pricing } from "./totals-text.ts";
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
interface TableStyle {
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
export interface Column {
    name: string;
    /** Plain text: its width is that of the column. */
    cells: readonly string[];
    isRight?: boolean;
    paint?: (cell: string) => string;
}
/** Without colours, there are no frames either: columns with blanks between them. */
export declare function drawn(columns: readonly Column[], colors: Colors): string;
export {};
