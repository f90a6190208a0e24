/** Compares two texts line by line. */
export interface DiffLine {
    readonly sign: " " | "-" | "+";
    readonly line: string;
}
/**
 * The lines of both texts in order, by their longest common subsequence. O(n * m) in time and memory: meant for
 * settings files.
 *
 * @example
 * lineDiff("a\nb", "a\nc"); // [" a", "-b", "+c"], as objects
 */
export declare function lineDiff(before: string, after: string): DiffLine[];
/** The lines that differ, with `around` lines before and after; `undefined` marks lines that were left out. */
export declare function hunks(diff: readonly DiffLine[], around?: number): (DiffLine | undefined)[];
