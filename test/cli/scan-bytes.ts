/** Scans bytes in this thread, as `loopguard scan -` does with standard input. */

import { JobScanner, type ScanSettings } from "../../lib/cli/scan/job-scanner.ts";
import { FileErrors, linesOf, MissingColumns } from "../../lib/cli/scan/scan-output.ts";
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
  const scanner = await JobScanner.create({ guard: {}, format: "auto", allRuns: true, strips: false, ...settings });
  const runs: ScannedRun[] = [];
  let text = "";
  const errors = new FileErrors();
  const missing = new MissingColumns();
  const bytes = Buffer.from(input);
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
  }
  try {
    await scanner.run({ kind: "stream", file: STDIN, chunks: chunks() }, async (part) => {
      runs.push(...part.runs);
      text += linesOf(part.runs);
      for (const error of part.errors) errors.add(error);
      if (part.tally !== undefined) missing.add(part.tally);
    });
  } finally {
    scanner.close();
  }
  for (const error of missing.errors([STDIN])) errors.add(error);
  return { runs, lines: text.split("\n").slice(0, -1), errors: errors.all() };
}
