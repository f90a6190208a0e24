/** OpenAI's chat completions, as a scripted model speaks them, and what the model was shown. */
import { type RecordedRequest, ScriptedServer, sendEvents } from "./scripted-server.ts";

/** One call that the model asks for. */
export interface Call {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** What the model says: a text that ends the turn, or calls. */
export type Reply = string | readonly Call[];

/** What the model says to the request `index`, from 0; `undefined` is over the bound. */
export type Model = (index: number, request: RecordedRequest) => Reply | undefined;

interface Message {
  readonly role: string;
  readonly content?: string | null | readonly { readonly text?: string }[];
}

/** Requests after which there is no answer any more. */
const BOUND = 30;

export function chatServer(model: Model): Promise<ScriptedServer> {
  return ScriptedServer.start({
    isStep: ({ path }) => path.endsWith("/chat/completions"),
    step: (index, request) => {
      const said = index < BOUND ? model(index, request) : undefined;
      return said === undefined ? undefined : (_request, response) => sendEvents(response, chunks(index, said));
    },
  });
}

function chunks(index: number, reply: Reply): { data: unknown }[] {
  const [delta, reason] =
    typeof reply === "string"
      ? [{ role: "assistant", content: reply }, "stop"]
      : [
          { role: "assistant", content: null, tool_calls: reply.map((call, at) => toolCall(call, index, at)) },
          "tool_calls",
        ];
  const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };
  return [
    { choices: [{ index: 0, delta, finish_reason: null }] },
    { choices: [{ index: 0, delta: {}, finish_reason: reason }] },
    { choices: [], usage },
  ].map((chunk) => ({
    data: { id: `response_${index}`, object: "chat.completion.chunk", created: 1, model: "scripted", ...chunk },
  }));
}

function toolCall({ name, args }: Call, index: number, at: number): object {
  return {
    index: at,
    id: `call_${index}_${at}`,
    type: "function",
    function: { name, arguments: JSON.stringify(args) },
  };
}

/** What the calls of the response before have brought, as the model reads it in `request`. */
export function resultsIn(request: RecordedRequest | undefined): string[] {
  return newIn(request)
    .filter(({ role }) => role === "tool")
    .map(textOf);
}

/** All that the model is told in `request` since its last response. */
export function toldIn(request: RecordedRequest | undefined): string {
  return newIn(request).map(textOf).join("\n");
}

/** Whether a conversation has begun with a prompt that has this text. */
export function isAbout({ body }: RecordedRequest, text: string): boolean {
  const { messages = [] } = body as { messages?: Message[] };
  return messages.some((message) => message.role === "user" && textOf(message).includes(text));
}

/** The messages after the last one of the model. */
function newIn(request: RecordedRequest | undefined): Message[] {
  const { messages = [] } = (request?.body ?? {}) as { messages?: Message[] };
  return messages.slice(messages.findLastIndex(({ role }) => role === "assistant") + 1);
}

function textOf({ content }: Message): string {
  return typeof content === "string" ? content : (content ?? []).map(({ text = "" }) => text).join("\n");
}

/** A model that asks for the same again and again, until it has been answered `times` times. */
export const stuck =
  (call: Call, times = Number.POSITIVE_INFINITY): Model =>
  (index) =>
    index < times ? [call] : "Done.";

/** A model that gives these answers, and then says that it is done. */
export const says =
  (...replies: readonly Call[][]): Model =>
  (index) =>
    replies[index] ?? "Done.";
