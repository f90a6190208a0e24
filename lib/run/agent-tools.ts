/** The tools that start agents: a call of one is a delegation. */

import { remember } from "../base/remember.ts";
import type { Delegation, LoopCall } from "../base/types.ts";

/** What the arguments of a call give to which agent. */
export type ReadTask = (args: unknown) => Delegation;

/** Tools remembered; the one that was learned first is dropped first. */
const TOOLS_MAX = 256;

export class AgentTools {
  /** `undefined`: the tool is the agent, and its arguments are the task. */
  readonly #tools = new Map<string, ReadTask | undefined>();

  /** Calls of this tool start an agent. */
  add(tool: string, read?: ReadTask): void {
    remember(this.#tools, tool, read, TOOLS_MAX);
  }

  has(tool: string): boolean {
    return this.#tools.has(tool);
  }

  /** The delegation that a call is; `undefined`: none that is known. */
  of({ name, arguments: args }: LoopCall): Delegation | undefined {
    if (!this.#tools.has(name)) return undefined;
    return this.#tools.get(name)?.(args) ?? { agent: name, task: args };
  }
}
