/** What is counted in a recorded run, to see without a guard whether a detector could fire in it. */

/** How often one thing came, at most. */
export interface RunCounts {
  readonly mostOfOneCall: number;
  readonly mostOfOneResult: number;
  readonly mostOfOneName: number;
  /** Calls of one tool whose arguments are no JSON. */
  readonly mostInvalid: number;
}

/** The least that must be in a run for a detector to fire. */
export interface TraceNeeds {
  /** One call asked for this often. */
  asked: number;
  /** One call with nothing in between. */
  inARow: number;
  failedInARow: number;
  /** One call with one result this often, and asked for once more. */
  news: number;
  /** One call with one result this often. */
  same: number;
  /** One call with one error this often. */
  sameFailed: number;
  cycles: readonly CycleNeeds[];
  /** One tool in a row, with one result. */
  stall: number;
  /** One tool's failures in a row, with one error. */
  errors: number;
}

/** Calls that came `repeats` times or more, `calls` of them together; `sameResults`: with one result each. */
export interface CycleNeeds {
  repeats: number;
  calls: number;
  sameResults: boolean;
}
