import { picocolors } from "../bundled/libraries.ts";

export type Colors = ReturnType<typeof picocolors.createColors>;

/**
 * Colours for `stream`, decided by the first that applies: `--no-color` (`wanted` is false), `NO_COLOR` if not empty,
 * `FORCE_COLOR` (`0` and `false` turn colours off), and whether the stream is a terminal that is not dumb.
 */
export function colorsFor(stream: { isTTY?: boolean }, wanted = true): Colors {
  return picocolors.createColors(wanted && hasColors(stream));
}

const USUAL_WIDTH = 80;

/** Columns of a terminal; a file or a pipe has no limit. */
export function widthOf({ isTTY, columns }: { isTTY?: boolean; columns?: number }): number {
  if (isTTY !== true) return Number.POSITIVE_INFINITY;
  return columns === undefined || columns <= 0 ? USUAL_WIDTH : columns;
}

function hasColors(stream: { isTTY?: boolean }): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR) return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== "") return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  return stream.isTTY === true && TERM !== "dumb";
}
