/** The open runs of one file. */
import { keptName } from "./limits.ts";
import { RunWriter } from "./run-writer.ts";
import type { OpenTraceRun, TraceRun } from "./trace-types.ts";

/**
 * Runs open at the same time. Past it the least recently used one is ended; if it continues later, that is a new run.
 */
const MAX_OPEN = 1_024;

export class TraceRuns {
  readonly #name: string;
  readonly #open: OpenTraceRun;
  readonly #maxOpen: number;
  /** Whether what belongs to a run follows each other. */
  readonly sorted: boolean;
  readonly #runs = new Map<string, RunWriter>();
  /** The run that was used last: most lines continue it. */
  #last: RunWriter | undefined;
  #lastKey = "";
  /** Kept for the same reason as `TraceReader.#kept`. */
  #lastWhole: RunWriter | undefined;
  /** Whether a run that has ended had a call. */
  #called = false;
  #lastLine = 0;
  #sameLine = 0;

  /** `sorted`: a run ends when another begins. */
  constructor(name: string, open: OpenTraceRun, sorted = false) {
    this.#name = name;
    this.#open = open;
    this.sorted = sorted;
    this.#maxOpen = sorted ? 1 : MAX_OPEN;
  }

  /** Whether any run had a call; valid when all have ended. */
  get called(): boolean {
    return this.#called || (this.#lastWhole?.calls ?? 0) > 0;
  }

  /**
   * The run with this id, or the file's only run without one; opens it if needed. `startedAt`: in milliseconds since 1970.
   */
  of(id: string | undefined, line: number, startedAt?: number): RunWriter {
    const key = keptName(id ?? "");
    if (this.#last !== undefined && this.#lastKey === key) return this.#last;
    const run = this.#runs.get(key) ?? this.#begin(id === undefined ? this.#name : key, line, startedAt);
    this.#runs.delete(key); // and added again, as the most recently used
    this.#runs.set(key, run);
    this.#last = run;
    this.#lastKey = key;
    if (this.#runs.size > this.#maxOpen) this.#endOldest();
    return run;
  }

  /** Opens a run that one line contains completely. The caller ends it. */
  whole(id: string | undefined, line: number, startedAt?: number): RunWriter {
    this.#called = this.called;
    this.#lastWhole = this.#begin(id === undefined ? this.#nameAt(line) : keptName(id), line, startedAt);
    return this.#lastWhole;
  }

  end(): void {
    for (const run of this.#runs.values()) this.#end(run);
    this.#runs.clear();
    this.#last = undefined;
  }

  #begin(id: string, line: number, startedAt: number | undefined): RunWriter {
    const run: TraceRun = { id, line };
    if (startedAt !== undefined) run.startedAt = startedAt;
    return new RunWriter(this.#open(run));
  }

  #end(run: RunWriter): void {
    this.#called ||= run.calls > 0;
    run.end();
  }

  #endOldest(): void {
    for (const [key, run] of this.#runs) {
      this.#end(run);
      this.#runs.delete(key);
      return;
    }
  }

  /**
   * The name of a run without an id: `file` on the first line, else `file:12`; further runs of a line are `file:12.1`.
   */
  #nameAt(line: number): string {
    this.#sameLine = line === this.#lastLine ? this.#sameLine + 1 : 0;
    this.#lastLine = line;
    if (this.#sameLine > 0) return `${this.#name}:${line}.${this.#sameLine}`;
    return line <= 1 ? this.#name : `${this.#name}:${line}`;
  }
}
