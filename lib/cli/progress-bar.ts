/** A progress bar on a terminal. */
import { progress } from "../bundled/libraries.ts";

const BAR_MAX = 30;
/** Columns for the text next to the bar. */
const WORDS = 30;
/** Columns of a terminal that does not report them. */
const COLUMNS = 80;

export interface Progress {
  show(done: number, total: number): void;
  stop(): void;
}

/**
 * A bar on `stream` in the `format` of cli-progress, with `{size}` for the total in MiB. It shows nothing if the stream is not a
 * terminal, or one that cannot move its cursor. It does not change the terminal's modes, so nothing has to be restored
 * after an interrupt.
 */
export function progressBar(format: string, stream: NodeJS.WriteStream): Progress {
  if (!stream.isTTY || process.env["TERM"] === "dumb") return { show() {}, stop() {} };
  const bar = new progress.SingleBar({
    format,
    stream,
    linewrap: true,
    clearOnComplete: true,
    barsize: Math.max(1, Math.min(BAR_MAX, (stream.columns || COLUMNS) - WORDS)),
    barCompleteChar: "█",
    barIncompleteChar: "░",
  });
  return {
    show(done, total) {
      const size = (total / (1 << 20)).toFixed(1);
      if (!bar.isActive) bar.start(total, 0, { size });
      bar.setTotal(total);
      bar.update(done, { size });
    },
    stop: () => bar.stop(),
  };
}
