/** Requests of a Strands agent that are changed to get the model out of a loop, and the last one of an invocation. */
import {
  Agent,
  type ContentBlock,
  type InvokeModelContext as Context,
  InvokeModelStage,
  type LocalAgent,
  Message,
  type InvokeModelResult as Result,
  TextBlock,
  ToolResultBlock,
  type ToolResultContent,
} from "@strands-agents/sdk";
import type { AgentRun } from "../adapter/agent-run.ts";
import { type LastParts, lastParts } from "../adapter/edited-response.ts";
import { editedMessages, type MessageForm, type RequestEdit } from "../adapter/recovery.ts";
import { shownText } from "../base/value-text.ts";
import { publishError } from "../rules/diagnostics.ts";

/** Whether requests of the agent can be changed: of one that another copy of the SDK has made, they cannot. */
export function isEditable(agent: LocalAgent): boolean {
  return agent instanceof Agent;
}

/** Has the requests of an agent changed, where that helps. */
export function editRequests(agent: LocalAgent, runOf: () => AgentRun): void {
  agent.addMiddleware(InvokeModelStage, async function* (context, next) {
    const run = runOf();
    const edit = run.edit();
    if (edit === undefined) return yield* next(context);
    try {
      return concluded(run, edit, context, yield* next(edited(context, edit)));
    } catch (error) {
      if (edit.model !== undefined && !agent.cancelSignal.aborted) {
        publishError(error, "recover");
        const own = { ...edit, model: undefined };
        return concluded(run, own, context, yield* next(edited(context, own)));
      }
      if (edit.answers === undefined || agent.cancelSignal.aborted) throw error;
      return concluded(run, edit, context);
    }
  });
}

function edited({ toolChoice, ...context }: Context, edit: RequestEdit): Context {
  const toolSpecs = edit.tools(context.toolSpecs, ({ name }) => name);
  const messages = editedMessages(edit, context.messages, MESSAGES);
  return {
    ...context,
    ...(toolChoice === undefined || toolSpecs.length < context.toolSpecs.length ? {} : { toolChoice }),
    ...(edit.model === undefined ? {} : { model: edit.model as Context["model"] }),
    toolSpecs,
    messages: joined(edit.answers === undefined ? messages : messages.map(asTexts)),
  };
}

function concluded(run: AgentRun, edit: RequestEdit, { invocationState }: Context, response?: Result): Result {
  const { message, ...rest } = response?.result ?? { message: undefined, stopReason: "" };
  const content = [...lastParts(run, edit, message?.content ?? [], LAST)];
  if (edit.answers === undefined) return response as Result;
  invocationState["loopguard"] = edit.answers;
  const { metadata } = message ?? {};
  const answer = new Message({ role: "assistant", content, ...(metadata === undefined ? {} : { metadata }) });
  return { result: { ...rest, message: answer, stopReason: "loop" } };
}

const LAST: LastParts<ContentBlock> = {
  isCall: ({ type }) => type === "toolUseBlock",
  says: (block) => block.type === "textBlock" && block.text.trim() !== "",
  say: (text) => new TextBlock(text),
};

/** Roles must alternate: what was added joins the message of a user that is there. */
function joined(messages: readonly Message[]): Message[] {
  const all: Message[] = [];
  for (const message of messages) {
    const last = all.at(-1);
    if (last?.role !== message.role) all.push(message);
    else all.splice(-1, 1, new Message({ role: last.role, content: [...last.content, ...message.content] }));
  }
  return all;
}

/** Calls and results as texts: Bedrock takes none in a request without tools. */
function asTexts({ role, content }: Message): Message {
  const texts = content.flatMap((block) => {
    if (block.type === "toolUseBlock") return [new TextBlock(`[Called ${block.name}(${shownText(block.input)})]`)];
    if (block.type === "toolResultBlock") return [new TextBlock(`[Result] ${shownText(block.content)}`)];
    return block.type === "reasoningBlock" ? [] : [block];
  });
  return new Message({ role, content: texts });
}

/** Messages of the SDK are those of Anthropic, under other names. */
const MESSAGES: MessageForm<Message> = {
  user: (text) => new Message({ role: "user", content: [new TextBlock(text)] }),
  known: ({ role, content }) => ({ role, content: content.map(knownBlock) }),
  back,
};

function knownBlock(block: ContentBlock): object {
  if (block.type === "textBlock") return { type: "text", text: block.text };
  if (block.type === "reasoningBlock") return { type: "thinking", thinking: block.text };
  if (block.type === "cachePointBlock") return { type: "cache", cachePoint: block };
  if (block.type === "toolUseBlock")
    return { type: "tool_use", id: block.toolUseId, name: block.name, input: block.input };
  if (block.type !== "toolResultBlock") return block;
  const parts = block.content.map((part) => (part.type === "textBlock" ? { type: "text", text: part.text } : part));
  return { type: "tool_result", tool_use_id: block.toolUseId, is_error: block.status === "error", content: parts };
}

function back({ role, content }: Message, changed: Record<string, unknown>): Message {
  const parts = changed["content"] as { content?: (ToolResultContent | { type: "text"; text: string })[] }[];
  const blocks = content.map((block, index) => {
    const edited = parts[index]?.content;
    if (block.type !== "toolResultBlock" || edited === undefined) return block;
    return new ToolResultBlock({
      toolUseId: block.toolUseId,
      status: block.status,
      content: edited.map((part) => (part.type === "text" ? new TextBlock(part.text) : part)),
    });
  });
  return new Message({ role, content: blocks });
}
