/** What `explain` writes down of a completed call, and of what the detectors make of one. */
import type { Observation as Observed, Seen } from "../../detectors/sighting.ts";
import type { Ack } from "./signs.ts";

export interface Observation extends Observed {
  readonly ack: Ack;
  /** Of a tool with the policy `poll`: judged by time, or there is nothing more to wait for. */
  readonly poll: "none" | "pending" | "final";
}

/** What one detector makes of one call. */
export interface Sighting extends Seen {
  /** As `LoopDetection.detector`. */
  detector: string;
  /** Among the detectors of the guard. */
  place: number;
}
