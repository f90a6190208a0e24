/** A run that is scanned, with the time that its saved calls took. */
import type { RunScan } from "../../lib/cli/scan/run-scan.ts";
import type { ReportRun, ScannedRun } from "../../lib/cli/scan-types.ts";
import type { TraceRunSink } from "../../lib/traces/trace-types.ts";
import type { SavedMs } from "../shared/messages.ts";
import { SavedTime } from "./saved-time.ts";

type Saved = Record<"clock" | "none", (index: number) => void>;

/** `scan`: makes the scan of the run, which keeps its strip; it tells of saved calls, and of its end. */
export function timedRun(
  scan: (saved: Saved, ended: (run: ScannedRun | ReportRun) => void) => RunScan,
  done: (run: ReportRun, savedMs: SavedMs) => void,
): TraceRunSink {
  const time = new SavedTime();
  const [clock, none]: [number[], number[]] = [[], []];
  const saved = { clock: (index: number) => clock.push(index), none: (index: number) => none.push(index) };
  const run = scan(saved, (ended) => done(ended as ReportRun, { clock: time.total(clock), none: time.total(none) }));
  return {
    round() {
      time.round();
      run.round();
    },
    turn() {
      time.turn();
      run.turn();
    },
    call(call) {
      time.call(call.at);
      run.call(call);
    },
    outcome(index, outcome, at, size) {
      time.outcome(at);
      run.outcome(index, outcome, at, size);
    },
    text: (text, message, stream) => run.text(text, message, stream),
    heard: (characters) => run.heard(characters),
    compacted: () => run.compacted(),
    end: () => run.end(),
  };
}
