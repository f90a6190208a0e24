import type { Colors } from "../terminal.ts";
export interface Column {
    name: string;
    /** Plain text: its width is that of the column. */
    cells: readonly string[];
    isRight?: boolean;
    /** Adds colours. */
    paint?: (cell: string) => string;
}
/** Without colours, there are no frames either: columns with blanks between them. */
export declare function drawn(columns: readonly Column[], colors: Colors): string;
/** The characters of a line of the table. */
export declare function drawnWidth(columns: readonly Column[], colors: Colors): number;
