/** A bar on the terminal while files are read; nothing where nobody is watching. */
import { progressBar } from "../progress-bar.ts";

export interface Progress {
  /** Bytes that were read since the last time. */
  read(bytes: number): void;
  stop(): void;
}

const SILENT: Progress = { read() {}, stop() {} };
const MIB = 1 << 20;

/** `total`: bytes that there are to read; 0: nobody knows. */
export function progressOf(total: number, stream: NodeJS.WriteStream): Progress {
  const bar = total === 0 ? undefined : progressBar("{bar} {percentage}% of {size} MiB", stream);
  if (bar === undefined) return SILENT;
  bar.start(total, 0, { size: (total / MIB).toFixed(1) });
  return {
    read: (bytes) => bar.increment(bytes),
    stop: () => bar.stop(),
  };
}
