/** For opencode: a plugin. Imports nothing of it. */
import type { AgentRun } from "../adapter/agent-run.ts";
import { type Desk, type DeskInput, desk } from "../adapter/desk.ts";
import type { RequestEdit } from "../adapter/recovery.ts";
import { refusalText } from "../adapter/result-form.ts";
import type { TextKind } from "../adapter/text-monitor.ts";
import { outcomeOf, taskIn } from "../base/agent-results.ts";
import { chain, getOrAdd, isPlainObject, remember } from "../base/property.ts";
import type { LoopCall, LoopOutcome } from "../base/types.ts";
import { withParagraph } from "../guard/with-message.ts";
import type { Fields } from "../history/fields.ts";
import { publishError } from "../rules/diagnostics.ts";
import type { LoopGuardOptions } from "../rules/options.ts";
import type { ToolLoopError } from "../rules/tool-loop-error.ts";
import { attempt, attemptAsync } from "../rules/verdict.ts";
import { editInPlace, roleOf } from "./opencode-edit.ts";
import type {
  OpencodeCall,
  OpencodeClient,
  OpencodeHooks,
  OpencodeInput,
  OpencodeMessage,
  OpencodePart,
  OpencodePlugin,
} from "./opencode-types.ts";

/** Agents of opencode itself that write titles and summaries; their generations are no steps of a session. */
const HELPERS: ReadonlySet<string> = new Set(["title", "summary", "compaction"]);

/** How an abort ends a turn. */
export interface OpencodeGuardOptions {
  /** `"stop"`: with the message as its error. `"answer"`: with what the model says to a last request without tools. Default `"stop"`. */
  onAbort?: "stop" | "answer";
}

/**
 * The plugin with a guard of your own, for a file in `.opencode/plugins` or `~/.config/opencode/plugins`. Each session is
 * a run, `guard.run(sessionID)`, a subagent's with its parent.
 *
 * @example
 * export const loopguard = toolLoopPlugin({ preset: "strict" });
 */
export function toolLoopPlugin(guard?: DeskInput, options?: OpencodeGuardOptions): OpencodePlugin {
  // No hook can change the model of one request.
  const own = desk(guard, options, { answers: true, asksOther: ({ model }) => model === undefined });
  return async ({ client }) => hooksOf(own, client);
}

/** What opencode loads by name. `options`: those of the guard and `onAbort`, from its settings. */
const plugin: {
  readonly id: string;
  server(input: OpencodeInput, options?: Record<string, unknown>): Promise<OpencodeHooks>;
} = {
  id: "loopguard",
  server: (input, { onAbort = "stop", ...options } = {}) =>
    toolLoopPlugin(options as LoopGuardOptions, { onAbort: onAbort as "stop" })(input),
};
export default plugin;

/** Sessions that are remembered. */
const SESSIONS_MAX = 1024;
/** Of one session: calls under way, texts under way, and warnings about calls that failed. */
const CALLS_MAX = 256;

/** The tool that stands for a call that cannot be made; its arguments are the tool's name and what is wrong. */
const INVALID = "invalid";
/** Begins the id of a call that the user made by a command; the model did not ask for it, and a refusal would break it. */
const BY_USER = "prt_";

class Session {
  /** Calls that run: their end may be told of without their name and arguments. */
  readonly open = new Map<string, LoopCall>();
  /** By call: what the model reads with the error of a tool. */
  readonly warnings = new Map<string, string>();
  /** By part: texts that the model has begun. */
  readonly texts = new Map<string, TextKind>();
  /** The session that started this one. */
  parent: string | undefined;
  /** The model was asked and has not finished; a copy of a session tells of old responses too. */
  generates = false;
}

/** The hooks of one project. What a hook throws ends the call or the turn, so only what is meant to does. */
function hooksOf({ run: runOf, guard }: Desk, client: OpencodeClient): OpencodeHooks {
  const sessions = new Map<string, Session>();
  guard?.startsAgents("task", (args) => taskIn(args, "task"));

  /** A user, or the agent that started this subagent, has written a message. */
  function prompt(id: string, agent: string, parts: OpencodePart[]): void {
    const { parent } = sessionOf(id);
    const run = runOf(id, { agent, ...(parent === undefined ? {} : { parent: runOf(parent).run as never }) });
    run.turn(parts.filter((part) => (part as unknown as Fields)["synthetic"] !== true));
    const last = parts.at(-1);
    const text = last === undefined ? undefined : run.text.take();
    if (last === undefined || text === undefined) return;
    // Parts are sorted by their ids, so this is the last one.
    const { sessionID, messageID } = last;
    const note = { id: `${last.id}z`, sessionID, messageID, type: "text", text, synthetic: true };
    parts.push(note);
  }

  /** The model is asked for a response. Returns what must end the turn instead. */
  function generates(id: string, message: { tools?: object } | undefined, params: object): ToolLoopError | undefined {
    const run = runOf(id);
    const { ended } = run; // the note stays for what the model reads next
    const edit = run.edit();
    if (ended !== undefined && edit?.answers === undefined) return ended;
    // No hook has tools to take away, but opencode leaves out those that the user's message turns off, and reads it after this one.
    if (edit !== undefined && message !== undefined) message.tools = toolsIn(edit, message.tools);
    if (edit?.temperature !== undefined) Object.assign(params, { temperature: edit.temperature });
    run.round();
    sessionOf(id).generates = true;
    return undefined;
  }

  /** Returns what a call is refused with. */
  async function before({ sessionID, callID, tool }: OpencodeCall, args: unknown): Promise<string | undefined> {
    if (callID.startsWith(BY_USER)) return undefined;
    const run = runOf(sessionID);
    const { open, warnings } = sessionOf(sessionID);
    const wrong = tool === INVALID && isPlainObject(args) ? args : undefined;
    const name = typeof wrong?.["tool"] === "string" ? wrong["tool"] : tool;
    const call: LoopCall = { id: callID, name, arguments: wrong === undefined ? args : undefined };
    const entry = await (wrong === undefined ? run.before(call) : run.invalid(call, wrong["error"]));
    if (!entry.runs) return withNote(refusalText(entry), run);
    if (wrong === undefined) remember(open, callID, call, CALLS_MAX);
    else if (entry.message !== undefined) remember(warnings, callID, entry.message, CALLS_MAX);
    return undefined;
  }

  /** The call has succeeded. `output`: `{ output, metadata }` of a tool of opencode, `{ content }` of an MCP server. */
  async function after({ sessionID, callID, tool }: OpencodeCall, args: unknown, output: object): Promise<void> {
    if (callID.startsWith(BY_USER)) return;
    const run = runOf(sessionID);
    const { open, warnings } = sessionOf(sessionID);
    open.delete(callID);
    const call = { id: callID, name: tool, arguments: args };
    const given = tool === INVALID ? warnings.get(callID) : run.after(call, outcomeIn(tool, output as Fields));
    const warning = withNote(await given, run);
    if (warning !== undefined) addText(output, warning);
  }

  function heard({ type, properties }: { type: string; properties: object }): void {
    const { sessionID, info, part, ...fields } = properties as Fields;
    if (type === "message.part.delta") writes(fields, sessionID);
    else if (type === "message.part.updated" && isPlainObject(part)) updated(part);
    else if (type === "session.compacted" && typeof sessionID === "string") runOf(sessionID).run.compacted();
    else if (type === "session.error" && typeof sessionID === "string") runOf(sessionID).failed();
    else if (type === "session.deleted" && isPlainObject(info)) forget(info["id"]);
    else if ((type === "session.created" || type === "session.updated") && isPlainObject(info)) {
      const { id, parentID } = info;
      if (typeof id === "string" && typeof parentID === "string") sessionOf(id).parent = parentID;
    }
  }

  /**
   * Before `generates`. Adds the warnings about failed calls to their errors, in each request anew: opencode keeps the errors as they
   * were, and all that is left out.
   */
  function request(messages: OpencodeMessage[]): void {
    for (const { parts } of messages)
      for (const [at, part] of parts.entries()) {
        if (part.type !== "tool") continue;
        const { callID, state } = part as unknown as { callID: string; state: Fields };
        const warning = sessions.get(part.sessionID)?.warnings.get(callID);
        if (warning === undefined || typeof state["error"] !== "string") continue;
        parts[at] = { ...part, state: { ...state, error: withParagraph(state["error"], warning) } } as never;
      }
    const user = messages.findLast((message) => roleOf(message) === "user" && message.parts.length > 0);
    const edit = user && runOf((user.parts[0] as OpencodePart).sessionID).edit();
    if (edit !== undefined) editInPlace(edit, messages, user as OpencodeMessage);
  }

  function updated(part: Fields): void {
    const { id, sessionID, messageID, type, callID, state, time } = part;
    if (typeof id !== "string" || typeof sessionID !== "string") return;
    if (type === "tool" && typeof callID === "string" && isPlainObject(state)) {
      if (state["status"] === "error") failed(sessionID, callID, state);
    } else if (type === "text" || type === "reasoning") {
      const { texts } = sessionOf(sessionID);
      if (!isPlainObject(time)) return; // a user's
      if (time["end"] === undefined) remember(texts, id, type === "text" ? "text" : "reasoning", CALLS_MAX);
      else if (texts.delete(id)) runOf(sessionID).text.end(type, String(messageID));
    } else if (type === "step-finish") used(sessionID, part);
  }

  /** The tool threw, or it was stopped. Of a call that was refused, that is the refusal. */
  function failed(sessionID: string, callID: string, { error, metadata }: Fields): void {
    const { open, warnings } = sessionOf(sessionID);
    const call = open.get(callID);
    if (!open.delete(callID) || call === undefined) return;
    const stopped = isPlainObject(metadata) && metadata["interrupted"] === true;
    chain(runOf(sessionID).after(call, stopped ? {} : { error }), (warning) => {
      if (warning !== undefined) remember(warnings, callID, warning, CALLS_MAX);
    });
  }

  function used(sessionID: string, { tokens, cost, reason }: Fields): void {
    const session = sessionOf(sessionID);
    if (!session.generates || !isPlainObject(tokens)) return;
    session.generates = false;
    const run = runOf(sessionID);
    if (run.over || reason === "stop") run.answered();
    void run.usage({ ...tokens, cost: cost ?? 0 });
  }

  /** The model has written a piece of a text. */
  function writes({ messageID, partID, field, delta }: Fields, sessionID: unknown): void {
    if (field !== "text" || typeof delta !== "string" || typeof sessionID !== "string") return;
    const kind = sessions.get(sessionID)?.texts.get(String(partID));
    if (kind === undefined) return;
    const run = runOf(sessionID);
    if (run.text.readLong(delta, kind, String(messageID)).step !== "continue") cut(sessionID, run.ended);
  }

  /** Ends the turn: a generation cannot be ended alone. */
  function cut(id: string, end: ToolLoopError | undefined): void {
    const cut = "The model was repeating itself; its answer was cut. It will be told with your next message.";
    const { session, tui } = client;
    const both = async () => {
      await session.abort({ path: { id } });
      await tui.showToast({ body: { title: "loopguard", message: end?.message ?? cut, variant: "warning" } });
    };
    both().catch((error: unknown) => publishError(error, "cut"));
  }

  function sessionOf(id: string): Session {
    const session = getOrAdd(sessions, id, () => new Session());
    if (sessions.size > SESSIONS_MAX) remember(sessions, id, session, SESSIONS_MAX);
    return session;
  }

  function forget(id: unknown): void {
    if (typeof id !== "string") return;
    void runOf(id).close();
    sessions.delete(id);
  }

  return {
    async event({ event }) {
      attempt(() => heard(event), undefined, "event");
    },
    async "chat.message"({ sessionID }, { message, parts }) {
      attempt(() => prompt(sessionID, message.agent, parts), undefined, "chat.message");
    },
    async "chat.params"({ sessionID, agent, message }, params) {
      if (HELPERS.has(agent)) return;
      const end = attempt(() => generates(sessionID, message, params), undefined, "chat.params");
      if (end !== undefined) throw end;
    },
    async "tool.execute.before"(call, { args }) {
      const refusal = await attemptAsync(() => before(call, args), "before");
      if (refusal !== undefined) throw new Error(refusal);
    },
    async "tool.execute.after"(call, output) {
      await attemptAsync(() => after(call, call.args, output), "after");
    },
    async "experimental.chat.messages.transform"(_input, { messages }) {
      attempt(() => request(messages), undefined, "messages");
    },
  };
}

/** The tools of a user's message, by name: those that the edit leaves out are turned off, beside the user's own. A copy has the user's. */
function toolsIn(edit: RequestEdit, own: object | undefined): object {
  const offers = (name: string): boolean => edit.tools([name, OTHER], (one) => one).includes(name);
  const left = new Proxy({}, { get: (_, name) => (offers(String(name)) ? undefined : false) });
  return Object.assign(Object.create(left), own);
}
/** It stands for the tools that are not known here. */
const OTHER = "";

/** With what the model is to be told about its texts. */
function withNote<T extends string | undefined>(text: T, run: AgentRun): T | string {
  const note = run.text.take();
  if (note === undefined) return text;
  return text === undefined ? note : withParagraph(text, note);
}

function outcomeIn(tool: string, output: Fields): LoopOutcome {
  return typeof output["output"] === "string" ? outcomeOf(tool, output) : { result: output["content"] };
}

/** In the object itself: opencode passes on what the hook was given. */
function addText(output: object, text: string): void {
  const result = output as { output?: unknown; content?: unknown };
  if (typeof result.output === "string") result.output = withParagraph(result.output, text);
  else if (Array.isArray(result.content)) result.content.push({ type: "text", text });
}

export { findToolLoopError } from "../rules/tool-loop-error.ts";

export type * from "./opencode-types.ts";
