/** The runs of Claude Code sessions, from the events of their hooks. */
import { getOrAdd } from "../base/get-or-add.ts";
import { property } from "../base/property.ts";
import { remember } from "../base/remember.ts";
import type { Delegation, LoopCall, LoopDetection, LoopOutcome, LoopRun, Verdict } from "../base/types.ts";
import type { LoopGuard } from "../guard/loop-guard.ts";
import { ToolLoopError } from "../report/tool-loop-error.ts";
import { ALLOW } from "../report/verdict.ts";
import type { GuardRun } from "../run/loop-run.ts";
import { MACHINES, NOT_TAKEN } from "../text/claude-results.ts";
import { shownText } from "../values/value-text.ts";
import { type CallVerdicts, summaryOf } from "../wrap/guarded-call.ts";
import { withParagraph } from "../wrap/with-message.ts";

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

/** A call of the current batch. */
interface BatchCall {
  readonly verdict: Verdict;
  ended: boolean;
}

export class ClaudeRuns {
  readonly #guard: LoopGuard;
  readonly #batches = new WeakMap<LoopRun, Map<string, BatchCall>>();
  /** By session: the detection that ended its turn, and whether it was in a subagent. */
  readonly #ends = new Map<string, { detection: LoopDetection; inSubagent: boolean }>();
  /** Whether this version of Claude Code reports batches. Until it has, a call after a finished one begins a round. */
  #tellsBatches = false;

  constructor(guard: LoopGuard) {
    this.#guard = guard;
    for (const tool of STARTERS) guard.startsAgents(tool, (args) => readTask(tool, args));
  }

  prompt(input: HookInput): HookOutput {
    this.#ends.delete(input.session_id);
    if (MACHINES.has(input.source ?? "")) return {};
    const run = this.#run(input);
    run.beginTurn();
    if (this.#tellsBatches) run.beginRound();
    return {};
  }

  before(input: HookInput): HookOutput {
    const call = callOf(input);
    const run = this.#run(input);
    const verdict = run.before(call);
    this.#remember(run, call, { verdict, ended: false });
    if (verdict.action === "abort") {
      const end = this.#end(input, verdict.detection);
      return { ...end, ...decision("deny", end.stopReason) };
    }
    return verdict.allowed ? {} : decision(verdict.action === "ask" ? "ask" : "deny", reasonOf(verdict));
  }

  after(input: HookInput, outcome: LoopOutcome): HookOutput {
    const call = callOf(input);
    const run = this.#run(input);
    const known = this.#batches.get(run)?.get(call.id);
    if (known !== undefined) known.ended = true;
    const after = run.after(call, outcome);
    const before = known?.verdict.action === "warn" ? known.verdict : ALLOW;
    return this.#answer(input, input.hook_event_name as ToolEvent, [{ before, after }]);
  }

  /** All calls of a response have ended. Calls that did not run are reported by this hook only. */
  batch(input: HookInput): HookOutput {
    const run = this.#run(input);
    const known = this.#batches.get(run);
    const verdicts = (input.tool_calls ?? []).map((call) => this.#missed(run, call, known?.get(call.tool_use_id)));
    this.#batches.delete(run);
    this.#tellsBatches = true;
    run.beginRound();
    const both = verdicts.map((after) => ({ before: ALLOW, after }));
    return this.#answer(input, "PostToolBatch", both);
  }

  compacted(input: HookInput): HookOutput {
    this.#run(input).compacted();
    return {};
  }

  /** The agent wants to end its turn: a warning is for the user, and anything sterner ends it, whatever sends it back. */
  stopped(input: HookInput): HookOutput {
    const { stop_hook_active: again, last_assistant_message: words } = input;
    const { action, detection } = this.#run(input).stopped(again === true, words);
    if (action === "allow" || detection === null) return {};
    return action === "warn" ? { systemMessage: detection.message } : this.#end(input, detection);
  }

  /** The detection that ended the turn, if this is the turn's last message. */
  endOf({ type, session_id: session, terminal_reason: reason }: Message): LoopDetection | undefined {
    if (type !== "result" || typeof session !== "string") return undefined;
    const end = this.#ends.get(session);
    // After the end of a subagent's turn, the main agent may have continued.
    if (end === undefined || (end.inSubagent && reason !== "hook_stopped")) return undefined;
    this.#ends.delete(session);
    return end.detection;
  }

  #run({ session_id: session, agent_id: id, agent_type: agent }: HookInput): GuardRun {
    if (id === undefined) return this.#guard.run(session) as GuardRun;
    const named = typeof agent === "string" && agent !== "" ? { agent } : {};
    return this.#guard.run(`${session}/${id}`, { parent: this.#guard.run(session), ...named }) as GuardRun;
  }

  #remember(run: LoopRun, { id }: { id: string }, call: BatchCall): void {
    remember(
      getOrAdd(this.#batches, run, () => new Map()),
      id,
      call,
      CALLS_MAX,
    );
  }

  /** The guard's verdict on a call of a batch whose end no other hook reported. */
  #missed(run: LoopRun, given: HookToolCall, known: BatchCall | undefined): Verdict {
    if (known?.ended === true || (known !== undefined && !known.verdict.allowed)) return ALLOW;
    const call = callOf(given);
    const { tool_response: response } = given;
    if (typeof response !== "string" || !NOT_TAKEN.test(response)) return run.after(call, { result: response });
    return known === undefined ? run.invalid(call, response) : run.after(call, { error: response });
  }

  #answer(input: HookInput, hookEventName: ToolEvent, verdicts: readonly CallVerdicts[]): HookOutput {
    const { warnings, abort } = summaryOf(verdicts);
    return {
      ...(abort === undefined ? {} : this.#end(input, abort.detection)),
      ...(warnings === "" ? {} : { hookSpecificOutput: { hookEventName, additionalContext: warnings } }),
    };
  }

  #end({ session_id: session, agent_id: agent }: HookInput, detection: LoopDetection): TurnEnd {
    remember(this.#ends, session, { detection, inSubagent: agent !== undefined }, ENDS_MAX);
    return { continue: false, stopReason: new ToolLoopError(detection).message };
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

/** The reason for a refusal, with the earlier result of the same call if the guard replays it. */
function reasonOf(verdict: Verdict): string {
  return "replay" in verdict ? withParagraph(verdict.message, shownText(verdict.replay)) : verdict.message;
}

function callOf({ tool_use_id, tool_name, tool_input }: HookInput | HookToolCall): LoopCall & { id: string } {
  return { id: tool_use_id ?? "", name: tool_name ?? "", arguments: tool_input };
}
