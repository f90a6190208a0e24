/** The runs of one file that are being read. */
import { timeOf } from "./facts.ts";
import { keptName } from "./limits.ts";
import { RunWriter } from "./run-writer.ts";
import type { OpenTraceRun, TraceRun } from "./trace-types.ts";

/** Runs that may be open at the same time. The longest unused is ended for one more; what comes for it later is a new run. */
const MAX_OPEN = 1_024;

export class TraceRuns {
  readonly #name: string;
  readonly #open: OpenTraceRun;
  readonly #runs = new Map<string, RunWriter>();
  /** The run that was used last, since most lines go on with it. */
  #last: RunWriter | undefined;
  #lastKey = "";
  /** Kept for its shape, as `TraceReader` keeps the value before. */
  #lastWhole: RunWriter | undefined;
  /** Whether there was a call in the runs that have ended. */
  #called = false;
  #lastLine = 0;
  #sameLine = 0;

  constructor(name: string, open: OpenTraceRun) {
    this.#name = name;
    this.#open = open;
  }

  /** Whether there was any call; told when all have ended. */
  get called(): boolean {
    return this.#called || (this.#lastWhole?.calls ?? 0) > 0;
  }

  /** The run with this id, opened where it is not; without an id, the one run of the file. `startedAt`: as `timeOf` reads it. */
  of(id: string | undefined, line: number, startedAt?: unknown): RunWriter {
    const key = keptName(id ?? "");
    if (this.#last !== undefined && this.#lastKey === key) return this.#last;
    const run = this.#runs.get(key) ?? this.#begin(id === undefined ? this.#name : key, line, startedAt);
    this.#runs.delete(key); // and put back as the last used one
    this.#runs.set(key, run);
    this.#last = run;
    this.#lastKey = key;
    if (this.#runs.size > MAX_OPEN) this.#endOldest();
    return run;
  }

  /** A run that a line holds all of. Its caller ends it. */
  whole(id: string | undefined, line: number, startedAt?: unknown): RunWriter {
    this.#called = this.called;
    this.#lastWhole = this.#begin(id === undefined ? this.#nameAt(line) : keptName(id), line, startedAt);
    return this.#lastWhole;
  }

  end(): void {
    for (const run of this.#runs.values()) this.#end(run);
    this.#runs.clear();
    this.#last = undefined;
  }

  #begin(id: string, line: number, startedAt: unknown): RunWriter {
    const run: TraceRun = { id, line };
    const time = timeOf(startedAt);
    if (time !== undefined) run.startedAt = time;
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

  /** The file's name for a run on its first line, else with the line's number, and one more where a line has several. */
  #nameAt(line: number): string {
    this.#sameLine = line === this.#lastLine ? this.#sameLine + 1 : 0;
    this.#lastLine = line;
    if (this.#sameLine > 0) return `${this.#name}:${line}.${this.#sameLine}`;
    return line <= 1 ? this.#name : `${this.#name}:${line}`;
  }
}
