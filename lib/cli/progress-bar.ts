/** A bar on a terminal. */
import { progress } from "../bundled/libraries.ts";

const BAR_MAX = 30;
/** Columns for the words beside the bar. */
const WORDS = 30;
/** Where the terminal does not say how many it has. */
const COLUMNS = 80;

/**
 * A bar on `stream` in the `format` of cli-progress; none where nobody is watching, or the terminal cannot move its cursor. It
 * leaves the terminal's modes alone, so that one that is interrupted needs no repair.
 */
export function progressBar(format: string, stream: NodeJS.WriteStream): progress.SingleBar | undefined {
  if (!stream.isTTY || process.env["TERM"] === "dumb") return undefined;
  return new progress.SingleBar({
    format,
    stream,
    linewrap: true,
    clearOnComplete: true,
    barsize: Math.max(1, Math.min(BAR_MAX, (stream.columns || COLUMNS) - WORDS)),
    barCompleteChar: "█",
    barIncompleteChar: "░",
  });
}
