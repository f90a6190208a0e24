/**
 * Handoffs of OpenAI Agents runs, for the detector `delegation`. The SDK asks the agent for its handoffs before each model
 * request; each gets a function that asks the guard first. A refused handoff stays with the agent that asked for it, whose
 * next request has the message in its instructions, since the SDK writes the handoff's output itself.
 */
import { ToolLoopError } from "../report/tool-loop-error.ts";
import type { RunContext, Runs } from "./openai-agents-calls.ts";

/** The part of a `Handoff` that is used here. */
interface HandoffLike {
  readonly agentName: string;
  onInvokeHandoff(context: RunContext, args: string): unknown;
  clone(overrides: object): object;
}

/** The part of an `Agent` that is used here. */
interface HandingAgent {
  readonly name: string;
  getEnabledHandoffs(context: RunContext): Promise<HandoffLike[]>;
  getSystemPrompt(context: RunContext): Promise<string | undefined>;
}

/** The members of a guarded agent that judge its handoffs; `original`: the agent that it guards. */
export function guardHandoffs(original: object, runs: Runs): PropertyDescriptorMap {
  const agent = original as HandingAgent;
  /** By context: the message about a handoff that was refused, or that a warning came with. */
  const notes = new WeakMap<object, string>();
  const hidden = { configurable: true, writable: true, enumerable: false };

  function guarded(handoff: HandoffLike, from: object): HandoffLike {
    const onInvokeHandoff = async (context: RunContext, args: string): Promise<unknown> => {
      const verdict = runs.handoff(context, agent.name, handoff.agentName, args);
      if (verdict.action === "abort") throw new ToolLoopError(verdict.detection);
      if (verdict.message !== "") notes.set(context, verdict.message);
      return verdict.allowed ? handoff.onInvokeHandoff(context, args) : from;
    };
    return handoff.clone({ onInvokeHandoff }) as HandoffLike;
  }

  return {
    getEnabledHandoffs: {
      ...hidden,
      async value(this: object, context: RunContext): Promise<HandoffLike[]> {
        const all = await agent.getEnabledHandoffs.call(this, context);
        return all.map((handoff) => guarded(handoff, this));
      },
    },
    getSystemPrompt: {
      ...hidden,
      async value(this: object, context: RunContext): Promise<string | undefined> {
        const prompt = await agent.getSystemPrompt.call(this, context);
        const note = notes.get(context);
        notes.delete(context);
        return note === undefined ? prompt : [prompt ?? "", note].filter(Boolean).join("\n\n");
      },
    },
  };
}
