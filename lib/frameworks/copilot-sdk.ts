/** For the Copilot SDK, `@github/copilot-sdk`: a client whose sessions are guarded. Imports nothing of it. */
import { type AgentRun, tellEnd } from "../adapter/agent-run.ts";
import type { AdapterOptions, Desk, DeskInput } from "../adapter/desk.ts";
import { withMethods } from "../adapter/guarded-objects.ts";
import { refusalText } from "../adapter/result-form.ts";
import type { LoopCall, LoopOutcome } from "../base/types.ts";
import { shownText } from "../base/value-text.ts";
import { withParagraph } from "../guard/with-message.ts";
import { publishError } from "../rules/diagnostics.ts";
import type { ToolLoopError } from "../rules/tool-loop-error.ts";
import { attempt, attemptAsync } from "../rules/verdict.ts";
import { deskFor } from "./framework-versions.ts";

/** `onAbort: "stop"`: `sendAndWait` gives what there is of an answer; the session has the error, to the next prompt. */
export type CopilotGuardOptions = AdapterOptions;

/** The part of a client that is used here. */
export interface CopilotClientLike {
  createSession(config: never): Promise<CopilotSessionLike>;
  resumeSession(sessionId: string, config: never): Promise<CopilotSessionLike>;
}

/** The part of a session that is used here. */
export interface CopilotSessionLike {
  readonly sessionId: string;
  on(handler: (event: SessionEvent) => void): () => void;
  abort(): Promise<void>;
  sendAndWait(options: never, timeout?: number): Promise<unknown>;
}

/** An event of a session, as far as it is read here. */
export interface SessionEvent {
  readonly type: string;
  /** Of a subagent. */
  readonly agentId?: string | undefined;
  readonly data: unknown;
}

/** What hooks are told; of a user's prompt, of no call. `sessionId`: of the session; of a subagent, its own. */
interface ToolUse {
  readonly sessionId: string;
  readonly toolName: string;
  readonly toolArgs: unknown;
  readonly toolResult: {
    readonly textResultForLlm: string;
    readonly binaryResultsForLlm?: readonly object[] | undefined;
  };
  readonly error: string;
}

type Hook = (input: ToolUse, invocation: unknown) => unknown;

/** Calls of a session that run; of some, no hook tells the end. */
const RUNNING_MAX = 256;

/** The hooks of a session that are called here; a program may have its own. */
type Hooks = { [K in "onUserPromptSubmitted" | "onPreToolUse" | "onPostToolUse" | "onPostToolUseFailure"]?: Hook };

/**
 * The client, with guarded sessions: all their tools are, the CLI's own and those of MCP servers and subagents included. A
 * session is a run, `guard.run(sessionId)`; each of its subagents is another. Hooks in a session's configuration are called too.
 *
 * @example
 * const client = withLoopGuard(new CopilotClient());
 * const session = await client.createSession({ model, tools, onPermissionRequest });
 * const answer = await session.sendAndWait({ prompt });
 */
export function withLoopGuard<C extends CopilotClientLike>(
  client: C,
  guard?: DeskInput,
  options?: CopilotGuardOptions,
): C {
  const own = deskFor("@github/copilot-sdk", guard, options);
  const guarded = async (config: object, open: (config: never) => Promise<CopilotSessionLike>) => {
    const turn: Turn = { session: undefined, end: undefined };
    const { hooks = {} } = config as { hooks?: Hooks };
    const session = await open({ ...config, hooks: { ...hooks, ...hooksOf(own, turn, hooks) } } as never);
    turn.session = session;
    return followed(own, turn, session);
  };
  const methods: CopilotClientLike = {
    createSession: (config: object) => guarded(config, (more) => client.createSession(more)),
    resumeSession: (id, config: object) => guarded(config, (more) => client.resumeSession(id, more)),
  };
  return withMethods(client, methods);
}

/** What is under way in a session. */
interface Turn {
  session: CopilotSessionLike | undefined;
  end: ToolLoopError | undefined;
}

/** Reads the events of the session, whose first prompt comes after this, and ends what waits for an answer. */
function followed({ run, onAbort }: Desk, turn: Turn, session: CopilotSessionLike): CopilotSessionLike {
  const { sessionId, sendAndWait } = session;
  const heard = ({ type, data, agentId }: SessionEvent): void => {
    const agentRun = run(agentId ?? sessionId);
    if (type === "assistant.turn_start") agentRun.round();
    else if (type === "assistant.usage") void agentRun.usage(data);
    else if (type === "session.compaction_complete") agentRun.run.compacted();
    else if (type === "session.shutdown") void agentRun.close();
  };
  session.on((event) => attempt(() => heard(event), undefined, event.type));
  const send: CopilotSessionLike["sendAndWait"] = async (...args) => {
    turn.end = undefined;
    tellEnd(session, undefined);
    const answer = await sendAndWait.apply(session, args);
    const { end } = turn as Turn; // a hook may have set it
    if (end === undefined) return answer;
    if (onAbort === "throw") throw end;
    tellEnd(session, end);
    return answer;
  };
  return Object.assign(session, { sendAndWait: send });
}

/** The SDK takes a hook that throws for one that says nothing, and yours would not be called: so nothing is thrown here. */
function hooksOf(desk: Desk, turn: Turn, own: Hooks): Hooks {
  const runOf = ({ sessionId }: ToolUse): AgentRun => desk.run(sessionId);
  /** If a call has ended the run, its turn is over. */
  const endTurn = ({ ended }: AgentRun): void => {
    if (ended === undefined) return;
    turn.end = ended;
    // Not awaited: the answer of this hook comes first.
    turn.session?.abort().catch((error: unknown) => publishError(error, "abort", ended.detection.toolName));
  };
  const callOf = ({ toolName: name, toolArgs }: ToolUse): LoopCall => ({ name, arguments: toolArgs });
  /** Calls that run. Hooks have no id of a call, and a hook of the program may have changed what comes with the result. */
  const running: { readonly session: string; readonly call: LoopCall }[] = [];
  const after = async (input: ToolUse, outcome: LoopOutcome): Promise<string | undefined> => {
    const run = runOf(input);
    const { sessionId, toolName, toolArgs } = input;
    const ofTool = running.filter(({ session, call }) => session === sessionId && call.name === toolName);
    const one = ofTool.find(({ call }) => shownText(call.arguments) === shownText(toolArgs)) ?? ofTool[0];
    if (one !== undefined) running.splice(running.indexOf(one), 1);
    // Of a call whose arguments are not JSON, the end is all that is told.
    const isNew = one === undefined && outcome.error !== undefined;
    const message = isNew
      ? (await run.invalid(callOf(input), outcome.error)).message
      : await run.after(one?.call ?? callOf(input), outcome);
    endTurn(run);
    return message;
  };
  return {
    async onUserPromptSubmitted(input, invocation) {
      attempt(() => runOf(input).turn(), false, "prompt");
      return await own.onUserPromptSubmitted?.(input, invocation);
    },
    async onPreToolUse(input, invocation) {
      const call = callOf(input);
      const entry = await attemptAsync(() => runOf(input).before(call), "before");
      if (entry?.runs === false) {
        if (entry.end !== undefined) endTurn(runOf(input));
        return { permissionDecision: "deny", permissionDecisionReason: refusalText(entry) };
      }
      const answer = await own.onPreToolUse?.(input, invocation);
      // After that no hook is called.
      if ((answer as { permissionDecision?: unknown } | undefined)?.permissionDecision === "deny")
        await attemptAsync(() => runOf(input).drop(call), "before");
      else if (running.push({ session: input.sessionId, call }) > RUNNING_MAX) running.shift();
      return answer;
    },
    async onPostToolUse(input, invocation) {
      const warning = await attemptAsync(() => after(input, { result: resultOf(input.toolResult) }), "after");
      return guided(await own.onPostToolUse?.(input, invocation), warning);
    },
    async onPostToolUseFailure(input, invocation) {
      const warning = await attemptAsync(() => after(input, { error: input.error }), "after");
      return guided(await own.onPostToolUseFailure?.(input, invocation), warning);
    },
  };
}

function resultOf({ textResultForLlm: text, binaryResultsForLlm: binary }: ToolUse["toolResult"]): unknown {
  return binary === undefined ? text : [{ type: "text", text }, ...binary];
}

function guided(answer: unknown, warning: string | undefined): unknown {
  if (warning === undefined) return answer;
  const { additionalContext = "", ...more } = (answer ?? {}) as { additionalContext?: string };
  return { ...more, additionalContext: withParagraph(additionalContext, warning) };
}

export { findToolLoopError } from "../rules/tool-loop-error.ts";
