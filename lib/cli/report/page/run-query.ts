import type { RunEntry } from "./run-entry.ts";

export const SORTS = {
  tokens: "most tokens wasted",
  waste: "most calls wasted",
  calls: "most calls",
  newest: "newest first",
  oldest: "oldest first",
  read: "as read",
} as const;
export type RunSort = keyof typeof SORTS;

export interface RunQuery {
  /** Words that must all occur in the run's name, its file or its tools, in upper or lower case. */
  text: string;
  /** Only runs with a loop found by this detector; "" for all. */
  detector: string;
  onlyLoops: boolean;
  sort: RunSort;
}

export function selectRuns(entries: readonly RunEntry[], query: RunQuery): RunEntry[] {
  const words = query.text.toLowerCase().split(/\s+/).filter(Boolean);
  const chosen = entries.filter(
    ({ run }) =>
      (!query.onlyLoops || run.detections.length > 0) &&
      (query.detector === "" || run.detections.some(({ detector }) => detector === query.detector)) &&
      (words.length === 0 || hasAll(`${run.id}\n${run.file}\n${run.tools.join("\n")}`.toLowerCase(), words)),
  );
  return chosen.sort((a, b) => COMPARE[query.sort](a, b) || a.index - b.index);
}

function hasAll(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}

type Compare = (a: RunEntry, b: RunEntry) => number;

const COMPARE: Record<RunSort, Compare> = {
  tokens: (a, b) => b.wastedTokens - a.wastedTokens,
  waste: (a, b) => b.wastedCalls - a.wastedCalls,
  calls: (a, b) => b.run.calls - a.run.calls,
  newest: (a, b) => byTime(a, b, -1),
  oldest: (a, b) => byTime(a, b, 1),
  read: () => 0,
};

/** Runs of unknown time come last in both directions. */
function byTime(a: RunEntry, b: RunEntry, direction: 1 | -1): number {
  if (a.time === undefined || b.time === undefined) return Number(a.time === undefined) - Number(b.time === undefined);
  return direction * (a.time - b.time);
}
