/**
 * Fires the hooks of a session as the SDK's types document it, and does with their answers what they say. It stands in for
 * the Claude Code binary, which no test here runs: what that makes of the answers is not shown by any of them.
 */
import type {
  HookCallbackMatcher,
  HookEvent,
  HookInput,
  PostToolBatchToolCall,
  SyncHookJSONOutput,
} from "@anthropic-ai/claude-agent-sdk";
import { withLoopGuard } from "loopguard/claude";
import type { Driver, Scenario, ScriptedCall } from "../conformance.ts";

/** What is read of `PreToolUse`, and of the others. */
interface Specific {
  permissionDecision?: string;
  permissionDecisionReason?: string;
  additionalContext?: string;
}

export interface Answer extends Omit<SyncHookJSONOutput, "hookSpecificOutput"> {
  hookSpecificOutput?: Specific;
}

export type Hooks = Partial<Record<HookEvent, HookCallbackMatcher[]>>;

/** The message that ends a turn, as far as it matters here. */
export interface ResultMessage {
  type: "result";
  session_id: string;
  terminal_reason: "completed" | "hook_stopped";
}

let ids = 0;

/** A session, or a subagent of one. */
export class Session {
  readonly id: string;
  readonly #hooks: Hooks;
  readonly #agentId: string | undefined;

  constructor(hooks: Hooks, id: string = `session-${++ids}`, agentId?: string) {
    this.#hooks = hooks;
    this.id = id;
    this.#agentId = agentId;
  }

  subagent(agentId: string): Session {
    return new Session(this.#hooks, this.id, agentId);
  }

  async fire<E extends HookEvent>(event: E, fields: object): Promise<Answer> {
    const input = {
      hook_event_name: event,
      session_id: this.id,
      transcript_path: `/transcripts/${this.id}.jsonl`,
      cwd: "/project",
      ...(this.#agentId === undefined ? {} : { agent_id: this.#agentId, agent_type: "general-purpose" }),
      ...fields,
    } as HookInput;
    const { signal } = new AbortController();
    const id = (fields as { tool_use_id?: string }).tool_use_id;
    const callbacks = (this.#hooks[event] ?? []).flatMap(({ hooks }) => hooks);
    const answers = await Promise.all(callbacks.map((callback) => callback(input, id, { signal })));
    return Object.assign({}, ...answers) as Answer;
  }

  prompt(source?: string): Promise<Answer> {
    return this.fire("UserPromptSubmit", { prompt: "Go.", ...(source === undefined ? {} : { source }) });
  }

  pre({ id, name, arguments: input }: ScriptedCall): Promise<Answer> {
    return this.fire("PreToolUse", { tool_name: name, tool_input: input, tool_use_id: id });
  }

  post({ id, name, arguments: input }: ScriptedCall, response: unknown): Promise<Answer> {
    return this.fire("PostToolUse", {
      tool_name: name,
      tool_input: input,
      tool_use_id: id,
      tool_response: response,
      duration_ms: 1,
    });
  }

  failed({ id, name, arguments: input }: ScriptedCall, error: string, more: object = {}): Promise<Answer> {
    return this.fire("PostToolUseFailure", { tool_name: name, tool_input: input, tool_use_id: id, error, ...more });
  }

  batch(...calls: [ScriptedCall, response: unknown][]): Promise<Answer> {
    const tool_calls: PostToolBatchToolCall[] = calls.map(([{ id, name, arguments: input }, response]) => {
      return { tool_name: name, tool_input: input, tool_use_id: id, tool_response: response };
    });
    return this.fire("PostToolBatch", { tool_calls });
  }
}

interface Run {
  text: string;
  stopped: boolean;
}

/** One call: judged, run, and told of. */
async function callTool(session: Session, call: ScriptedCall, tools: Scenario["tools"]): Promise<Run> {
  const tool = tools[call.name];
  const args = call.arguments as { q: string };
  if (tool === undefined)
    return { text: `<tool_use_error>Error: No such tool available: ${call.name}</tool_use_error>`, stopped: false };
  if (typeof args.q !== "string") return { text: "InputValidationError: q must be a string", stopped: false };
  const before = await session.pre(call);
  const { permissionDecision: decision, permissionDecisionReason: reason = "" } = before.hookSpecificOutput ?? {};
  if (decision === "deny") return { text: reason, stopped: before.continue === false };
  let text: string;
  let after: Answer;
  try {
    text = tool(args);
    after = await session.post(call, text);
  } catch (error) {
    text = (error as Error).message;
    after = await session.failed(call, text);
  }
  return { text: withContext(text, after), stopped: after.continue === false };
}

function withContext(text: string, { hookSpecificOutput }: Answer): string {
  const context = hookSpecificOutput?.additionalContext;
  return context === undefined ? text : `${text}\n\n${context}`;
}

/** A turn, as the messages that `query()` gives of it. */
async function* turn(session: Session, { script, tools }: Scenario): AsyncGenerator<object> {
  const transcript: unknown[] = [];
  const results: string[] = [];
  let stopped = false;
  await session.prompt();
  for (let step = 0; step < 20 && !stopped; step++) {
    const { calls = [], text } = script({ results: [...results], raw: [...transcript] });
    yield { type: "assistant", session_id: session.id, message: { content: text ?? calls } };
    if (calls.length === 0) break;
    const runs = await Promise.all(calls.map((call) => callTool(session, call, tools)));
    const batch = await session.batch(...calls.map((call, i) => [call, runs[i]?.text] as [ScriptedCall, unknown]));
    stopped = runs.some((run) => run.stopped) || batch.continue === false;
    const texts = runs.map((run) => run.text);
    texts.push(withContext(texts.pop() ?? "", batch));
    transcript.push({ calls, texts });
    results.push(...texts);
  }
  const terminal_reason = stopped ? "hook_stopped" : "completed";
  yield { type: "result", session_id: session.id, terminal_reason } satisfies ResultMessage;
}

export const CLAUDE: Driver = {
  name: "Claude Agent SDK, its hooks without a Claude Code",
  makeAgent: (scenario) => {
    const { guard, onAbort } = scenario;
    const query = ({ options }: { prompt: string; options?: { hooks?: Hooks } }) =>
      turn(new Session(options?.hooks ?? {}), scenario);
    const guarded = guard === "off" ? query : withLoopGuard(query, guard, { onAbort });
    return { generate: () => last(guarded({ prompt: "Go." })) };
  },
  concurrentRuns: true,
  stops: true,
  sees: { unknownTool: true, invalidArguments: true, brokenJson: false },
};

async function last(messages: AsyncIterable<object>): Promise<unknown> {
  let newest: unknown;
  for await (const message of messages) newest = message;
  return newest;
}
