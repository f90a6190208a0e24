/** Writes `scan --ndjson`: a line for each loop, as soon as its run has ended. */
import type { ScanDetection, ScanLine, ScannedRun } from "../scan-types.ts";

export class LineReport {
  readonly #write: (text: string) => Promise<void>;

  constructor(write: (text: string) => Promise<void>) {
    this.#write = write;
  }

  async runs(runs: readonly ScannedRun[]): Promise<void> {
    let text = "";
    for (const run of runs) for (const found of run.detections) text += `${JSON.stringify(lineOf(run, found))}\n`;
    if (text !== "") await this.#write(text);
  }
}

/** The order of the members is that of the output. */
function lineOf({ id, file, line, calls, startedAt }: ScannedRun, found: ScanDetection): ScanLine {
  const { detector, toolName, repeats, cycleLength, evidence, action, wastedCalls, wastedTokens, text } = found;
  const { wastedCachedTokens: cached } = found;
  return {
    version: 1,
    run: id,
    file,
    line,
    detector,
    tool: toolName,
    repeats,
    cycleLength,
    evidence,
    action,
    firstCall: (found.calls[0] ?? -1) + 1,
    lastCall: (found.calls.at(-1) ?? -1) + 1,
    calls,
    wastedCalls,
    wastedTokens,
    ...(cached === undefined ? {} : { wastedCachedTokens: cached }),
    fingerprint: found.fingerprint,
    pattern: found.pattern,
    message: found.message,
    ...(startedAt === undefined ? {} : { startedAt }),
    ...(text === undefined ? {} : { text }),
  };
}
