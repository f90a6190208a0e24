/** What a change does to a text, line by line. */
export interface DiffLine {
    readonly sign: " " | "-" | "+";
    readonly line: string;
}
/**
 * The lines of both texts in order, with as many in common as can be: the longest common subsequence. O(n * m), for files
 * that people edit.
 *
 * @example
 * lineDiff("a\nb", "a\nc"); // [" a", "-b", "+c"], as objects
 */
export declare function lineDiff(before: string, after: string): DiffLine[];
/** The lines that differ with `around` lines on both sides; `undefined` stands for lines left out. */
export declare function hunks(diff: readonly DiffLine[], around?: number): (DiffLine | undefined)[];
