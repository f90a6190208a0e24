/** The Messages API as Claude Code asks for it: answers that stream, and what a request newly tells the model. */
import { type RecordedRequest, type Script, sendEvents } from "./scripted-server.ts";

/** A call that the model makes, or a text of it. */
export type Block = string | { readonly name: string; readonly input: object };

export const bash = (command: string): Block => ({ name: "Bash", input: { command } });

/** Leaves a line in ran.txt for each time that it ran. */
export const APPEND: Block = bash("echo ran >> ran.txt; echo same");

/** Fails; `note` makes it another call. */
export const failing = (note: string): Block => bash(`: ${note}; exit 3`);

/** What the model reads of a call that gives what it gave, and of calls that fail as the last one did. */
export const FOUND =
  "was called again with the same arguments; it gave the same result 2 times, and nothing new has happened since, so it was not run again";
export const FAILED = "Tool 'Bash' failed 4 times in a row with the same kind of error, whatever its arguments.";

/** What the model may read of us: the hook's own words, and Claude Code's in front of them. */
export const OURS: RegExp =
  /same result|same error|identical arguments|repetitive pattern|not run|hook error|hook additional context/;

/** What came back for a call, as the model reads it. */
export interface Outcome {
  readonly text: string;
  readonly failed: boolean;
}

interface Message {
  readonly role: string;
  readonly content: string | readonly Part[];
}

interface Part {
  readonly type: string;
  readonly text?: string;
  readonly content?: string | readonly Part[];
  readonly is_error?: boolean;
}

/** So that no two calls of a conversation have one, in whichever process of the agent it goes on. */
let calls = 0;

/**
 * A model that says `say(step, asked)`, `step` from 0, after `thinkMs`; without an answer the request is beyond the bound.
 */
export function claudeModel(
  say: (step: number, asked: RecordedRequest) => readonly Block[] | undefined,
  thinkMs: (step: number) => number = () => 0,
): Script {
  return {
    isStep: ({ path, body }) => path.startsWith("/v1/messages?") && toolsOf(body) > 0,
    step: (index, asked) => {
      const blocks = say(index, asked);
      return blocks === undefined
        ? undefined
        : (_, response) =>
            void setTimeout(() => sendEvents(response, eventsOf(`msg_${calls}`, blocks)), thinkMs(index));
    },
  };
}

/** As many answers as there are, and then an end. */
export function says(...answers: readonly (readonly Block[])[]): Script {
  return claudeModel((step) => answers[step] ?? ["Done."]);
}

/** The same call for as long as the agent asks, but no more than `bound` times. */
export function stuck(block: Block, bound = 60): Script {
  return claudeModel((step) => (step < bound ? [block] : undefined));
}

/** A model that makes the call twice, then starts a subagent that makes it again and again, and is done when that ends. */
export function stuckSubagent(block: Block, bound = 60): Script {
  const input = { description: "d", prompt: "SUBTASK", subagent_type: "general-purpose", run_in_background: false };
  return claudeModel((step, asked) => {
    if (step >= bound) return undefined;
    if (JSON.stringify((asked.body as { messages: object[] }).messages[0]).includes("SUBTASK")) return [block];
    return [[block], [block], [{ name: "Agent", input }]][answersIn(asked)] ?? ["Done."];
  });
}

/** What the request tells the model since its last answer: outcomes of calls, and all other words. */
export function newsOf({ body }: RecordedRequest): { outcomes: Outcome[]; words: string } {
  const messages = messagesOf(body);
  const parts = messages
    .slice(messages.findLastIndex(({ role }) => role === "assistant") + 1)
    .flatMap(({ content }) => (typeof content === "string" ? [{ type: "text", text: content }] : content));
  return {
    outcomes: parts.filter(({ type }) => type === "tool_result").map(outcomeOf),
    words: parts.map(({ text }) => text ?? "").join("\n"),
  };
}

/** How many answers the model has given in the conversation that the request goes on with. */
function answersIn({ body }: RecordedRequest): number {
  return messagesOf(body).filter(({ role }) => role === "assistant").length;
}

/** The whole conversation as text. */
export function conversation({ body }: RecordedRequest): string {
  return JSON.stringify(messagesOf(body));
}

function messagesOf(body: unknown): readonly Message[] {
  return (body as { messages: readonly Message[] }).messages;
}

function toolsOf(body: unknown): number {
  return (body as { tools?: readonly unknown[] }).tools?.length ?? 0;
}

function outcomeOf({ content = "", is_error: failed = false }: Part): Outcome {
  const text = typeof content === "string" ? content : content.map((part) => part.text ?? "").join("\n");
  return { text, failed };
}

function eventsOf(id: string, blocks: readonly Block[]): { event: string; data: object }[] {
  const event = (type: string, fields: object = {}) => ({ event: type, data: { type, ...fields } });
  const message = {
    id,
    type: "message",
    role: "assistant",
    model: "scripted",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 1 },
  };
  return [
    event("message_start", { message }),
    ...blocks.flatMap((block, index) => [
      event("content_block_start", { index, content_block: started(block) }),
      event("content_block_delta", { index, delta: delta(block) }),
      event("content_block_stop", { index }),
    ]),
    event("message_delta", {
      delta: { stop_reason: blocks.every(isText) ? "end_turn" : "tool_use", stop_sequence: null },
      usage: { output_tokens: 5 },
    }),
    event("message_stop"),
  ];
}

function isText(block: Block): block is string {
  return typeof block === "string";
}

function started(block: Block): object {
  if (isText(block)) return { type: "text", text: "" };
  return { type: "tool_use", id: `toolu_${++calls}`, name: block.name, input: {} };
}

function delta(block: Block): object {
  if (isText(block)) return { type: "text_delta", text: block };
  return { type: "input_json_delta", partial_json: JSON.stringify(block.input) };
}
