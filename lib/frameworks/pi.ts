/** For pi, `@earendil-works/pi-coding-agent`: an extension. Imports nothing of it. */
import { type DeskInput, desk } from "../adapter/desk.ts";
import { chain, getOrAdd } from "../base/property.ts";
import { attemptAsync } from "../rules/verdict.ts";
import { PiSession } from "./pi-session.ts";
import type {
  PiAgent,
  PiAgentEvent,
  PiBlock,
  PiContext,
  PiExtensionAPI,
  PiGuardOptions,
  PiMessage,
  PiWriting,
} from "./pi-types.ts";

/** What can be told of every event. */
interface Listening {
  on<E>(event: string, handler: (event: E, context: PiContext) => Promise<unknown>): unknown;
}

/** The type of our messages in a session. */
const CUSTOM_TYPE = "loopguard";

/**
 * An extension with a guard of your own; the default export is one with the recommended preset. Each session is a run,
 * `guard.run(sessionId)`, and knows what the model remembers when the session goes on later, or from an earlier point. Throws
 * `ERR_LOOPGUARD_OPTION` for invalid options.
 *
 * @example
 * // ~/.pi/agent/extensions/loopguard.js
 * import { toolLoopExtension } from "loopguard/pi";
 * export default toolLoopExtension({ maxRepeats: 3 });
 */
export function toolLoopExtension(guard?: DeskInput, options?: PiGuardOptions): (pi: PiExtensionAPI) => void {
  const own = desk(guard, options, { answers: true, asksOther: () => false });
  return (pi) => {
    const sessions = new Map<string, PiSession>();
    const on = <E>(event: string, handle: (session: PiSession, event: E, context: PiContext) => unknown) =>
      // An error that leaves a handler of "tool_call" would block the call.
      (pi as Listening).on(event, (given: E, context: PiContext) =>
        attemptAsync(() => {
          const id = context.sessionManager.getSessionId();
          const session = getOrAdd(sessions, id, () => new PiSession(own.run(id)));
          return handle(session, given, context);
        }, event),
      );
    const remember = (session: PiSession, _event: unknown, { sessionManager }: PiContext) =>
      session.remember(sessionManager.buildSessionProjection().messages);
    const tell = (content: string | undefined, triggerTurn: boolean) => {
      if (content !== undefined) pi.sendMessage({ customType: CUSTOM_TYPE, content, display: true }, { triggerTurn });
    };

    on("session_start", remember);
    on("session_tree", remember);
    on("session_compact", (session) => session.compacted());
    on("tool_call", (session, { toolCallId }: { toolCallId: string }, context) => session.call(toolCallId, context));
    if (own.edits)
      on("context_with_system", (session, event: { messages: PiMessage[] }) => {
        const messages = session.request(event.messages);
        return messages && { messages };
      });
    on("message_update", (session, event: { assistantMessageEvent: PiWriting }, context) => {
      if (session.wrote(event.assistantMessageEvent)) context.abort();
    });
    on("message_end", (session, event: { message: PiMessage }, context) => {
      return chain(session.message(event.message, context), (message) => message && { message });
    });
    on("turn_end", (session, _event, context) => {
      // Not sooner: what the calls of this response gave would be lost.
      if (session.isEnded) context.abort();
      tell(session.note(), false);
    });
    on("agent_settled", (session) => tell(session.resumption(), true));
  };
}

let own: ((pi: PiExtensionAPI) => void) | undefined;

/** What pi loads by itself: an extension with the recommended preset. */
export default function extension(pi: PiExtensionAPI): void {
  own ??= toolLoopExtension();
  own(pi);
}

/** Where there is nobody to ask. */
const ALONE = { hasUI: false, ui: { confirm: async () => false } };

/**
 * Guards the calls of this agent; the agent is a run, `guard.run(agent)`. An abort ends the prompt as `agent.abort()` does,
 * after the calls of the response, and `agent.state.errorMessage` says why. Call it once for each agent, after its own
 * `beforeToolCall` is set. Throws `ERR_LOOPGUARD_OPTION` for invalid options.
 *
 * @example
 * const agent = withLoopGuard(new Agent({ initialState: { model, tools }, streamFn: streamSimple }));
 */
export function withLoopGuard<A extends PiAgent>(agent: A, guard?: DeskInput, options?: PiGuardOptions): A {
  const ours = desk(guard, options, { answers: true, asksOther: () => false });
  const session = new PiSession(ours.run(agent));
  const { beforeToolCall: own, transformContext } = agent;
  if (ours.edits)
    agent.transformContext = async (messages: never[], signal?: AbortSignal) => {
      const given = ((await transformContext?.call(agent, messages, signal)) ?? messages) as PiMessage[];
      return (await attemptAsync(() => session.request(given), "recover")) ?? given;
    };
  agent.beforeToolCall = async (context: never, signal: never) => {
    const answer: unknown = await own?.call(agent, context, signal);
    if ((answer as Partial<PiBlock> | undefined)?.block === true) return answer;
    const { toolCall } = context as { toolCall: { id: string } };
    return (await attemptAsync(() => session.call(toolCall.id, ALONE), "tool_call")) ?? answer;
  };
  agent.subscribe((event: PiAgentEvent, signal: AbortSignal) =>
    attemptAsync(() => {
      if (event.type === "turn_end" && session.isEnded) agent.abort();
      if (event.type !== "message_end" || event.message === undefined) return;
      const { message } = event;
      // The agent has stored the message already, and reads this object.
      return chain(session.message(message, { signal }), (changed) => void Object.assign(message, changed));
    }, event.type),
  );
  return agent;
}

export { findToolLoopError } from "../rules/tool-loop-error.ts";
export type { PiAgent, PiExtensionAPI, PiGuardOptions } from "./pi-types.ts";
