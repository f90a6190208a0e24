/** What a format of recorded runs is to the reader of files. */
import type { Fields } from "../../history/transcript-reader.ts";
import type { TraceRuns } from "../trace-runs.ts";
import type { TraceFault } from "../trace-types.ts";

/** Reads the values of one file: its lines, or the elements of its array. */
export interface FormatReader {
  /** `size`: about how many characters the value was written in. */
  value(value: Fields | unknown[], line: number, size: number): void;
  /** Nothing more comes. The runs that `TraceRuns` has open are ended by the caller. */
  end?(): void;
}

export interface TraceFormatSpec {
  readonly name: string;
  /** One line for `--help` and the documentation. */
  readonly description: string;
  /** Whether an object is of this format. */
  recognises(value: Fields): boolean;
  /** Whether the object is a run of its own, so that lines can be read in any order and place. */
  whole?(value: Fields): boolean;
  reader(runs: TraceRuns, fault: (fault: TraceFault) => void): FormatReader;
}
