/** Guards function tools of the OpenAI Agents SDK by tool guardrails. */
import type { AgentRun } from "../adapter/agent-run.ts";
import type { Desk } from "../adapter/desk.ts";
import { GUARDED, withMembers } from "../adapter/guarded-objects.ts";
import { type Awaitable, getOrAdd, property } from "../base/property.ts";
import type { LoopCall, LoopOutcome } from "../base/types.ts";
import { shownText } from "../base/value-text.ts";
import { withMessage } from "../guard/with-message.ts";
import { tellMisuse } from "../rules/diagnostics.ts";
import { answerText } from "../rules/tool-loop-error.ts";
import { attempt } from "../rules/verdict.ts";
import { ReadingWork } from "../run/agent-work.ts";

interface Tokens {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
}

/** A `RunContext`, as far as it is read here. Each `run()` has one; agents used as tools share their caller's. */
export interface RunContext {
  readonly usage?: Tokens & {
    readonly requests?: number;
    readonly requestUsageEntries?: readonly Tokens[] | undefined;
  };
  isToolApproved?(call: { toolName: string; callId: string }): boolean | undefined;
}

/** A call in a response. */
export interface FunctionCall {
  readonly callId: string;
  readonly name: string;
  readonly namespace?: string | undefined;
  /** Raw JSON text; empty when the arguments do not match the tool's schema, because the SDK then hides them. */
  readonly arguments: string;
}

interface Guardrail {
  readonly type: "tool_input" | "tool_output";
  readonly name: string;
  /** `output` only after a call. */
  run(data: {
    readonly context: RunContext;
    readonly toolCall: FunctionCall;
    readonly output?: unknown;
  }): Promise<Given>;
}

interface Given {
  behavior?: { type: "allow" } | { type: "rejectContent"; message: unknown } | { type: "throwException" };
  outputInfo?: unknown;
}

interface FunctionTool {
  readonly type: string;
  readonly name: string;
  readonly outputSchema?: unknown;
  readonly errorFunction?: unknown;
  /** Listeners, which only an agent used as a tool has. */
  readonly on?: unknown;
  invoke?(context: RunContext, input: unknown, details?: { toolCall?: FunctionCall }): unknown;
  isEnabled?: ((context: RunContext, agent: unknown) => unknown) | boolean;
  needsApproval?(context: RunContext, input: unknown, callId?: string): Promise<boolean>;
  inputGuardrails?: Guardrail[];
  outputGuardrails?: Guardrail[];
}

const ALLOW: Given = Object.freeze({ behavior: Object.freeze({ type: "allow" }) });
const STOP: Given = Object.freeze({ behavior: Object.freeze({ type: "throwException" }) });
/** The SDK's output for a tool that threw or timed out, unless the tool has its own text. */
const FAILURE = /^(?:An error occurred while running the tool\. Please try again\.|Tool '.*' timed out after \d+ms\.$)/;

const failed = (output: unknown): output is string => typeof output === "string" && FAILURE.test(output);

/** One `run()`: its responses are rounds. */
export class SdkRun {
  readonly run: AgentRun;
  /** By call id: the message for the model about its result. */
  readonly notes: Map<string, string | undefined> = new Map();
  /** By call id: the message about a call that the SDK answered itself. */
  readonly answered: Map<unknown, string> = new Map();
  /** How often the tools were looked up: each time a request to the model follows. */
  lookups = 0;
  readonly #context: RunContext;
  /** What was used when the last round began, or before the first; `undefined` before the run has begun. */
  #used: Tokens | undefined;
  #at = Number.NaN;
  #entered: Awaitable<void> = undefined;

  constructor(run: AgentRun, context: RunContext) {
    this.run = run;
    this.#context = context;
  }

  /** A request follows. An agent used as a tool goes on with its caller's usage. */
  begin(): void {
    if (this.#used !== undefined) return;
    this.run.begin(this.#context);
    this.#used = { ...this.#context.usage };
  }

  /** Calls come without a request before them: no user has spoken, and but for the last response all that was used is known. */
  #resume(): void {
    if (this.#used !== undefined) return;
    const { inputTokens = 0, outputTokens = 0, requestUsageEntries = [] } = this.#context.usage ?? {};
    const { inputTokens: input = 0, outputTokens: output = 0 } = requestUsageEntries.at(-1) ?? {};
    this.#used = { inputTokens: inputTokens - input, outputTokens: outputTokens - output };
  }

  /**
   * A call has come. The SDK counts the model's responses; a call that a human had to approve still belongs to the response that
   * requested it. For a model that does not report usage, each lookup of the tools counts as a new response.
   */
  enter(): Awaitable<void> {
    this.#resume();
    const { requests = 0, inputTokens = 0, outputTokens = 0 } = this.#context.usage ?? {};
    const at = requests > 0 ? requests : -this.lookups;
    if (at === this.#at) return this.#entered;
    const { inputTokens: input = 0, outputTokens: output = 0 } = this.#used ?? {};
    this.#at = at;
    this.#used = { inputTokens, outputTokens };
    this.run.round();
    const used = { inputTokens: inputTokens - input || undefined, outputTokens: outputTokens - output || undefined };
    this.#entered = this.run.usage(used);
    return this.#entered;
  }

  /** What came back for a call; its message is kept for the guardrail that shows it. */
  async conclude(toolCall: FunctionCall, outcome: LoopOutcome): Promise<void> {
    if (!isHidden(toolCall)) this.notes.set(toolCall.callId, await this.run.after(loopCall(toolCall), outcome));
  }

  takeNote({ callId }: FunctionCall): string | undefined {
    const note = this.notes.get(callId);
    this.notes.delete(callId);
    return note;
  }
}

/** The runs at one desk. */
export class Runs {
  readonly desk: Desk;
  /** Whether an agent says when a run begins. */
  readonly #hasAgents: boolean;
  readonly #runs = new WeakMap<RunContext, SdkRun>();
  /** Of agents used as tools, where those are looked at: by the tool at work, then by context. */
  readonly #nested = new WeakMap<object, WeakMap<RunContext, SdkRun>>();

  constructor(desk: Desk, hasAgents: boolean) {
    this.desk = desk;
    this.#hasAgents = hasAgents;
  }

  of(context: RunContext): SdkRun {
    const { guard } = this.desk;
    const work = guard?.surroundingWork();
    // An agent used as a tool has its caller's context, and yet is a run of its own.
    const runs = work === undefined ? this.#runs : getOrAdd(this.#nested, work, () => new WeakMap());
    return getOrAdd(runs, context, () => {
      const sdkRun = new SdkRun(this.desk.run(work === undefined ? context : {}), context);
      if (!this.#hasAgents && !context.usage?.requests) sdkRun.begin(); // else it goes on from a stored state
      return sdkRun;
    });
  }
}

/**
 * A guarded copy of the tool. A tool for which the SDK runs no guardrails, such as a hosted one, is returned unchanged.
 * `throws`: an abort ends the run with an error; otherwise the agent's `toolUseBehavior` ends it.
 */
export function guardTool(tool: object, runs: Runs, throws: boolean): object {
  const own = tool as FunctionTool;
  if (own.type !== "function" || GUARDED in own) return tool;
  // For a refused call of such a tool, the SDK takes the output from its error function, and throws if it has none.
  const typed = own.outputSchema !== undefined;
  const refusable = !typed || typeof own.errorFunction === "function";
  /** Calls that were refused, and run. */
  const unrefused = new WeakSet<FunctionCall>();
  const { needsApproval, inputGuardrails = [], outputGuardrails = [] } = own;

  const guardrail = (
    about: Omit<Guardrail, "run">,
    run: (sdkRun: SdkRun, data: Parameters<Guardrail["run"]>[0]) => Promise<Given>,
  ): Guardrail => ({ ...about, run: (data) => run(runs.of(data.context), data) });

  /** What is given, or the end of the run. */
  const unlessEnded = ({ run: { ended } }: SdkRun, given: Given): Given =>
    ended === undefined ? given : { ...given, ...(throws ? STOP : {}), outputInfo: ended };

  /** The output with a message for the model, if there is one. */
  function withNoteOf(sdkRun: SdkRun, toolCall: FunctionCall, output: unknown, given: Given): Given {
    const note = sdkRun.takeNote(toolCall);
    return note === undefined || typed ? given : { ...given, ...reject(withNote(output, note)) };
  }

  const judge = guardrail(INPUT, async (sdkRun, { context, toolCall }) => {
    const { run, notes } = sdkRun;
    const { callId } = toolCall;
    const call = loopCall(toolCall);
    const hidden = isHidden(toolCall);
    await sdkRun.enter();
    let entry = await (hidden ? run.invalid(call, "The arguments do not match the tool's schema") : run.before(call));
    if (entry.end !== undefined) {
      const given = throws || !refusable ? STOP : reject(entry.end.message);
      return { ...given, outputInfo: entry.end };
    }
    if (!entry.runs && entry.ask && context.isToolApproved?.({ toolName: call.name, callId }) === true)
      entry = await run.decide(call, true);
    // Such calls do not run anyway: the message is added to the SDK's own answer.
    if (hidden) notes.set(callId, entry.message);
    if (entry.runs || hidden) return ALLOW;
    if (refusable) return reject("replay" in entry ? entry.replay : entry.message);
    unrefused.add(toolCall);
    const text = `The tool "${own.name}" has an outputSchema and no errorFunction, so the SDK cannot refuse its calls: they run until the guard ends the run. Give it an errorFunction, whose output a refused call gets.`;
    tellMisuse(own, "LOOPGUARD_REFUSED", text);
    return ALLOW;
  });

  const record = guardrail(OUTPUT, async (sdkRun, { toolCall, output }) => {
    if (!unrefused.has(toolCall))
      await sdkRun.conclude(toolCall, failed(output) ? { error: output } : { result: output });
    return unlessEnded(sdkRun, ALLOW);
  });
  const warn = guardrail(OUTPUT, async (sdkRun, { toolCall, output }) => withNoteOf(sdkRun, toolCall, output, ALLOW));

  /** Reports a rejection by the user's guardrail to the guard: the SDK runs no further guardrails after it. */
  const observed = (other: Guardrail): Guardrail =>
    guardrail(other, async (sdkRun, data) => {
      const given = await other.run(data);
      const { toolCall } = data;
      const { behavior } = given;
      if (behavior?.type !== "rejectContent") return given;
      if (other.type === "tool_input") await sdkRun.conclude(toolCall, { error: behavior.message });
      return unlessEnded(sdkRun, withNoteOf(sdkRun, toolCall, behavior.message, given));
    });

  /** An agent used as a tool: what it starts is its caller's. The SDK's text says nothing of an agent that was stopped. */
  const invoke: FunctionTool["invoke"] = async (context, input, details) => {
    const work = details?.toolCall && new ReadingWork(runs.of(context).run.run, loopCall(details.toolCall));
    const ask = (): unknown => own.invoke?.(context, input, details);
    const output = await (work?.during(ask) ?? ask());
    const ended = failed(output) ? work?.stopped : undefined;
    return ended === undefined ? output : answerText(ended);
  };

  /** Beside the tool's own policy. */
  const asks: FunctionTool["needsApproval"] = async (context, input, callId) => {
    if (await needsApproval?.call(tool, context, input, callId)) return true;
    if (callId === undefined) return false;
    const sdkRun = runs.of(context);
    await sdkRun.enter();
    return sdkRun.run.asks({ id: callId, name: own.name, arguments: input });
  };

  return withMembers(tool, {
    [GUARDED]: true,
    // Not of other tools, nor where a policy reads arguments: the SDK knows by a tool's own `invoke` how to check them.
    ...(typeof own.on === "function" && (runs.desk.guard?.seesDelegations || !needsApproval?.length) ? { invoke } : {}),
    // A policy of our own only where it may ask: the SDK has checks for those that are functions.
    ...(runs.desk.asks && needsApproval ? { needsApproval: asks } : {}),
    isEnabled: async (context: RunContext, agent: unknown) => {
      runs.of(context).lookups++;
      const { isEnabled = true } = own;
      return typeof isEnabled === "function" ? isEnabled.call(tool, context, agent) : isEnabled;
    },
    inputGuardrails: [judge, ...inputGuardrails.map(observed)],
    outputGuardrails: [record, ...outputGuardrails.map(observed), warn],
  });
}

const INPUT = { type: "tool_input", name: "loopguard" } as const;
const OUTPUT = { type: "tool_output", name: "loopguard" } as const;

const reject = (message: unknown): Given => ({ behavior: { type: "rejectContent", message } });

const isHidden = (call: FunctionCall): boolean => call.arguments === "";

function loopCall(call: FunctionCall): LoopCall {
  const { callId, name, namespace, arguments: text } = call;
  const own = namespace === undefined || namespace === name;
  // Hidden arguments may differ each time.
  return {
    id: callId,
    name: own ? name : `${namespace}.${name}`,
    arguments: isHidden(call) ? { hidden: callId } : text,
  };
}

/** An output with a message for the model: another part if the output consists of parts, else another paragraph of its text. */
export function withNote(output: unknown, note: string): unknown {
  const parts = [output].flat();
  const shown = (): unknown => withMessage(parts.length > 0 && parts.every(isPart) ? parts : shownText(output), note);
  return attempt(shown, output, "result");
}

const isPart = (value: unknown): boolean =>
  typeof value === "object" && ["text", "image", "file"].includes(property(value, "type") as string);
