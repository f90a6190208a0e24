/** A guard for an `Agent` of `@earendil-works/pi-agent-core`, without pi around it. */
import { type DeskInput, desk } from "../adapter/desk.ts";
import { chain } from "../base/property.ts";
import { attemptAsync } from "../rules/verdict.ts";
import { PiSession } from "./pi-session.ts";
import type { PiAgent, PiAgentEvent, PiBlock, PiGuardOptions, PiMessage } from "./pi-types.ts";

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
      return chain(session.message(message, { signal }), (noted) => void Object.assign(message, noted));
    }, event.type),
  );
  return agent;
}
