/** What a stream can show. */
import { picocolors } from "./libraries.ts";
export type Colors = ReturnType<typeof picocolors.createColors>;
/**
 * Colours for what is written to `stream`. In this order: `--no-color` (`wanted` is false), `NO_COLOR` with any value,
 * `FORCE_COLOR` with any value but `0` and `false`, and else whether the stream is a terminal that is not dumb.
 */
export declare function colorsFor(stream: {
    isTTY?: boolean;
}, wanted?: boolean): Colors;
