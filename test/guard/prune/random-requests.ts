/** Random conversations with loops, and the same conversation as a request of each provider. */
import fc from "fast-check";

export interface MadeCall {
  id: string;
  name: string;
  args: Record<string, number>;
  result: unknown;
  end: "ok" | "failed" | "refused";
}
export interface Turn {
  /** Words of a user; the model may have answered before. */
  user?: string;
  answer?: string;
  calls: MadeCall[];
  said?: string;
  thought?: string;
  marked?: boolean;
}

const REFUSAL =
  "Tool 'a' was called again with the same arguments; it gave the same result 2 times, and nothing new has happened since, so it was not run again. That result is above: use it, change the arguments, use another tool, or answer with what you have.";
/** By name of the tool: texts, objects and lists. */
const RESULTS: Record<string, unknown[]> = {
  a: ["found nothing", "Tool 'x' is a text", ""],
  b: [{ n: 0 }, { n: 1, content: "text" }, {}],
  c: [[], [1, "two"], [{ deep: [0] }]],
};

const call = fc.record({
  name: fc.constantFrom("a", "a", "b", "c"),
  arg: fc.constantFrom(0, 0, 0, 1),
  result: fc.constantFrom(0, 0, 0, 0, 1, 2),
  end: fc.constantFrom("ok", "ok", "ok", "ok", "failed", "refused"),
});
const turn = fc.record({
  calls: fc.array(call, { minLength: 1, maxLength: 3, size: "max" }),
  said: fc.constantFrom(undefined, undefined, 0, 1),
  thought: fc.boolean(),
  marked: fc.constantFrom(false, false, false, false, false, true),
});
const block = fc.oneof(
  { weight: 3, arbitrary: fc.record({ turns: fc.array(turn, { minLength: 1, maxLength: 3 }), times: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ user: fc.boolean() }) },
);

export const conversation: fc.Arbitrary<Turn[]> = fc.array(block, { minLength: 1, maxLength: 5 }).map((blocks) => {
  let ids = 0;
  let marks = 0;
  const turns: Turn[] = [{ user: `word_${ids++}_`, calls: [] }];
  for (const each of blocks) {
    if ("user" in each) {
      turns.push({ user: `word_${ids++}_`, ...(each.user ? { answer: `word_${ids++}_` } : {}), calls: [] });
      continue;
    }
    for (let time = 0; time <= each.times; time++)
      for (const { calls, said, thought, marked } of each.turns)
        turns.push({
          calls: calls.map(({ name, arg, result, end }) => ({
            id: `call_${ids++}_`,
            name,
            args: { arg },
            result: end === "refused" ? REFUSAL : RESULTS[name]?.[result],
            end,
          })),
          ...(said === undefined ? {} : { said: `said_${said}_` }),
          ...(thought ? { thought: `thought_${ids++}_` } : {}),
          ...(marked && marks++ < 4 ? { marked } : {}),
        });
  }
  return turns;
});

const asText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
/** OpenAI's results have no field for a failure. */
const told = ({ result, end }: MadeCall): string => (end === "failed" ? `Error: ${asText(result)}` : asText(result));
const marker = (turn: Turn) => (turn.marked ? { cache_control: { type: "ephemeral" } } : {});

/** Neighbours of one role as one message, where roles alternate. */
function joined(messages: { role: string; [parts: string]: unknown }[], key: string) {
  const all: typeof messages = [];
  for (const message of messages) {
    const last = all.at(-1);
    if (last?.role === message.role) last[key] = [...(last[key] as unknown[]), ...(message[key] as unknown[])];
    else all.push(message);
  }
  return all;
}

export const RENDERED: Record<string, (turns: Turn[]) => unknown[]> = {
  "OpenAI chat": (turns) =>
    turns.flatMap((turn) => [
      ...(turn.answer ? [{ role: "assistant", content: turn.answer }] : []),
      ...(turn.user ? [{ role: "user", content: turn.user }] : []),
      ...(turn.calls.length === 0
        ? []
        : [
            {
              role: "assistant",
              content: turn.said ?? null,
              tool_calls: turn.calls.map(({ id, name, args }) => ({
                id,
                type: "function",
                function: { name, arguments: JSON.stringify(args) },
              })),
            },
          ]),
      ...turn.calls.map((call, at) => ({
        role: "tool",
        tool_call_id: call.id,
        content: at % 2 === 0 ? told(call) : [{ type: "text", text: told(call), ...marker(turn) }],
      })),
    ]),
  "OpenAI responses": (turns) =>
    turns.flatMap((turn) => [
      ...(turn.answer
        ? [{ type: "message", role: "assistant", content: [{ type: "output_text", text: turn.answer }] }]
        : []),
      ...(turn.user ? [{ role: "user", content: [{ type: "input_text", text: turn.user }] }] : []),
      ...(turn.said
        ? [{ type: "message", role: "assistant", content: [{ type: "output_text", text: turn.said }] }]
        : []),
      ...(turn.thought ? [{ type: "reasoning", id: turn.thought, summary: [], encrypted_content: turn.thought }] : []),
      ...turn.calls.map(({ id, name, args }) => ({
        type: "function_call",
        id: `fc_${id}`,
        call_id: id,
        name,
        arguments: JSON.stringify(args),
      })),
      ...turn.calls.map((call, at) => ({
        type: "function_call_output",
        call_id: call.id,
        output: at % 2 === 0 ? told(call) : [{ type: "input_text", text: told(call) }],
      })),
    ]),
  Anthropic: (turns) =>
    joined(
      turns.flatMap((turn) => [
        ...(turn.answer ? [{ role: "assistant", content: [{ type: "text", text: turn.answer }] }] : []),
        ...(turn.user ? [{ role: "user", content: [{ type: "text", text: turn.user }] }] : []),
        ...(turn.calls.length === 0
          ? []
          : [
              {
                role: "assistant",
                content: [
                  ...(turn.thought ? [{ type: "thinking", thinking: "...", signature: turn.thought }] : []),
                  ...(turn.said ? [{ type: "text", text: turn.said }] : []),
                  ...turn.calls.map(({ id, name, args }) => ({ type: "tool_use", id, name, input: args })),
                ],
              },
              {
                role: "user",
                content: turn.calls.map(({ id, result, end }, at) => ({
                  type: "tool_result",
                  tool_use_id: id,
                  content: at % 2 === 0 ? asText(result) : [{ type: "text", text: asText(result) }],
                  ...(end === "ok" ? {} : { is_error: true }),
                  ...(at === turn.calls.length - 1 ? marker(turn) : {}),
                })),
              },
            ]),
      ]),
      "content",
    ),
  "AI SDK": (turns) =>
    turns.flatMap((turn) => [
      ...(turn.answer ? [{ role: "assistant", content: turn.answer }] : []),
      ...(turn.user ? [{ role: "user", content: [{ type: "text", text: turn.user }] }] : []),
      ...(turn.calls.length === 0
        ? []
        : [
            {
              role: "assistant",
              content: [
                ...(turn.thought ? [{ type: "reasoning", text: turn.thought, providerOptions: {} }] : []),
                ...(turn.said ? [{ type: "text", text: turn.said }] : []),
                ...turn.calls.map(({ id, name, args }) => ({
                  type: "tool-call",
                  toolCallId: id,
                  toolName: name,
                  input: args,
                })),
              ],
            },
            {
              role: "tool",
              content: turn.calls.map(({ id, name, result, end }) => ({
                type: "tool-result",
                toolCallId: id,
                toolName: name,
                output:
                  end === "failed"
                    ? { type: "error-text", value: asText(result) }
                    : { type: typeof result === "string" ? "text" : "json", value: result },
                ...(turn.marked ? { providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } } } : {}),
              })),
            },
          ]),
    ]),
  "LangChain dictionaries": (turns) => langchainOf(turns).map(({ type, ...data }) => ({ type, data })),
  "LangChain instances": (turns) => langchainOf(turns).map(({ type, ...fields }) => new Instance(type, fields)),
  Gemini: (turns) =>
    joined(
      turns.flatMap((turn) => [
        ...(turn.answer ? [{ role: "model", parts: [{ text: turn.answer }] }] : []),
        ...(turn.user ? [{ role: "user", parts: [{ text: turn.user }] }] : []),
        ...(turn.calls.length === 0
          ? []
          : [
              {
                role: "model",
                parts: [
                  ...(turn.thought ? [{ text: turn.thought, thought: true }] : []),
                  ...(turn.said ? [{ text: turn.said }] : []),
                  ...turn.calls.map(({ id, name, args }, at) => ({
                    functionCall: { id, name, args },
                    ...(at === 0 ? { thoughtSignature: `sign ${id}` } : {}),
                  })),
                ],
              },
              {
                role: "user",
                parts: turn.calls.map(({ id, name, result, end }) => ({
                  functionResponse: {
                    id,
                    name,
                    response: { [end === "ok" ? "output" : "error"]: result },
                  },
                })),
              },
            ]),
      ]),
      "parts",
    ),
};

/** As a message of LangChain: fields on the instance, and the arguments of its constructor. */
class Instance {
  lc_kwargs: Record<string, unknown>;
  readonly #type: string;
  getType: () => string;

  constructor(type: string, fields: Record<string, unknown>) {
    this.#type = type;
    this.getType = () => this.#type;
    this.lc_kwargs = fields;
    Object.assign(this, fields);
  }

  /** The arguments are the fields once more. */
  toJSON(): unknown {
    const { lc_kwargs: _, ...fields } = this;
    return fields;
  }
}

function langchainOf(turns: Turn[]): { type: string; [field: string]: unknown }[] {
  return turns.flatMap((turn) => [
    ...(turn.answer ? [{ type: "ai", content: turn.answer, tool_calls: [] }] : []),
    ...(turn.user ? [{ type: "human", content: turn.user }] : []),
    ...(turn.calls.length === 0
      ? []
      : [
          {
            type: "ai",
            content: turn.said ?? "",
            tool_calls: turn.calls.map(({ id, name, args }) => ({ type: "tool_call", id, name, args })),
          },
        ]),
    ...turn.calls.map(({ id, result, end }) => ({
      type: "tool",
      tool_call_id: id,
      content: asText(result),
      status: end === "ok" ? "success" : "error",
    })),
  ]);
}
