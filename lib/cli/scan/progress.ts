/** A bar on the terminal while files are read; nothing where nobody is watching. */
import { progress } from "../libraries.ts";

export interface Progress {
  /** Bytes that were read since the last time. */
  read(bytes: number): void;
  stop(): void;
}

const SILENT: Progress = { read() {}, stop() {} };
const MIB = 1 << 20;

/** `total`: bytes that there are to read; 0: nobody knows. */
export function progressOf(total: number, stream: NodeJS.WriteStream): Progress {
  if (!stream.isTTY || total === 0) return SILENT;
  const bar = new progress.SingleBar({
    format: "{bar} {percentage}% of {size} MiB",
    stream,
    hideCursor: true,
    clearOnComplete: true,
    barsize: 30,
    barCompleteChar: "█",
    barIncompleteChar: "░",
  });
  bar.start(total, 0, { size: (total / MIB).toFixed(1) });
  return {
    read: (bytes) => bar.increment(bytes),
    stop: () => bar.stop(),
  };
}
