/** Records what a reader of traces tells, as text that a test can be read by. */
import { fileURLToPath } from "node:url";
import { readTraceLines, type TraceFormat } from "../../lib/traces/read-trace.ts";
import type { OpenTraceRun, TraceFault } from "../../lib/traces/trace-types.ts";

export const fixture = (name: string): string => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));

export interface RecordedRun {
  id: string;
  line: number;
  startedAt?: number | undefined;
  /** `|` a round, `U` a turn, `0:name(arguments)` a call, with `*tokens`; `0=result` or `0!error` what came back. */
  story: string;
}

export class Recorder {
  readonly runs: RecordedRun[] = [];
  readonly faults: TraceFault[] = [];
  /** Times of all calls, in the order told. */
  readonly times: (number | undefined)[] = [];

  readonly fault = (fault: TraceFault): void => void this.faults.push(fault);

  readonly open: OpenTraceRun = ({ id, line, startedAt }) => {
    const words: string[] = [];
    const answered = new Set<number>();
    let calls = 0;
    const run: RecordedRun = { id, line, ...(startedAt === undefined ? {} : { startedAt }), story: "not ended" };
    this.runs.push(run);
    return {
      round: () => void words.push("|"),
      turn: () => void words.push("U"),
      call: ({ name, arguments: args, tokens, at }) => {
        const text = typeof args === "string" ? args : JSON.stringify(args);
        words.push(`${calls++}:${name}(${text})${tokens === undefined ? "" : `*${Math.round(tokens)}`}`);
        this.times.push(at);
      },
      outcome: (index, { result, error }) => {
        if (index >= calls || answered.has(index)) throw new Error(`outcome ${index} of ${calls} calls, or its second`);
        answered.add(index);
        words.push(error === undefined ? `${index}=${JSON.stringify(result)}` : `${index}!${JSON.stringify(error)}`);
      },
      end: () => {
        run.story = words.join(" ");
      },
    };
  };
}

/** The format that a file is recognised as. */
export async function formatOf(bytes: Uint8Array): Promise<TraceFormat | undefined> {
  let found: TraceFormat | undefined;
  await readTraceLines([bytes], "trace", { ...new Recorder(), recognised: (format) => void (found = format) });
  return found;
}
