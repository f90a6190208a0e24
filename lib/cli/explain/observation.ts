/** What the detectors see of a completed call. */
import type { Ack } from "./signs.ts";

export interface Observation {
  /** Of the call in its run, from 0. */
  readonly index: number;
  readonly name: string;
  /** Equal for equal calls, by the policies of their tools. */
  readonly identity: string;
  readonly round: number;
  readonly failed: boolean;
  readonly transient: boolean;
  /** What cycles are made of. */
  readonly signature: string;
  /** A tool that changes things succeeded. */
  mutated: boolean;
  /** What came back; `null`: nothing that could be compared, or siblings of a round that disagree. */
  result: string | null;
  readonly ack: Ack;
  /** Judged by time: those who count have no result of it. */
  polled: boolean;
  /** Of a tool with the policy `poll`: judged by time, or there is nothing more to wait for. */
  readonly poll: "none" | "pending" | "final";
  /** No equal call before it was remembered when it came back. */
  fresh: boolean;
}

/** What one detector makes of one call. */
export interface Sighting {
  /** As `LoopDetection.detector`. */
  detector: string;
  /** Among the detectors of the guard. */
  place: number;
  fired: boolean;
  /** What it has counted, this call included; 0: it has nothing to say of this call. */
  count: number;
  /** What it fires at. */
  needed: number;
  cycleLength: number;
  strong: boolean;
  /** Why it fired, or stayed silent. */
  why: string;
  /** Index of an earlier call that this one is like, in this detector's eyes; it has no part in most sightings. */
  like?: number;
}

export function sameResult(a: Observation, b: Observation): boolean {
  return a.result !== null && a.result === b.result;
}
