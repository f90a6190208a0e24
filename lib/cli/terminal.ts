/** Colours for a terminal. */
import { picocolors } from "../bundled/libraries.ts";

export type Colors = ReturnType<typeof picocolors.createColors>;

/**
 * Colours for `stream`, decided by the first that applies: `--no-color` (`wanted` is false), `NO_COLOR` if not empty,
 * `FORCE_COLOR` (`0` and `false` turn colours off), and whether the stream is a terminal that is not dumb.
 */
export function colorsFor(stream: { isTTY?: boolean }, wanted = true): Colors {
  return picocolors.createColors(wanted && hasColors(stream));
}

function hasColors(stream: { isTTY?: boolean }): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR) return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== "") return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  return stream.isTTY === true && TERM !== "dumb";
}
