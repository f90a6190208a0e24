/** Explains one run of a trace as `loopguard explain` does: reads the trace again, and keeps that run alone. */

import type { LoopOutcome } from "../../lib/base/types.ts";
import { ExplainedRun } from "../../lib/cli/explain/explained-run.ts";
import { TimelineWriter } from "../../lib/cli/scan/run-scan.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import { IGNORED, readTraceLines } from "../../lib/traces/read-trace.ts";
import type { TraceCall, TraceRun, TraceRunSink } from "../../lib/traces/trace-types.ts";
import type { Explained, Source } from "../shared/messages.ts";
import { chunksOf } from "./chunks.ts";

/** Calls that are explained: what is said of each takes a few kilobytes. */
export const CALLS_MAX = 10_000;

const nothing = (): void => undefined;

/** The run with this id that begins at this line. Rejects if the trace has none. */
export async function explainRun(
  source: Source,
  options: LoopGuardOptions,
  { id, line }: TraceRun,
  signal: AbortSignal,
): Promise<Explained> {
  const ended = new AbortController();
  let found: WholeRun | undefined;
  try {
    await readTraceLines(chunksOf(source, nothing), source.name, {
      signal: AbortSignal.any([signal, ended.signal]),
      fault: nothing,
      open: (run) => {
        if (found !== undefined || run.id !== id || run.line !== line) return IGNORED;
        found = new WholeRun(run, options, () => ended.abort());
        return found;
      },
    });
  } catch (error) {
    if (!ended.signal.aborted) throw error;
  }
  if (found === undefined) throw new Error("The trace changed while it was read");
  return found.explained;
}

/** Both the strip and the explanation of a run. */
class WholeRun implements TraceRunSink {
  readonly #strip = new TimelineWriter();
  readonly #run: ExplainedRun;
  readonly #ended: () => void;

  constructor(run: TraceRun, options: LoopGuardOptions, ended: () => void) {
    this.#run = new ExplainedRun(run, options);
    this.#ended = ended;
  }

  get explained(): Explained {
    const { calls } = this.#strip;
    return { calls: this.#run.calls, total: calls.length, strip: JSON.stringify(calls) };
  }

  get #isLong(): boolean {
    return this.#strip.calls.length > CALLS_MAX;
  }

  round(): void {
    this.#strip.round();
    if (!this.#isLong) this.#run.round();
  }

  turn(): void {
    if (!this.#isLong) this.#run.turn();
  }

  compacted(): void {
    if (!this.#isLong) this.#run.compacted();
  }

  call(call: TraceCall): void {
    this.#strip.call(call);
    if (!this.#isLong) this.#run.call(call);
  }

  outcome(index: number, outcome: LoopOutcome, at?: number): void {
    this.#strip.outcome(index, outcome);
    if (index < CALLS_MAX) this.#run.outcome(index, outcome, at);
  }

  end(): void {
    this.#run.end();
    this.#ended();
  }
}
