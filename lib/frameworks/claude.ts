/** For `@anthropic-ai/claude-agent-sdk`: `query()` with a guard. Imports nothing of it. */
import type { AgentRun } from "../adapter/agent-run.ts";
import type { OnAbort } from "../adapter/call-run.ts";
import type { AdapterOptions, Desk, DeskInput } from "../adapter/desk.ts";
import { tellEnd, withMethods } from "../adapter/parts.ts";
import { refusalText } from "../adapter/result-form.ts";
import { MACHINES, NOT_TAKEN } from "../base/agent-results.ts";
import { type Awaitable, chain, getOrAdd, isThenable, property, remember } from "../base/property.ts";
import type { Delegation, LoopCall, LoopOutcome } from "../base/types.ts";
import type { ToolLoopError } from "../rules/tool-loop-error.ts";
import type { GuardRun } from "../run/loop-run.ts";
import { deskFor } from "./framework-versions.ts";

/**
 * For the option `hooks` of `query()`: one entry for each event, without a `matcher`, so that it applies to every tool.
 */
export interface ToolLoopHooks {
  UserPromptSubmit: HookMatcher[];
  PreToolUse: HookMatcher[];
  PostToolUse: HookMatcher[];
  PostToolUseFailure: HookMatcher[];
  PostToolBatch: HookMatcher[];
  PreCompact: HookMatcher[];
  Stop: HookMatcher[];
  SubagentStop: HookMatcher[];
}

/**
 * How an abort ends a turn for who reads its messages. `"throw"`: the error is thrown after the turn's `result` message, so that
 * nothing is lost, and the query is closed. `"stop"`: the messages go on, and `findToolLoopError` gets the error from the `result`.
 */
export type ClaudeGuardOptions = AdapterOptions;

type Query = (params: never) => AsyncIterable<unknown>;

/**
 * `query` of the SDK, with every tool of its sessions guarded, those of MCP servers and subagents included. A session is a run,
 * `guard.run(sessionId)`; each of its subagents is another run; and a user's prompt begins a new turn. Hooks in the options are
 * called too. Throws `ERR_LOOPGUARD_OPTION` for invalid options.
 *
 * @example
 * const guardedQuery = withLoopGuard(query);
 * for await (const message of guardedQuery({ prompt })) show(message);
 */
export function withLoopGuard<Q extends Query>(query: Q, guard?: DeskInput, options?: ClaudeGuardOptions): Q {
  const own = deskFor("@anthropic-ai/claude-agent-sdk", guard, options);
  const runs = new ClaudeRuns(own);
  const ask = (params: { readonly options?: { readonly hooks?: object } }) => {
    const hooks: Record<string, unknown[]> = { ...hooksOf(runs) };
    for (const [event, more] of Object.entries(params.options?.hooks ?? {}))
      hooks[event] = [...(hooks[event] ?? []), ...((more as unknown[] | undefined) ?? [])];
    const messages = query({ ...params, options: { ...params.options, hooks } } as never);
    return ending(messages as AsyncIterableIterator<object>, runs, own.onAbort);
  };
  return ask as unknown as Q;
}

/** The messages, and what else a query can do. */
function ending(messages: AsyncIterableIterator<object>, runs: ClaudeRuns, onAbort: OnAbort): object {
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
      const error = read.done === true ? undefined : runs.endOf(read.value);
      if (error === undefined) return read;
      if (onAbort === "throw") end = error;
      else tellEnd(read.value, error);
      return read;
    },
  });
  return own;
}

/**
 * The hooks alone, for what has a `query` of its own. To combine them with your own hooks, put both into the list of an event.
 * An abort ends the turn, which looks like any other then; `guard.run(sessionId).tripped` tells. Throws `ERR_LOOPGUARD_OPTION`
 * for invalid options.
 *
 * @example
 * const options = { hooks: toolLoopHooks() };
 */
export function toolLoopHooks(guard?: DeskInput): ToolLoopHooks {
  return hooksOf(new ClaudeRuns(deskFor("@anthropic-ai/claude-agent-sdk", guard)));
}

function hooksOf(runs: ClaudeRuns): ToolLoopHooks {
  const on = (handle: (input: HookInput) => Awaitable<HookOutput>): HookMatcher[] => [
    { hooks: [async (input) => handle(input)] },
  ];
  return {
    UserPromptSubmit: on((input) => runs.prompt(input)),
    PreToolUse: on((input) => runs.before(input)),
    PostToolUse: on((input) => runs.after(input, { result: input.tool_response })),
    PostToolUseFailure: on((input) => runs.after(input, input.is_interrupt === true ? {} : { error: input.error })),
    PostToolBatch: on((input) => runs.batch(input)),
    PreCompact: on((input) => runs.compacted(input)),
    Stop: on((input) => runs.stopped(input)),
    SubagentStop: on((input) => runs.stopped(input)),
  };
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

/** A call of a batch. */
interface HookToolCall {
  readonly tool_name: string;
  readonly tool_input: unknown;
  readonly tool_use_id: string;
  readonly tool_response?: unknown;
}

/** The tools that start subagents: its name, and the one that it had before. */
const STARTERS = ["Agent", "Task"];

type ToolEvent = "PostToolUse" | "PostToolUseFailure" | "PostToolBatch";

/** Ends the turn. */
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

/** A message of `query()`, as far as it is read here. */
interface Message {
  readonly type?: unknown;
  readonly session_id?: unknown;
  readonly terminal_reason?: unknown;
}

/** Calls that are remembered when Claude Code does not report batches. */
const CALLS_MAX = 512;
/** Ended sessions that are remembered until `endOf` asks for them. */
const ENDS_MAX = 1024;

class ClaudeRuns {
  readonly #desk: Desk;
  /** The calls of a run's current batch, by id: whether nothing more is to be said of them. */
  readonly #batches = new WeakMap<AgentRun, Map<string, boolean>>();
  /** By session: what ended its turn, and whether it was in a subagent. */
  readonly #ends = new Map<string, { error: ToolLoopError; inSubagent: boolean }>();
  /** Whether this version of Claude Code reports batches. Until it has, a call after a finished one begins a round. */
  #tellsBatches = false;

  constructor(own: Desk) {
    this.#desk = own;
    for (const tool of STARTERS) own.guard?.startsAgents(tool, (args) => readTask(tool, args));
  }

  prompt(input: HookInput): HookOutput {
    this.#ends.delete(input.session_id);
    if (MACHINES.has(input.source ?? "")) return {};
    const run = this.#run(input);
    run.turn();
    if (this.#tellsBatches) run.round();
    return {};
  }

  before(input: HookInput): Awaitable<HookOutput> {
    const call = callOf(input);
    const run = this.#run(input);
    return chain(run.before(call), (entry) => {
      this.#remember(run, call.id, !entry.runs);
      if (entry.runs) return {};
      const made = decision(entry.ask ? "ask" : "deny", refusalText(entry));
      return entry.end === undefined ? made : { ...this.#end(input, entry.end), ...made };
    });
  }

  after(input: HookInput, outcome: LoopOutcome): Awaitable<HookOutput> {
    const call = callOf(input);
    const run = this.#run(input);
    if (this.#batches.get(run)?.has(call.id) === true) this.#remember(run, call.id, true);
    return chain(run.after(call, outcome), (message) => this.#answer(input, run, message));
  }

  /** All calls of a response have ended. Calls that did not run are reported by this hook only. */
  async batch(input: HookInput): Promise<HookOutput> {
    const run = this.#run(input);
    const known = this.#batches.get(run);
    this.#batches.delete(run);
    this.#tellsBatches = true;
    const told: (string | undefined)[] = [];
    for (const call of input.tool_calls ?? []) {
      const said = this.#missed(run, call, known?.get(call.tool_use_id));
      told.push(isThenable(said) ? await said : (said as string | undefined));
    }
    run.round();
    return this.#answer(input, run, told.filter((message) => message !== undefined).join("\n\n"));
  }

  compacted(input: HookInput): HookOutput {
    this.#run(input).run.compacted();
    return {};
  }

  /** The agent wants to end its turn: a warning is for the user, and anything sterner ends it, whatever sends it back. */
  stopped(input: HookInput): HookOutput {
    const { stop_hook_active: again, last_assistant_message: words } = input;
    const agentRun = this.#run(input);
    const run = agentRun.run as Partial<Pick<GuardRun, "stopped">>;
    if (run.stopped === undefined) return {}; // what a store keeps has no ends of turns
    const { action, detection } = run.stopped(again === true, words);
    if (action === "allow" || detection === null) return {};
    return action === "warn" ? { systemMessage: detection.message } : this.#end(input, agentRun.errorOf(detection));
  }

  /** The detection that ended the turn, if this is the turn's last message. */
  endOf({ type, session_id: session, terminal_reason: reason }: Message): ToolLoopError | undefined {
    if (type !== "result" || typeof session !== "string") return undefined;
    const end = this.#ends.get(session);
    // After the end of a subagent's turn, the main agent may have continued.
    if (end === undefined || (end.inSubagent && reason !== "hook_stopped")) return undefined;
    this.#ends.delete(session);
    return end.error;
  }

  #run({ session_id: session, agent_id: id, agent_type: agent }: HookInput): AgentRun {
    if (id === undefined) return this.#desk.run(session);
    const named = typeof agent === "string" && agent !== "" ? { agent } : {};
    return this.#desk.run(`${session}/${id}`, { parent: this.#desk.run(session).run as GuardRun, ...named });
  }

  #remember(run: AgentRun, id: string, isOver: boolean): void {
    remember(
      getOrAdd(this.#batches, run, () => new Map()),
      id,
      isOver,
      CALLS_MAX,
    );
  }

  /** What there is to say of a call of a batch whose end no other hook reported. */
  #missed(run: AgentRun, given: HookToolCall, isOver: boolean | undefined): Awaitable<string | undefined> {
    if (isOver === true) return undefined;
    const call = callOf(given);
    const { tool_response: response } = given;
    if (typeof response !== "string" || !NOT_TAKEN.test(response)) return run.after(call, { result: response });
    if (isOver === false) return run.after(call, { error: response });
    return chain(run.invalid(call, response), ({ end, message }) => (end === undefined ? message : undefined));
  }

  #answer(input: HookInput, { ended }: AgentRun, message = ""): HookOutput {
    const hookEventName = input.hook_event_name as ToolEvent;
    return {
      ...(ended === undefined ? {} : this.#end(input, ended)),
      ...(message === "" ? {} : { hookSpecificOutput: { hookEventName, additionalContext: message } }),
    };
  }

  #end({ session_id: session, agent_id: agent }: HookInput, error: ToolLoopError): TurnEnd {
    remember(this.#ends, session, { error, inSubagent: agent !== undefined }, ENDS_MAX);
    return { continue: false, stopReason: error.message };
  }
}

/** What a call gives to which subagent. */
function readTask(tool: string, args: unknown): Delegation {
  const agent = property(args, "subagent_type");
  return { agent: typeof agent === "string" && agent !== "" ? agent : tool, task: property(args, "prompt") };
}

function decision(permissionDecision: "deny" | "ask", permissionDecisionReason: string): HookOutput {
  return { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision, permissionDecisionReason } };
}

function callOf({ tool_use_id, tool_name, tool_input }: HookInput | HookToolCall): LoopCall & { id: string } {
  return { id: tool_use_id ?? "", name: tool_name ?? "", arguments: tool_input };
}

export { findToolLoopError } from "../rules/tool-loop-error.ts";
