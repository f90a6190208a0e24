/** What `--what-if recover` says of a scan, in words. */
import type { Recovered, ScannedRun, ScanTotals } from "../scan-types.ts";
import { plainText } from "../terminal.ts";
import { count, counted } from "./totals-text.ts";

export class RecoveredRuns {
  readonly #max: number;
  readonly #lines: string[] = [];

  /** `max`: of how many runs each request is told. */
  constructor(max: number) {
    this.#max = max;
  }

  add({ id, recoveries = [] }: ScannedRun): void {
    if (recoveries.length > 0 && this.#lines.length < this.#max)
      this.#lines.push(`  ${plainText(id)}: ${recoveries.map(requestText).join("; ")}`);
  }

  /** Nothing if nobody asked. */
  text(totals: ScanTotals, asked: "recover" | undefined): string {
    if (asked === undefined) return "";
    const { recoveredRuns = 0, prunedCalls = 0, prunedTokens = 0, runs } = totals;
    if (recoveredRuns === 0) return "recover would have changed no request.\n";
    const rungs = (["prune", "tools", "model", "fresh", "answer"] as const).flatMap((rung) => {
      const requests = totals[`${rung}Rungs`];
      return requests === undefined ? [] : [`${rung} ${count(requests)}`];
    });
    const more = recoveredRuns - this.#lines.length;
    return [
      "",
      `recover would have acted in ${count(recoveredRuns)} of ${count(runs)} runs: ${rungs.join(", ")}.`,
      ...this.#lines,
      ...(more > 0 ? [`  and ${count(more)} more runs (--all lists them)`] : []),
      `In all, these requests would have had ${less(prunedCalls, prunedTokens)} less.`,
      "",
    ].join("\n");
  }
}

/** "prune after #3, 1 call and about 20 tokens less". */
function requestText({ rung, callIndex, calls, tokens }: Recovered): string {
  return `${rung} after #${count(callIndex + 1)}, ${less(calls, tokens)} less`;
}

function less(calls: number, tokens: number): string {
  return `${counted(calls, "call")} and about ${count(tokens)} tokens`;
}
