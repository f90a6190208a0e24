/** Guards function tools of the OpenAI Agents SDK by tool guardrails. */

import type { Verdict } from "../base/types.ts";
import { attempt } from "../report/fail-open.ts";
import { ToolLoopError } from "../report/tool-loop-error.ts";
import { shownText } from "../values/value-text.ts";
import { withParagraph } from "../wrap/with-message.ts";
import { withMembers } from "./guarded-run.ts";
import type { FunctionCall, RunContext, Runs } from "./openai-agents-calls.ts";

/** The argument of a tool guardrail; `output` only after a call. */
interface GuardrailData {
  readonly context: RunContext;
  readonly toolCall: FunctionCall;
  readonly output?: unknown;
}

interface GuardrailOutput {
  behavior: { type: "allow" } | { type: "rejectContent"; message: unknown } | { type: "throwException" };
  outputInfo?: unknown;
}

interface ToolGuardrail {
  readonly type: "tool_input" | "tool_output";
  readonly name: string;
  run(data: GuardrailData): Promise<GuardrailOutput>;
}

/** The part of a function tool that is used here. */
interface FunctionTool {
  readonly type: string;
  readonly outputSchema?: unknown;
  readonly errorFunction?: unknown;
  /** Listeners, which only an agent used as a tool has. */
  readonly on?: unknown;
  invoke?: ((context: RunContext, input: unknown, details?: { toolCall?: FunctionCall }) => unknown) | undefined;
  isEnabled?: ((context: RunContext, agent: unknown) => unknown) | boolean;
  inputGuardrails?: ToolGuardrail[];
  outputGuardrails?: ToolGuardrail[];
}

/** Marks guarded tools and agents, so that nothing is guarded twice, even by two guards. */
export const GUARDED: unique symbol = Symbol.for("loopguard.openai-agents.guarded");
const NAME = "loopguard";
const ALLOW: GuardrailOutput = Object.freeze({ behavior: Object.freeze({ type: "allow" }) });
const STOP: GuardrailOutput = Object.freeze({ behavior: Object.freeze({ type: "throwException" }) });

/**
 * A guarded copy of the tool. A tool for which the SDK runs no guardrails, such as a hosted one, is returned unchanged.
 * `throws`: an abort ends the run with an error; otherwise `quietStop` ends it.
 */
export function guardTool(tool: object, runs: Runs, throws: boolean): object {
  const own = tool as FunctionTool;
  if (own.type !== "function" || GUARDED in own) return tool;
  // For a refused call of such a tool, the SDK takes the output from its error function, and throws if it has none.
  const typed = own.outputSchema !== undefined;
  const refusable = !typed || typeof own.errorFunction === "function";

  const judge = guardrail("tool_input", async ({ context, toolCall }) => {
    const verdict = runs.of(context).before(toolCall, context);
    const { message } = verdict;
    if (verdict.action === "abort") {
      const outputInfo = new ToolLoopError(verdict.detection);
      return throws || !refusable ? { ...STOP, outputInfo } : { ...reject(message), outputInfo };
    }
    if (verdict.allowed || !refusable || toolCall.arguments === "") return ALLOW;
    return reject("replay" in verdict ? verdict.replay : message);
  });
  const record = guardrail("tool_output", async ({ context, toolCall, output }) =>
    recorded(runs.of(context).after(toolCall, output), ALLOW),
  );
  const warn = guardrail("tool_output", async ({ context, toolCall, output }) => {
    const note = runs.of(context).takeNote(toolCall);
    return note === undefined || typed ? ALLOW : reject(withNote(output, note));
  });

  /** Returns `given`, or the end of the run if the verdict on the outcome is an abort. */
  function recorded(verdict: Verdict | undefined, given: GuardrailOutput): GuardrailOutput {
    if (verdict?.action !== "abort") return given;
    return { ...(throws ? STOP : given), outputInfo: new ToolLoopError(verdict.detection) };
  }

  /** Reports a rejection by the user's guardrail to the guard: the SDK runs no further guardrails after it. */
  function observed(other: ToolGuardrail): ToolGuardrail {
    return {
      ...other,
      run: async (data) => {
        const given = await other.run(data);
        const { behavior } = given;
        if (behavior?.type !== "rejectContent") return given;
        const calls = runs.of(data.context);
        const verdict = other.type === "tool_input" ? calls.after(data.toolCall, behavior.message, true) : undefined;
        const note = calls.takeNote(data.toolCall);
        const noted = note === undefined || typed ? given : { ...given, ...reject(withNote(behavior.message, note)) };
        return recorded(verdict, noted);
      },
    };
  }

  const replaced: Partial<FunctionTool> & { [GUARDED]: true } = {
    [GUARDED]: true,
    // Not of other tools: the SDK knows by a tool's own `invoke` how to check its arguments.
    ...(!runs.seesDelegations || typeof own.on !== "function"
      ? {}
      : {
          invoke: (context, input, details) =>
            runs.during(context, details?.toolCall, () => own.invoke?.call(tool, context, input, details)),
        }),
    isEnabled: async (context, agent) => {
      runs.of(context).expectResponse();
      const { isEnabled = true } = own;
      return typeof isEnabled === "function" ? isEnabled.call(tool, context, agent) : isEnabled;
    },
    inputGuardrails: [judge, ...(own.inputGuardrails ?? []).map(observed)],
    outputGuardrails: [record, ...(own.outputGuardrails ?? []).map(observed), warn],
  };
  return withMembers(tool, replaced);
}

function guardrail(type: ToolGuardrail["type"], run: ToolGuardrail["run"]): ToolGuardrail {
  return { type, name: NAME, run };
}

function reject(message: unknown): GuardrailOutput {
  return { behavior: { type: "rejectContent", message } };
}

/**
 * An output with a message for the model: another part if the output consists of parts, else another paragraph of its
 * text.
 */
function withNote(output: unknown, note: string): unknown {
  return attempt(() => noted(output, note), output, "result");
}

function noted(output: unknown, note: string): unknown {
  const part = { type: "text", text: note };
  if (isPart(output)) return [output, part];
  if (Array.isArray(output) && output.length > 0 && output.every(isPart)) return [...output, part];
  return withParagraph(shownText(output), note);
}

function isPart(value: unknown): boolean {
  const type = (value as { type?: unknown } | null | undefined)?.type;
  return typeof value === "object" && (type === "text" || type === "image" || type === "file");
}
