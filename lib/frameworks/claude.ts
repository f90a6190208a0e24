/** For `@anthropic-ai/claude-agent-sdk`: `query()` with a guard. Imports nothing of it. */
import { type AgentRun, tellEnd } from "../adapter/agent-run.ts";
import type { AdapterOptions, Desk, DeskInput } from "../adapter/desk.ts";
import { withMethods } from "../adapter/guarded-objects.ts";
import { refusalText } from "../adapter/result-form.ts";
import { MACHINES, NOT_TAKEN, taskIn } from "../base/agent-results.ts";
import { func } from "../base/check-option.ts";
import { type Awaitable, chain, getOrAdd, property, remember } from "../base/property.ts";
import type { LoopCall, LoopOutcome } from "../base/types.ts";
import { answerText, type ToolLoopError } from "../rules/tool-loop-error.ts";
import type { GuardRun } from "../run/loop-run.ts";
import { deskFor } from "./framework-versions.ts";

/** For the option `hooks` of `query()`: one entry for each event, without a `matcher`, so that it applies to every tool. */
export type ToolLoopHooks = Record<
  "UserPromptSubmit" | ToolEvent | "PreToolUse" | "PreCompact" | "Stop" | "SubagentStop",
  HookMatcher[]
>;

/**
 * `onAbort: "throw"`: after the turn's `result` message, so that nothing is lost, and the query is closed. `"stop"`,
 * `"answer"`: the text of that message is the reason, or what is known.
 */
export type ClaudeGuardOptions = AdapterOptions;

type Query = (params: never) => AsyncIterable<unknown>;

/**
 * `query` of the SDK, with every tool of its sessions guarded, those of MCP servers and subagents included. A session is a run,
 * `guard.run(sessionId)`; each of its subagents is another run. Hooks in the options are called too.
 *
 * @example
 * const guardedQuery = withLoopGuard(query);
 * for await (const message of guardedQuery({ prompt })) show(message);
 */
export function withLoopGuard<Q extends Query>(query: Q, guard?: DeskInput, options?: ClaudeGuardOptions): Q {
  func(query, "query");
  const own = deskFor("@anthropic-ai/claude-agent-sdk", guard, options);
  const { hooks: ours, endOf } = hooksOf(own);
  const ask = (params: { readonly options?: { readonly hooks?: object } }) => {
    const hooks: Record<string, unknown[]> = { ...ours };
    for (const [event, more] of Object.entries(params.options?.hooks ?? {}))
      hooks[event] = [...(hooks[event] ?? []), ...((more as unknown[] | undefined) ?? [])];
    const messages = query({ ...params, options: { ...params.options, hooks } } as never);
    return ending(messages as AsyncIterableIterator<object>, endOf);
  };
  return ask as unknown as Q;
}

/** The messages, and what else a query can do. `endOf`: what ended the turn, if this is the turn's last message. */
function ending(messages: AsyncIterableIterator<object>, endOf: (message: Message) => End | undefined): object {
  let end: ToolLoopError | undefined;
  const own: AsyncIterableIterator<object> = withMethods(messages, {
    [Symbol.asyncIterator]: () => own,
    async next() {
      if (end !== undefined) {
        const error = end;
        end = undefined;
        await messages.return?.();
        throw error;
      }
      const read = await messages.next();
      const given = read.done === true ? undefined : endOf(read.value);
      if (given === undefined) return read;
      const { error, run } = given;
      if (run.onAbort === "throw") end = error;
      else {
        tellEnd(read.value, error);
        if (property(read.value, "result") === "") Object.assign(read.value, { result: run.endText(error) });
      }
      return read;
    },
  });
  return own;
}

/**
 * The hooks alone, for what has a `query` of its own. To combine them with your own hooks, put both into the list of an event.
 * An abort ends the turn, which looks like any other then; `guard.run(sessionId).tripped` tells.
 *
 * @example
 * const options = { hooks: toolLoopHooks() };
 */
export function toolLoopHooks(guard?: DeskInput): ToolLoopHooks {
  return hooksOf(deskFor("@anthropic-ai/claude-agent-sdk", guard)).hooks;
}

/** The input of a hook, as far as it is read here. Which fields are present depends on the event. */
export interface HookInput {
  readonly hook_event_name: string;
  readonly session_id: string;
  /** Present only in subagents. */
  readonly agent_id?: string | undefined;
  /** The subagent's name. */
  readonly agent_type?: string | undefined;
  readonly source?: string | undefined;
  readonly tool_name?: string | undefined;
  readonly tool_input?: unknown;
  readonly tool_use_id?: string | undefined;
  readonly tool_response?: unknown;
  readonly tool_calls?: readonly HookToolCall[] | undefined;
  readonly error?: string | undefined;
  readonly is_interrupt?: boolean | undefined;
  readonly stop_hook_active?: boolean | undefined;
  readonly last_assistant_message?: string | undefined;
}

type HookToolCall = Pick<HookInput, "tool_name" | "tool_input" | "tool_use_id" | "tool_response">;

/** The tools that start subagents: its name, and the one that it had before. */
const STARTERS = ["Agent", "Task"];

type ToolEvent = "PostToolUse" | "PostToolUseFailure" | "PostToolBatch";

interface TurnEnd {
  continue: false;
  stopReason: string;
}

/** The output of our hooks. */
export interface HookOutput extends Partial<TurnEnd> {
  /** For the user. */
  systemMessage?: string;
  hookSpecificOutput?:
    | { hookEventName: "PreToolUse"; permissionDecision: "deny" | "ask"; permissionDecisionReason: string }
    | { hookEventName: ToolEvent; additionalContext: string };
}

export interface HookMatcher {
  hooks: ((input: HookInput) => Promise<HookOutput>)[];
}

interface Message {
  readonly type?: unknown;
  readonly session_id?: unknown;
  readonly terminal_reason?: unknown;
}

/** Calls that are remembered when Claude Code does not report batches. */
const CALLS_MAX = 512;
/** Ended sessions and subagents that are remembered until somebody asks for them. */
const ENDS_MAX = 1024;

/** What ended a turn. */
interface End {
  readonly error: ToolLoopError;
  readonly run: AgentRun;
  readonly inSubagent: boolean;
}

/** The hooks at one desk, and what ended a turn. */
function hooksOf(desk: Desk): { hooks: ToolLoopHooks; endOf(message: Message): End | undefined } {
  /** The calls of a run's current batch, by id: whether nothing more is to be said of them. */
  const batches = new WeakMap<AgentRun, Map<string, boolean>>();
  /** By session, and by the id of a subagent. */
  const ends = new Map<string, End>();
  /** Whether this version of Claude Code reports batches. Until it has, a call after a finished one begins a round. */
  let tellsBatches = false;
  for (const tool of STARTERS) desk.guard?.startsAgents(tool, (args) => taskIn(args, tool));

  function runOf({ session_id: session, agent_id: id, agent_type: agent }: HookInput): AgentRun {
    if (id === undefined) return desk.run(session);
    const named = typeof agent === "string" && agent !== "" ? { agent } : {};
    return desk.run(`${session}/${id}`, { parent: desk.run(session).run as GuardRun, ...named });
  }

  const on = (handle: (input: HookInput, run: AgentRun) => Awaitable<HookOutput>): HookMatcher[] => [
    { hooks: [async (input) => handle(input, runOf(input))] },
  ];

  function note(run: AgentRun, id: string, isOver: boolean): void {
    const batch = getOrAdd(batches, run, () => new Map<string, boolean>());
    remember(batch, id, isOver, CALLS_MAX);
  }

  function after(input: HookInput, run: AgentRun, outcome: LoopOutcome): Awaitable<HookOutput> {
    const call = callOf(input);
    if (batches.get(run)?.has(call.id) === true) note(run, call.id, true);
    const agent = property(input.tool_response, "agentId");
    const stopped = typeof agent === "string" ? ends.get(agent) : undefined; // what Claude Code shows of it is empty
    if (stopped !== undefined) ends.delete(agent as string);
    return chain(run.after(call, outcome), (message) => {
      const texts = [stopped && answerText(stopped.error), message];
      return answer(input, run, texts.filter(Boolean).join("\n\n"));
    });
  }

  /** What there is to say of a call of a batch whose end no other hook reported. */
  function missed(run: AgentRun, given: HookToolCall, isOver: boolean | undefined): Awaitable<string | undefined> {
    if (isOver === true) return undefined;
    const call = callOf(given);
    const { tool_response: response } = given;
    if (typeof response !== "string" || !NOT_TAKEN.test(response)) return run.after(call, { result: response });
    if (isOver === false) return run.after(call, { error: response });
    return chain(run.invalid(call, response), ({ end, message }) => (end === undefined ? message : undefined));
  }

  function answer(input: HookInput, run: AgentRun, message = ""): HookOutput {
    const { ended } = run;
    const hookEventName = input.hook_event_name as ToolEvent;
    return {
      ...(ended === undefined ? {} : endTurn(input, run, ended)),
      ...(message === "" ? {} : { hookSpecificOutput: { hookEventName, additionalContext: message } }),
    };
  }

  function endTurn({ session_id: session, agent_id: agent }: HookInput, run: AgentRun, error: ToolLoopError): TurnEnd {
    const end = { error, run, inSubagent: agent !== undefined };
    for (const key of agent === undefined ? [session] : [session, agent]) remember(ends, key, end, ENDS_MAX);
    return { continue: false, stopReason: error.message };
  }

  /** The agent wants to end its turn: a warning is for the user, and anything sterner ends it, whatever sends it back. */
  const stopped = on((input, agentRun) => {
    const { stop_hook_active: again, last_assistant_message: words } = input;
    const run = agentRun.run as Partial<Pick<GuardRun, "stopped">>;
    if (run.stopped === undefined) return {}; // what a store keeps has no ends of turns
    const { action, detection } = run.stopped(again === true, words);
    if (action === "allow" || detection === null) return {};
    return action === "warn"
      ? { systemMessage: detection.message }
      : endTurn(input, agentRun, agentRun.errorOf(detection));
  });

  const hooks: ToolLoopHooks = {
    UserPromptSubmit: on(({ session_id: session, source = "" }, run) => {
      ends.delete(session);
      if (MACHINES.has(source)) return {};
      run.turn();
      if (tellsBatches) run.round();
      return {};
    }),
    PreToolUse: on((input, run) => {
      const call = callOf(input);
      return chain(run.before(call), (entry) => {
        note(run, call.id, !entry.runs);
        if (entry.runs) return {};
        const made: HookOutput["hookSpecificOutput"] = {
          hookEventName: "PreToolUse",
          permissionDecision: entry.ask ? "ask" : "deny",
          permissionDecisionReason: refusalText(entry),
        };
        return { ...(entry.end && endTurn(input, run, entry.end)), hookSpecificOutput: made };
      });
    }),
    PostToolUse: on((input, run) => after(input, run, { result: input.tool_response })),
    PostToolUseFailure: on((input, run) =>
      after(input, run, input.is_interrupt === true ? {} : { error: input.error }),
    ),
    // All calls of a response have ended. Calls that did not run are reported by this hook only.
    PostToolBatch: on(async (input, run) => {
      const known = batches.get(run);
      batches.delete(run);
      tellsBatches = true;
      const messages: string[] = [];
      for (const call of input.tool_calls ?? [])
        messages.push((await missed(run, call, known?.get(call.tool_use_id ?? ""))) ?? "");
      run.round();
      return answer(input, run, messages.filter(Boolean).join("\n\n"));
    }),
    PreCompact: on((_, run) => {
      run.run.compacted();
      return {};
    }),
    Stop: stopped,
    SubagentStop: stopped,
  };
  return {
    hooks,
    endOf({ type, session_id: session, terminal_reason: reason }) {
      if (type !== "result" || typeof session !== "string") return undefined;
      const end = ends.get(session);
      // After the end of a subagent's turn, the main agent may have continued.
      if (end === undefined || (end.inSubagent && reason !== "hook_stopped")) return undefined;
      ends.delete(session);
      return end;
    },
  };
}

function callOf({ tool_use_id, tool_name, tool_input }: HookInput | HookToolCall): LoopCall & { id: string } {
  return { id: tool_use_id ?? "", name: tool_name ?? "", arguments: tool_input };
}

export { findToolLoopError } from "../rules/tool-loop-error.ts";
