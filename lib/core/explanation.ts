/** `lg_explanation`: why each detector of a run fired or did not fire for a call. */

import { digestAt, flagsIn } from "./core.ts";
import { ExplainedAt, ExplainedFlag, ExplanationAt, ExplanationFlag, NEWS_WHYS, SEEN, WHYS } from "./layout.gen.ts";
import type { Memory } from "./memory.ts";

export type Why = (typeof WHYS)[number];

/** `lg_explained`. Places count back from the newest observation, 0; `undefined`: there is none. */
export interface CoreExplained {
  why: Why;
  fires: boolean;
  strong: boolean;
  sibling: boolean;
  count: number;
  threshold: number;
  cycleLength: number;
  steps: number;
  /** A place; of `similar_query` a ticket. */
  like: number | undefined;
  at: number | undefined;
  sinceMs: number;
  waitedMs: number;
}

export interface CoreExplanation {
  seen: (typeof SEEN)[number];
  news: (typeof NEWS_WHYS)[number];
  poll: boolean;
  waits: boolean;
  /** A place. */
  sibling: number | undefined;
  ticket: number;
  /** 32 hex digits. */
  identity: string;
  verbatim: string;
  /** In the order of the configuration. */
  detectors: CoreExplained[];
}

/** `LG_NOWHERE`. */
const NOWHERE = 0xffff_ffff;

export function readExplanation(memory: Memory): CoreExplanation {
  const { view } = memory;
  const u32 = (at: number): number => view.getUint32(at, true);
  const place = (at: number): number | undefined => (u32(at) === NOWHERE ? undefined : u32(at));
  const explained = (_: unknown, index: number): CoreExplained => {
    const start = ExplanationAt.detectors + index * ExplainedAt.end;
    return {
      why: WHYS[u32(start + ExplainedAt.why)] as Why,
      ...flagsIn(u32(start + ExplainedAt.flags), ExplainedFlag),
      count: u32(start + ExplainedAt.count),
      threshold: u32(start + ExplainedAt.threshold),
      cycleLength: u32(start + ExplainedAt.cycleLength),
      steps: u32(start + ExplainedAt.steps),
      like: place(start + ExplainedAt.like),
      at: place(start + ExplainedAt.at),
      sinceMs: view.getFloat64(start + ExplainedAt.sinceMs, true),
      waitedMs: view.getFloat64(start + ExplainedAt.waitedMs, true),
    };
  };
  return {
    seen: SEEN[u32(ExplanationAt.seen)] as CoreExplanation["seen"],
    news: NEWS_WHYS[u32(ExplanationAt.news)] as CoreExplanation["news"],
    ...flagsIn(u32(ExplanationAt.flags), ExplanationFlag),
    sibling: place(ExplanationAt.sibling),
    ticket: u32(ExplanationAt.ticket),
    identity: digestAt(memory, ExplanationAt.identity),
    verbatim: digestAt(memory, ExplanationAt.verbatim),
    detectors: Array.from({ length: u32(ExplanationAt.count) }, explained),
  };
}
