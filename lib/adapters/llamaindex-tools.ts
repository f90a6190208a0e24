/** Wraps tools of LlamaIndex so that a guard judges each call. */
import type { LoopCall, LoopRun } from "../base/types.ts";
import { attempt } from "../report/fail-open.ts";
import { ToolLoopError } from "../report/tool-loop-error.ts";
import { shownText } from "../values/value-text.ts";
import { type CallFace, guardedCall, warningOf } from "../wrap/guarded-call.ts";
import { errorWithMessage, withMessage, withParagraph } from "../wrap/with-message.ts";

/** The calls of a step, by their arguments. */
export type ToolCalls = WeakMap<object, { readonly run: LoopRun; readonly call: LoopCall }>;

/** The part of a tool that is used here. */
interface Tool {
  call?: (input: unknown) => unknown;
}

/** Marks guarded workflows, agents and tools, so that nothing is guarded twice, even by two guards. */
export const GUARDED: unique symbol = Symbol.for("loopguard.llamaindex.guarded");
/** The workflow's own tool: its result is the agent's answer, unless it throws. */
const HANDOFF = "handOff";

const FACE: CallFace = {
  refused: ({ message }) => message,
  warned: noted,
  failed: errorWithMessage,
  ended: () => {}, // the next step ends the run
};

/** The guarded tool, of the same class. One that has nothing to call is returned unchanged. */
export function guardTool(tool: object, calls: ToolCalls): object {
  const { call } = tool as Tool;
  if (typeof call !== "function" || GUARDED in tool) return tool;

  function guardedCallOf(input: unknown): unknown {
    const known = typeof input === "object" && input !== null ? calls.get(input) : undefined;
    const invoke = (): unknown => (call as (input: unknown) => unknown).call(tool, input);
    if (known === undefined) return invoke();
    const { run } = known;
    const isHandoff = known.call.name === HANDOFF;
    if (run.tripped !== null) return refusal(run.tripped.message, isHandoff); // a sibling call has just ended the run
    if (isHandoff) return handOff(run, input as { toAgent?: unknown; reason?: unknown }, invoke);
    try {
      return guardedCall(run, known.call, invoke, FACE);
    } catch (error) {
      if (ToolLoopError.isInstance(error) && run.tripped !== null) return error.message;
      throw error;
    }
  }

  // A proxy must show a frozen object's own properties as they are, so its target is an object that inherits them.
  return new Proxy(Object.isFrozen(tool) ? (Object.create(tool) as object) : tool, {
    has: (_, key) => key === GUARDED || Reflect.has(tool, key),
    get(_, key) {
      if (key === "call") return guardedCallOf;
      const own: unknown = Reflect.get(tool, key, tool); // its class has private fields
      return typeof own === "function" ? own.bind(tool) : own;
    },
  });
}

function handOff(
  run: LoopRun,
  { toAgent, reason }: { toAgent?: unknown; reason?: unknown },
  invoke: () => unknown,
): unknown {
  if (typeof toAgent !== "string") return invoke();
  const verdict = run.delegate({ agent: toAgent, task: reason, handoff: true });
  if (!verdict.allowed) return refusal(verdict.message, true);
  const warning = warningOf(verdict);
  return warning === undefined ? invoke() : noted(invoke(), warning);
}

function refusal(message: string, isHandoff: boolean): string {
  if (isHandoff) throw new Error(message);
  return message;
}

/** The model reads every result as text, so those that have no room for a message become one. */
function noted(result: unknown, message: string): unknown {
  const own = withMessage(result, message);
  return own === result ? attempt(() => withParagraph(shownText(result), message), result, "result") : own;
}
