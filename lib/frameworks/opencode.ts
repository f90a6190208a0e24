/**
 * For opencode: a plugin. Imports nothing of it.
 *
 * `warn`: the message is added to the tool's output, or to its error. `hint` and `ask`: the call fails with the message.
 * `abort`: the call fails, and the session's turn ends with the message as its error before the model is asked again. A
 * text that repeats itself is cut by aborting the turn.
 */
import { type DeskInput, desk } from "../adapter/desk.ts";
import type { LoopGuardOptions } from "../rules/options.ts";
import { attempt, attemptAsync } from "../rules/verdict.ts";
import { OpencodeSessions } from "./opencode-sessions.ts";
import type { OpencodeHooks, OpencodeInput, OpencodePlugin } from "./opencode-types.ts";

export type * from "./opencode-types.ts";

/** Agents of opencode itself that write titles and summaries; their generations are no steps of a session. */
const HELPERS: ReadonlySet<string> = new Set(["title", "summary", "compaction"]);

/**
 * The plugin with a guard of your own, for a file in `.opencode/plugins` or `~/.config/opencode/plugins`. Each session is
 * a run, `guard.run(sessionID)`, a subagent's with its parent; a user's message begins a new turn. Throws
 * `ERR_LOOPGUARD_OPTION` for invalid options.
 *
 * @example
 * export const loopguard = toolLoopPlugin({ preset: "strict" });
 */
export function toolLoopPlugin(guard?: DeskInput): OpencodePlugin {
  const own = desk(guard);
  return async ({ client }) => hooksOf(new OpencodeSessions(own, client));
}

/** What opencode loads by name. `options`: those of the guard, from its settings. */
const plugin: {
  readonly id: string;
  server(input: OpencodeInput, options?: Record<string, unknown>): Promise<OpencodeHooks>;
} = {
  id: "loopguard",
  server: (input, options) => toolLoopPlugin(options as LoopGuardOptions | undefined)(input),
};
export default plugin;

/** What a hook throws ends the call or the turn, so only what is meant to does. */
function hooksOf(sessions: OpencodeSessions): OpencodeHooks {
  return {
    async event({ event }) {
      attempt(() => sessions.event(event), undefined, "event");
    },
    async "chat.message"({ sessionID }, { message, parts }) {
      attempt(() => sessions.prompt(sessionID, message.agent, parts), undefined, "chat.message");
    },
    async "chat.params"({ sessionID, agent }) {
      if (HELPERS.has(agent)) return;
      const end = attempt(() => sessions.generates(sessionID), undefined, "chat.params");
      if (end !== undefined) throw end;
    },
    async "tool.execute.before"(call, { args }) {
      const refusal = await attemptAsync(() => sessions.before(call, args), "before");
      if (refusal !== undefined) throw new Error(refusal);
    },
    async "tool.execute.after"(call, output) {
      await attemptAsync(() => sessions.after(call, call.args, output), "after");
    },
    async "experimental.chat.messages.transform"(_input, { messages }) {
      attempt(() => sessions.tellFailures(messages), undefined, "messages");
    },
  };
}

export { findToolLoopError } from "../rules/tool-loop-error.ts";
