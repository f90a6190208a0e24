/** Scans bytes in this thread, as `loopguard scan -` does with standard input. */

import { linesOf } from "../../lib/cli/scan/scan-output.ts";
import { type ScanPart, type ScanSettings, scanTraces } from "../../lib/cli/scan/scan-traces.ts";
import { noTotals } from "../../lib/cli/scan/totals-text.ts";
import type { ScanError, ScannedRun } from "../../lib/cli/scan-types.ts";

const STDIN = { path: "-", size: 0 };

export interface Scanned {
  runs: ScannedRun[];
  lines: string[];
  errors: ScanError[];
}

/** `piece`: bytes of a chunk. */
export async function scanBytes(
  input: string | Uint8Array,
  settings: Partial<ScanSettings> = {},
  piece = 997,
): Promise<Scanned> {
  const runs: ScannedRun[] = [];
  const errors: ScanError[] = [];
  let text = "";
  const bytes = Buffer.from(input);
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
  }
  const given: ScanSettings = {
    guard: {},
    format: "auto",
    allRuns: true,
    strips: false,
    totals: noTotals(),
    ...settings,
  };
  const take = async (part: ScanPart) => {
    runs.push(...part.runs);
    errors.push(...part.errors);
    text += linesOf(part.runs);
  };
  await scanTraces([STDIN], given, take, chunks);
  return { runs, lines: text.split("\n").slice(0, -1), errors };
}
