/** `lg_explanation`: why each detector of a run fired or did not fire for a call. */

import { fieldsAt } from "./core.ts";
import { EXPLAINED, EXPLANATION, NEWS_WHYS, SEEN, WHYS } from "./layout.gen.ts";
import type { Memory } from "./memory.ts";
import type { Fields } from "./types.ts";

export type Why = (typeof WHYS)[number];

/** `lg_explained`. Places count back from the newest observation, 0; `undefined`: there is none. */
export interface CoreExplained extends Omit<Fields<typeof EXPLAINED>, "why" | "like" | "at"> {
  why: Why;
  /** A place; of `similar_query` a ticket. */
  like: number | undefined;
  at: number | undefined;
}

export interface CoreExplanation extends Omit<Fields<typeof EXPLANATION>, "seen" | "news" | "sibling" | "count"> {
  seen: (typeof SEEN)[number];
  news: (typeof NEWS_WHYS)[number];
  /** A place. */
  sibling: number | undefined;
  /** In the order of the configuration. */
  detectors: CoreExplained[];
}

/** `LG_NOWHERE`. */
const NOWHERE = 0xffff_ffff;
const placeOf = (place: number): number | undefined => (place === NOWHERE ? undefined : place);

export function readExplanation(memory: Memory): CoreExplanation {
  const { seen, news, sibling, count, ...fields } = fieldsAt(memory, EXPLANATION);
  const explained = (_: unknown, index: number): CoreExplained => {
    const { why, like, at, ...found } = fieldsAt(memory, EXPLAINED, EXPLANATION.end + index * EXPLAINED.end);
    return { ...found, why: WHYS[why] as Why, like: placeOf(like), at: placeOf(at) };
  };
  return {
    ...fields,
    seen: SEEN[seen] as CoreExplanation["seen"],
    news: NEWS_WHYS[news] as CoreExplanation["news"],
    sibling: placeOf(sibling),
    detectors: Array.from({ length: count }, explained),
  };
}
