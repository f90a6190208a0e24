/** Reads a trace as `loopguard scan` does: the same readers, the same replay, the same totals. */

import { RunScan, scanContext } from "../../lib/cli/scan/run-scan.ts";
import { countRun, noTotals, priceTotals } from "../../lib/cli/scan/totals-text.ts";
import { type PageReport, pageRun, type ReportRun, type ScanError, type ScanTotals } from "../../lib/cli/scan-types.ts";
import { readTraceLines } from "../../lib/traces/read-trace.ts";
import type { RunsPart, SavedMs, Source } from "../shared/messages.ts";
import { optionsCode, optionsOf, pricingOf, type Settings } from "../shared/settings.ts";
import { chunksOf } from "./chunks.ts";
import { timedRun } from "./timed-run.ts";

/** Runs that the page lists; all are counted. */
const RUNS_MAX = 20_000;
/** Characters of calls after which a part is sent. */
const PART = 1 << 20;

export interface Listener {
  progress: (read: number) => void;
  part: (part: RunsPart) => void;
}

/** Gives the totals, and how many runs were left out of the parts. */
export async function readRuns(
  source: Source,
  settings: Settings,
  signal: AbortSignal,
  { progress, part }: Listener,
): Promise<{ report: PageReport; left: number }> {
  const options = optionsOf(settings);
  const totals: ScanTotals = { files: 1, ...noTotals() };
  const errors: ScanError[] = [];
  let now: RunsPart = { runs: [], strips: [] };
  let size = 0;
  let listed = 0;
  const send = () => {
    if (now.runs.length > 0) part(now);
    now = { runs: [], strips: [] };
    size = 0;
  };
  const done = (run: ReportRun, savedMs: SavedMs) => {
    countRun(totals, run);
    if (++listed > RUNS_MAX) return;
    const text = JSON.stringify(run.strip);
    now.runs.push({ ...pageRun(run), savedMs });
    now.strips.push(text);
    size += text.length;
    if (size > PART) send();
  };
  const context = scanContext(options, { strips: true });
  try {
    await readTraceLines(chunksOf(source, progress), source.name, {
      signal,
      open: (run) => timedRun((saved, ended) => new RunScan(context, run, source.name, ended, saved), done),
      fault: ({ line, reason }) => errors.push({ file: source.name, line, reason }),
    });
  } finally {
    context.guard.close();
  }
  send();
  const pricing = pricingOf(settings);
  priceTotals(totals, pricing);
  const guard = `new LoopGuard(${optionsCode(settings)})`;
  const made = {
    version: 1 as const,
    madeAt: new Date().toISOString(),
    settings: `preset "${settings.preset}"`,
    guard,
  };
  return { report: { ...made, ...pricing, errors, totals }, left: Math.max(0, listed - RUNS_MAX) };
}
