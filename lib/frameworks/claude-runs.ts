/** The runs of Claude Code sessions, from the events of their hooks. */
import type { AgentRun } from "../adapter/agent-run.ts";
import type { Desk } from "../adapter/desk.ts";
import { refusalText } from "../adapter/result-form.ts";
import { MACHINES, NOT_TAKEN } from "../base/agent-results.ts";
import { type Awaitable, chain, getOrAdd, isThenable, property, remember } from "../base/property.ts";
import type { Delegation, LoopCall, LoopOutcome } from "../base/types.ts";
import type { ToolLoopError } from "../rules/tool-loop-error.ts";
import type { GuardRun } from "../run/loop-run.ts";

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
export interface HookToolCall {
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

export class ClaudeRuns {
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
