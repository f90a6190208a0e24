/** The run that somebody presses together in "Step by step", explained. */
import { ExplainedRun } from "../../lib/cli/explain/explained-run.ts";
import type { DetectorType } from "../../lib/rules/detector-record.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import { isRefusal } from "../../lib/rules/verdict.ts";
import { verdictText } from "../../lib/rules/verdict-texts.ts";
import type { Step, Stepped } from "../shared/messages.ts";

/** Milliseconds that a call and its answer take. */
const PACE = 8_000;
const MINUTE = 60_000;

/** `waits`: the tool's answer says that something is still under way. */
export function explainSteps(steps: readonly Step[], waits: boolean, options: LoopGuardOptions): Stepped {
  const run = new ExplainedRun({ id: "steps", line: 1 }, options);
  const minutes: number[] = [];
  const reads: string[] = [];
  let time = 0;
  let version = 1;
  let others = 0;
  for (const step of steps) {
    if (step === "wait") {
      time += MINUTE;
      continue;
    }
    if (step === "new") version++;
    if (step === "other") others++;
    const index = run.calls.length;
    const answer = waits ? `Build ${version}: in progress` : `Build ${version}: 3 tests failed`;
    run.round();
    minutes.push(time / MINUTE);
    run.call(
      step === "other"
        ? { name: "read_file", arguments: { path: `src/part-${others}.ts` }, at: time }
        : { name: "check_build", arguments: { id: 7 }, at: time },
    );
    // A call that was refused did not run: the model reads why instead.
    const refusal = run.calls[index]?.said.find(({ action }) => isRefusal(action));
    const text = refusal && verdictText(refusal.action, refusal.detector as DetectorType, refusal.message, false);
    const result = text ?? (step === "other" ? `The text of part ${others}` : answer);
    reads.push(result);
    time += PACE;
    run.outcome(index, { result }, time);
  }
  run.end();
  return { calls: run.calls, minutes, reads };
}
