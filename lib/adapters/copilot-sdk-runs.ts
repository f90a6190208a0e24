/** The runs of one session of the Copilot SDK, its own and those of its subagents, from hooks and events. */
import { getOrAdd } from "../base/get-or-add.ts";
import type { LoopCall, LoopOutcome, LoopRun, Verdict } from "../base/types.ts";
import type { LoopGuard } from "../guard/loop-guard.ts";
import { publishError } from "../report/diagnostics.ts";
import { attempt } from "../report/fail-open.ts";
import { ToolLoopError } from "../report/tool-loop-error.ts";
import { shownText } from "../values/value-text.ts";
import { warningOf } from "../wrap/guarded-call.ts";
import { tellUsage } from "./reported-usage.ts";

interface HookInput {
  /** Of the session; of a subagent, its own. */
  readonly sessionId: string;
}

export interface Prompt extends HookInput {
  readonly prompt: string;
}

export interface BeforeTool extends HookInput {
  readonly toolName: string;
  readonly toolArgs: unknown;
}

export interface AfterTool extends BeforeTool {
  readonly toolResult: { readonly textResultForLlm: string; readonly binaryResultsForLlm?: unknown[] | undefined };
}

export interface Failure extends BeforeTool {
  readonly error: string;
}

/** An event of a session, as far as it is read here. */
export interface SessionEvent {
  readonly type: string;
  readonly agentId?: string | undefined;
  readonly data: unknown;
}

/** The part of a session that is used here. */
interface Session {
  readonly sessionId: string;
  on(handler: (event: SessionEvent) => void): () => void;
  abort(): Promise<void>;
}

/** A call between its hooks. */
interface OpenCall {
  readonly call: LoopCall;
  readonly verdict: Verdict;
}

export class CopilotRuns {
  readonly #guard: LoopGuard;
  /** By session, and in it by call: hooks have no id of a call. */
  readonly #open = new Map<string, Map<string, OpenCall[]>>();
  #session: Session | undefined;
  #end: ToolLoopError | undefined;

  constructor(guard: LoopGuard) {
    this.#guard = guard;
  }

  /** Reads the events of the session. Its first prompt comes after this. */
  follow(session: Session): void {
    this.#session = session;
    session.on((event) => attempt(() => this.#heard(event, session.sessionId), undefined, event.type));
  }

  #heard({ type, agentId, data }: SessionEvent, sessionId: string): void {
    const id = agentId ?? sessionId;
    if (type === "assistant.turn_start") this.#beginRound(id);
    else if (type === "assistant.usage") this.#used(id, data);
    else if (type === "session.compaction_complete") this.#run(id).compacted();
    else if (type === "session.shutdown") this.#run(id).close();
  }

  prompt({ sessionId }: Prompt): void {
    this.#run(sessionId).beginTurn();
  }

  before(input: BeforeTool): Verdict {
    const call = { name: input.toolName, arguments: input.toolArgs };
    const verdict = this.#run(input.sessionId).before(call);
    if (verdict.allowed) this.#openOf(input).push({ call, verdict });
    else this.#endIf(verdict);
    return verdict;
  }

  /** Another hook has denied the call, after which no hook is called. */
  denied(input: BeforeTool): void {
    this.#take(input, "pop");
  }

  after(input: AfterTool): string | undefined {
    const { textResultForLlm: text, binaryResultsForLlm: binary } = input.toolResult;
    return this.#finish(input, { result: binary === undefined ? text : { text, binary } });
  }

  fail(input: Failure): string | undefined {
    return this.#finish(input, { error: input.error });
  }

  /** The error that ended a turn since this was asked last. */
  takeEnd(): ToolLoopError | undefined {
    const end = this.#end;
    this.#end = undefined;
    return end;
  }

  #run(id: string): LoopRun {
    return this.#guard.run(id);
  }

  #beginRound(id: string): void {
    this.#open.delete(id); // a call that a human denied has no outcome
    this.#run(id).beginRound();
  }

  #used(id: string, data: unknown): void {
    const { inputTokens, outputTokens } = data as { inputTokens?: unknown; outputTokens?: unknown };
    tellUsage(this.#run(id), inputTokens, outputTokens);
  }

  #finish(input: BeforeTool, outcome: LoopOutcome): string | undefined {
    const open = this.#take(input, "shift");
    if (open === undefined) return undefined;
    const after = this.#run(input.sessionId).after(open.call, outcome);
    this.#endIf(after);
    return warningOf(open.verdict, after);
  }

  #endIf(verdict: Verdict): void {
    if (verdict.action !== "abort") return;
    this.#end = new ToolLoopError(verdict.detection);
    // Not awaited: the answer of this hook comes first.
    this.#session?.abort().catch((error: unknown) => publishError(error, "abort", verdict.detection.toolName));
  }

  #openOf(input: BeforeTool): OpenCall[] {
    const calls = getOrAdd(this.#open, input.sessionId, () => new Map<string, OpenCall[]>());
    return getOrAdd(calls, keyOf(input), () => []);
  }

  /** Removes the oldest open call (`"shift"`) or the newest (`"pop"`); nothing is kept of calls that are over. */
  #take(input: BeforeTool, which: "shift" | "pop"): OpenCall | undefined {
    const calls = this.#open.get(input.sessionId);
    const key = keyOf(input);
    const same = calls?.get(key);
    const open = same?.[which]();
    if (same?.length === 0) calls?.delete(key);
    if (calls?.size === 0) this.#open.delete(input.sessionId);
    return open;
  }
}

function keyOf({ toolName, toolArgs }: BeforeTool): string {
  return `${toolName} ${shownText(toolArgs)}`;
}
