/** What loops lost, by tool or by detector. */

import { wastedTokens } from "../../scan/totals-text.ts";
import type { ScanDetection } from "../../scan-types.ts";
import type { RunEntry } from "./run-entry.ts";

export interface Waste {
  name: string;
  loops: number;
  wastedTokens: number;
  /** Of all that was lost, from 0 to 1: of the tokens, or of the loops where no tokens are known. */
  share: number;
}

/** The most first. */
export function wasteBy(entries: readonly RunEntry[], nameOf: (loop: ScanDetection) => string): Waste[] {
  const byName = new Map<string, Waste>();
  let loops = 0;
  let tokens = 0;
  for (const { run } of entries)
    for (const loop of run.detections) {
      const name = nameOf(loop);
      const waste = byName.get(name) ?? { name, loops: 0, wastedTokens: 0, share: 0 };
      waste.loops++;
      waste.wastedTokens += wastedTokens(loop);
      loops++;
      tokens += wastedTokens(loop);
      byName.set(name, waste);
    }
  const wastes = [...byName.values()];
  for (const waste of wastes) waste.share = tokens > 0 ? waste.wastedTokens / tokens : waste.loops / loops;
  return wastes.sort((a, b) => b.wastedTokens - a.wastedTokens || b.loops - a.loops);
}
