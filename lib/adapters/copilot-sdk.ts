/**
 * For the Copilot SDK, `@github/copilot-sdk`: hooks of a session. Imports nothing of it.
 *
 * `warn`: the message goes to the model with the tool's result, as additional context. `hint` and `ask`: the call is denied,
 * with the message as the reason. `abort`: the call is denied, and the session's turn is aborted.
 */
import type { Verdict } from "../base/types.ts";
import type { GuardInput } from "../guard/guard-of.ts";
import { attempt } from "../report/fail-open.ts";
import type { ToolLoopError } from "../report/tool-loop-error.ts";
import { ALLOW } from "../report/verdict.ts";
import { withParagraph } from "../wrap/with-message.ts";
import {
  type AfterTool,
  type BeforeTool,
  CopilotRuns,
  type Failure,
  type Prompt,
  type SessionEvent,
} from "./copilot-sdk-runs.ts";
import { guardFor } from "./framework-versions.ts";

export type { AfterTool, BeforeTool, Failure, Prompt, SessionEvent } from "./copilot-sdk-runs.ts";

/** A hook's answer about a call that is not to run. */
export interface Denial {
  permissionDecision: "deny";
  permissionDecisionReason: string;
}

/** What the model reads with a tool's result. */
export interface Guidance {
  additionalContext?: string;
}

/** For the option `hooks` of `createSession` and `resumeSession`. */
export interface ToolLoopHooks {
  onUserPromptSubmitted(input: Prompt, invocation: unknown): Promise<undefined>;
  onPreToolUse(input: BeforeTool, invocation: unknown): Promise<Denial | undefined>;
  onPostToolUse(input: AfterTool, invocation: unknown): Promise<Guidance | undefined>;
  onPostToolUseFailure(input: Failure, invocation: unknown): Promise<Guidance | undefined>;
}

/** The part of a session that is used here. */
export interface Session {
  readonly sessionId: string;
  on(handler: (event: SessionEvent) => void): () => void;
  abort(): Promise<void>;
  sendAndWait(options: never, timeout?: number): Promise<unknown>;
}

export interface CopilotGuardOptions {
  /**
   * How an abort ends a turn for `sendAndWait`. `"throw"`: it rejects with the `ToolLoopError`. `"stop"`: it gives what there is
   * of an answer, and `findToolLoopError(session)` gets the error until the next prompt. Default `"throw"`.
   */
  onAbort?: "throw" | "stop";
}

/** The same hooks of the program, as far as they are called here. */
type OwnHooks = {
  [Name in keyof ToolLoopHooks]?: (input: Parameters<ToolLoopHooks[Name]>[0], invocation: unknown) => unknown;
};

/**
 * A session whose tools are all guarded, the CLI's own and those of MCP servers and subagents included. `open` creates or
 * resumes it with the hooks that it is given; `own` are hooks of yours, which they call. The session is a run,
 * `guard.run(sessionId)`; each of its subagents is another; and a user's prompt begins a new turn.
 *
 * After an abort `sendAndWait` rejects with the `ToolLoopError` unless `onAbort` is `"stop"`, and the session can go on with the next prompt.
 *
 * @example
 * const session = await guardedSession((hooks) => client.createSession({ model, tools, onPermissionRequest, hooks }));
 * const answer = await session.sendAndWait({ prompt });
 */
export async function guardedSession<S extends Session>(
  open: (hooks: ToolLoopHooks) => Promise<S>,
  guard?: GuardInput,
  own: object = {},
  { onAbort = "throw" }: CopilotGuardOptions = {},
): Promise<S> {
  const runs = new CopilotRuns(guardFor("@github/copilot-sdk", guard));
  const session = await open({ ...own, ...hooksOf(runs, own) });
  runs.follow(session);
  const { sendAndWait } = session;
  const send = async (...args: Parameters<Session["sendAndWait"]>): Promise<unknown> => {
    runs.takeEnd();
    note(session, undefined);
    const answer = await sendAndWait.apply(session, args);
    const error = runs.takeEnd();
    if (error !== undefined && onAbort === "throw") throw error;
    note(session, error);
    return answer;
  };
  return Object.assign(session, { sendAndWait: send as S["sendAndWait"] });
}

/** Puts the error where `findToolLoopError` looks. */
function note(session: object, error: ToolLoopError | undefined): void {
  Object.defineProperty(session, "loopguard", { value: error, configurable: true });
}

/** The SDK takes a hook that throws for one that says nothing, and yours would not be called: so nothing is thrown here. */
function hooksOf(runs: CopilotRuns, own: OwnHooks): ToolLoopHooks {
  return {
    async onUserPromptSubmitted(input, invocation) {
      attempt(() => runs.prompt(input), undefined, "prompt");
      return (await own.onUserPromptSubmitted?.(input, invocation)) as undefined;
    },
    async onPreToolUse(input, invocation) {
      const verdict = attempt(() => runs.before(input), ALLOW, "before", input.toolName);
      if (!verdict.allowed) return { permissionDecision: "deny", permissionDecisionReason: reasonOf(verdict) };
      const answer = (await own.onPreToolUse?.(input, invocation)) as Denial | undefined;
      if (answer?.permissionDecision === "deny") runs.denied(input);
      return answer;
    },
    async onPostToolUse(input, invocation) {
      const warning = attempt(() => runs.after(input), undefined, "after", input.toolName);
      return guided((await own.onPostToolUse?.(input, invocation)) as Guidance | undefined, warning);
    },
    async onPostToolUseFailure(input, invocation) {
      const warning = attempt(() => runs.fail(input), undefined, "after", input.toolName);
      return guided((await own.onPostToolUseFailure?.(input, invocation)) as Guidance | undefined, warning);
    },
  };
}

function guided(answer: Guidance | undefined, warning: string | undefined): Guidance | undefined {
  if (warning === undefined) return answer;
  return { ...answer, additionalContext: withParagraph(answer?.additionalContext ?? "", warning) };
}

/** The reason for a refusal, with the earlier result of the same call if the guard replays it. */
function reasonOf(verdict: Verdict): string {
  return "replay" in verdict ? withParagraph(verdict.message, String(verdict.replay)) : verdict.message;
}

export { findToolLoopError } from "../wrap/find-tool-loop-error.ts";
