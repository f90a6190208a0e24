/** Colours and width of a terminal. */
import { picocolors } from "../bundled/libraries.ts";
export type Colors = ReturnType<typeof picocolors.createColors>;
/**
 * Colours for `stream`, decided by the first that applies: `--no-color` (`wanted` is false), `NO_COLOR` if not empty,
 * `FORCE_COLOR` (`0` and `false` turn colours off), and whether the stream is a terminal that is not dumb.
 */
export declare function colorsFor(stream: {
    isTTY?: boolean;
}, wanted?: boolean): Colors;
/** Columns of a terminal; a file or a pipe has no limit. */
export declare function widthOf({ isTTY, columns }: {
    isTTY?: boolean;
    columns?: number;
}): number;
