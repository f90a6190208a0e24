/** Wraps tools of LlamaIndex so that a guard judges each call. */
import type { AgentRun } from "../adapter/agent-run.ts";
import type { ResultForm } from "../adapter/result-form.ts";
import { withMethods } from "../adapter/watched-model.ts";
import { chain } from "../base/property.ts";
import type { LoopCall } from "../base/types.ts";
import { withMessageOrText } from "../guard/with-message.ts";

/** The calls of a step, by their arguments. */
export type ToolCalls = WeakMap<object, { readonly run: AgentRun; readonly call: LoopCall }>;

/** The part of a tool that is used here. */
interface Tool {
  call?: (input: unknown) => unknown;
}

/** Marks guarded workflows, agents and tools, so that nothing is guarded twice, even by two guards. */
export const GUARDED: unique symbol = Symbol.for("loopguard.llamaindex.guarded");
/** The workflow's own tool: its result is the agent's answer, unless it throws. */
const HANDOFF = "handOff";

/** The model reads every result as text. */
const FORM: ResultForm = { refused: ({ message }) => message, noted: withMessageOrText };

/** The guarded tool, of the same class. One that has nothing to call is returned unchanged. */
export function guardTool(tool: object, calls: ToolCalls): object {
  const { call } = tool as Tool;
  if (typeof call !== "function" || GUARDED in tool) return tool;

  function guardedCall(input: unknown): unknown {
    const known = typeof input === "object" && input !== null ? calls.get(input) : undefined;
    const invoke = (): unknown => (call as (input: unknown) => unknown).call(tool, input);
    if (known === undefined) return invoke();
    const { run, call: own } = known;
    return own.name === HANDOFF ? handOff(run, input as object, invoke) : run.call(own, invoke, FORM);
  }

  return withMethods(tool, { [GUARDED]: true, call: guardedCall });
}

/** One that is refused throws, because a result would be the agent's answer. */
function handOff(
  run: AgentRun,
  { toAgent, reason }: { toAgent?: unknown; reason?: unknown },
  invoke: () => unknown,
): unknown {
  const { ended } = run; // by a sibling
  if (ended !== undefined) throw new Error(ended.message);
  if (typeof toAgent !== "string") return invoke();
  return chain(run.delegate({ agent: toAgent, task: reason, handoff: true }), ({ runs, message }) => {
    if (!runs) throw new Error(message);
    return message === undefined ? invoke() : withMessageOrText(invoke(), message);
  });
}
