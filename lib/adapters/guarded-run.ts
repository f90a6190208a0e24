/** What the adapters have in common: how they name a call, end a run, and copy what they guard. */
import type { LoopCall, LoopRun } from "../base/types.ts";
import { ToolLoopError } from "../report/tool-loop-error.ts";
import { RunProtocol } from "../run/run-protocol.ts";

/** A call as the guard takes it; `id` counts only if it is a string. */
export function callOf(id: unknown, name: string, args: unknown): LoopCall {
  return typeof id === "string" ? { id, name, arguments: args } : { name, arguments: args };
}

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

/** A copy with other members; of the same class, because a tool may be an instance of one. */
export function withMembers(original: object, members: object): object {
  return Object.create(Object.getPrototypeOf(original), {
    ...Object.getOwnPropertyDescriptors(original),
    ...Object.getOwnPropertyDescriptors(members),
  });
}
