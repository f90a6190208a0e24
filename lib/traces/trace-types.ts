/** What a reader of recorded runs tells, whatever format they were recorded in. */
import type { LoopCall, LoopOutcome } from "../base/types.ts";

/** A call of a recorded run. `arguments` is a parsed value or the raw text that the model sent. */
export interface TraceCall extends LoopCall {
  /** Tokens that the response with this call was billed for, shared equally among its calls; where the trace says so. */
  tokens?: number;
  /** When it was asked for, in milliseconds since 1970; where the trace says so. */
  at?: number;
}

/** What is known of a run when it begins. */
export interface TraceRun {
  /** As the trace has it; else the file's name, with a number where a file holds several runs. */
  id: string;
  /** Where it begins: a line of the file, from 1. */
  line: number;
  startedAt?: number;
}

/**
 * Takes the events of one run in their order. Nothing of the trace is kept by the reader but what it needs to pair results
 * with calls: digests and small numbers, so that a run of any length is read in the memory of its largest line.
 */
export interface TraceRunSink {
  /** The calls that follow were asked for together. */
  round(): void;
  /** A user spoke. */
  turn(): void;
  /** The next call; the first of a run has index 0. */
  call(call: TraceCall): void;
  /** What came back for the call with this index. At most once for each; never for a call that nothing came back for. */
  outcome(index: number, outcome: LoopOutcome): void;
  /** Nothing more comes for this run. */
  end(): void;
}

/** Called for every run that a file holds; runs may be open at the same time. */
export type OpenTraceRun = (run: TraceRun) => TraceRunSink;

/** A line, or a whole file, that could not be read. Reading goes on with the next. */
export interface TraceFault {
  /** From 1; 0: the file as a whole. */
  line: number;
  reason: string;
  /** How many it stands for, and the line of the last; not there: itself. */
  more?: { count: number; last: number };
}
