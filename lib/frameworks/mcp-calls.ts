/** Guards tool calls over MCP, on either side of the connection. */
import type { AgentRun } from "../adapter/agent-run.ts";
import type { AnyRun } from "../adapter/call-run.ts";
import type { CallOutcome, Ran, Refusal, ResultForm } from "../adapter/result-form.ts";
import { errorText } from "../base/failures.ts";
import { getOrAdd, isPlainObject, property, remember } from "../base/property.ts";
import type { LoopCall, LoopOutcome } from "../base/types.ts";
import { fingerprint } from "../core/identity.ts";
import { withMessage } from "../guard/with-message.ts";
import { plainContent } from "../history/fields.ts";
import { publishError } from "../rules/diagnostics.ts";
import type { ToolLoopError } from "../rules/tool-loop-error.ts";
import { attempt } from "../rules/verdict.ts";

/** The parameters of `tools/call` that are read here. */
export interface CallParams {
  readonly name: string;
  readonly arguments?: unknown;
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}

/** What the client or the server knows about a call. */
export interface CallContext {
  /** The call continues an earlier one: it contains the input that the server asked the user for. */
  readonly continues?: boolean;
  /** The server probably has no such tool. The call is made even so: the server's own error is the answer. */
  readonly unknown?: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly elicit?: ((question: object) => Promise<Elicited>) | undefined;
  /** The result comes as a stream of messages. */
  readonly iterated?: ResultForm["iterated"] | undefined;
}

/** What a user answered. */
export interface Elicited {
  readonly action: string;
  readonly content?: object | undefined;
}

const RUN = "Run it";
const RUN_ALL = "Run it, and do not ask again in this loop";
const SCHEMA = {
  type: "object",
  properties: {
    decision: { type: "string", title: "The call", enum: [RUN, RUN_ALL, "Do not run it"] },
    words: { type: "string", title: "What to tell the agent, if the call does not run" },
  },
  required: ["decision"],
};

/** What a user says of a call. Who cannot be reached has not answered. */
async function elicited(elicit: NonNullable<CallContext["elicit"]>, message: string): Promise<unknown> {
  try {
    const { action, content } = await elicit({ message, requestedSchema: SCHEMA });
    const decision = property(content, "decision");
    const allow = action === "accept" && (decision === RUN || decision === RUN_ALL);
    const more = decision === RUN_ALL ? Number.POSITIVE_INFINITY : undefined;
    return { allow, more, words: property(content, "words") };
  } catch (error) {
    publishError(error, "elicitInput");
    return undefined;
  }
}

const UNREAD_MAX = 64;
/** Refusals of this moment, which nobody can have read yet: an equal call that is made now is a sibling, and gets the same one. */
const UNREAD = new WeakMap<AnyRun, Map<unknown, Refusal>>();

/** The result of a call: that of `invoke`, unless it is refused. */
export function guardedCall(
  run: AgentRun,
  params: CallParams,
  invoke: () => unknown,
  context: CallContext = {},
): unknown {
  const { continues = false, unknown = false } = context;
  const name = property(params, "name") as string;
  const call = { name, arguments: property(params, "arguments") ?? {} };
  const form = formOf(run, call, context);
  const unread = continues || unknown ? undefined : UNREAD.get(run.run)?.get(keyOf(call));
  if (unread !== undefined) return form.refused(unread);
  // Never at once: calls are taken for siblings because they are under way at the same time.
  const work = context.iterated === undefined ? async () => invoke() : invoke;
  return continues || unknown ? run.resume(call, work, form) : run.call(call, work, form);
}

function formOf(run: AgentRun, call: LoopCall, { unknown = false, signal, iterated, elicit }: CallContext): ResultForm {
  /** Unless the server has the tool by now. */
  const missed = (outcome: LoopOutcome): CallOutcome =>
    unknown && outcome.error !== undefined ? { invalid: outcome.error } : outcome;
  return {
    refused(refusal) {
      if (!UNREAD.has(run.run)) queueMicrotask(() => UNREAD.delete(run.run));
      remember(
        getOrAdd(UNREAD, run.run, () => new Map<unknown, Refusal>()),
        keyOf(call),
        refusal,
        UNREAD_MAX,
      );
      const { message, end } = refusal;
      if (end === undefined) return errorResult(message);
      return run.finish(end, { stopped: () => withReason(errorResult(message), end) });
    },
    outcome(result) {
      if (signal?.aborted === true) return {}; // nobody reads it
      // The server first needs input from the user; the same call will then come again with the answer.
      return property(result, "resultType") === "input_required" ? undefined : missed(outcomeOf(result));
    },
    // A call that was cancelled, or for which the user must first open a page, counts neither as a result nor as a failure.
    failure: (error) =>
      signal?.aborted === true || property(error, "code") === URL_ELICITATION_REQUIRED
        ? {}
        : missed({ error: error ?? String(error) }),
    withMessage: withText,
    ended: (end, ran) =>
      run.finish(end, { stopped: () => withReason(withText(resultOf(ran, call.name), end.detection.message), end) }),
    ...(elicit && { asks: ({ message }: Refusal) => elicited(elicit, message) }),
    ...(iterated && { iterated }),
  };
}

function resultOf(ran: Ran, name: string): unknown {
  if ("result" in ran) return ran.result;
  return errorResult(attempt(() => errorText(ran.error), "The tool failed", "result", name));
}

/** Arguments without a JSON text are equal to none. */
const keyOf = ({ name, arguments: args }: LoopCall): unknown =>
  attempt<unknown>(() => fingerprint(name, args), {}, "arguments");

/** The error code of a server that asks the user to open a page first, in older versions of the protocol. */
const URL_ELICITATION_REQUIRED = -32042;

export function isErrorResult(result: unknown): boolean {
  return property(result, "isError") === true;
}

/** The outcome of a call from its result, without `_meta`, which describes the transport and often differs each time. */
function outcomeOf(result: unknown): LoopOutcome {
  if (isErrorResult(result)) return { error: plainContent(property(result, "content")) ?? "The tool failed" };
  if (!isPlainObject(result)) return { result };
  const { _meta, ...shown } = result;
  return { result: shown };
}

/** What stands for a refused call, because only an error may lack the structured content of a tool with an output schema. */
function errorResult(text: string): object {
  return { content: [{ type: "text", text }], isError: true };
}

/** The result with another text part, a message for the model. */
function withText(result: unknown, message: string): unknown {
  const content = property(result, "content");
  if (!Array.isArray(content)) return withMessage(result, message);
  return { ...(result as object), content: [...content, { type: "text", text: message }] };
}

/** The result with the error that ends the run in `_meta.loopguard`, where `findToolLoopError` finds it. */
function withReason(result: unknown, end: ToolLoopError): unknown {
  const loopguard = end.toJSON();
  const addReason = (): object => {
    const { _meta } = result as { _meta?: object };
    return { ...(result as object), _meta: { ..._meta, loopguard } };
  };
  return attempt(addReason, { ...errorResult(end.detection.message), _meta: { loopguard } }, "result");
}
