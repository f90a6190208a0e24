/** What the adapters have in common that are not at the desk yet: how they name a call, and end a run. */
import type { LoopRun } from "../base/types.ts";
import { ToolLoopError } from "../report/tool-loop-error.ts";
import { RunProtocol } from "../run/run-protocol.ts";

export { callOf, withMembers } from "../adapter/parts.ts";

/** The error that ends the run; `undefined` if no call was aborted. */
export function endOf({ tripped }: LoopRun): ToolLoopError | undefined {
  return tripped === null ? undefined : new ToolLoopError(tripped);
}

export function throwIfEnded(run: LoopRun): void {
  const error = endOf(run);
  if (error !== undefined) throw error;
}

/** Says who works in a run, for detections. */
export function nameAgent(run: LoopRun, agent: string): void {
  if (run instanceof RunProtocol) run.relate({ parent: undefined, agent });
}
