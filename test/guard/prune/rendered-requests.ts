/** A conversation as a request of each provider. */
import type { MadeCall, Turn } from "./random-requests.ts";

const resultsOf = ({ calls, answered }: Turn): MadeCall[] => calls.slice(0, answered);
const IMAGE_TYPE = "image/png";
const urlOf = (data = "CCCC"): string => `data:${IMAGE_TYPE};base64,${data}`;
const asText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
/** OpenAI's results have no field for a failure. */
const told = ({ result, end }: MadeCall): string => (end === "failed" ? `Error: ${asText(result)}` : asText(result));
/** Where a result is text only, the image is a link in it. */
const linked = (call: MadeCall): string => `${told(call)}${call.image ? ` image ${call.image}` : ""}`;
const marker = (turn: Turn) => (turn.marked ? { cache_control: { type: "ephemeral" } } : {});

/** Neighbours of one role as one message, where roles alternate. */
function joined(messages: Record<string, unknown>[], key: string) {
  const all: typeof messages = [];
  for (const message of messages) {
    const last = all.at(-1);
    if (last !== undefined && last["role"] === message["role"])
      last[key] = [...(last[key] as unknown[]), ...(message[key] as unknown[])];
    else all.push(message);
  }
  return all;
}

type Renderer = (turn: Turn, at: number) => Record<string, unknown>[];

const openaiChat: Renderer = (turn, at) => [
  ...(turn.answer ? [{ role: "assistant", content: turn.answer, refusal: null }] : []),
  ...(turn.system ? [{ role: at === 0 ? "system" : "developer", content: turn.system }] : []),
  ...(turn.user
    ? [
        {
          role: "user",
          content: turn.shown
            ? [
                { type: "text", text: turn.user },
                { type: "image_url", image_url: { url: urlOf() } },
              ]
            : turn.user,
        },
      ]
    : []),
  ...(turn.calls.length === 0
    ? []
    : [
        {
          role: "assistant",
          content: turn.said ?? null,
          ...(turn.served ? { audio: { id: turn.served } } : {}),
          tool_calls: turn.calls.map(({ id, name, args }) => ({
            id,
            type: "function",
            function: { name, arguments: JSON.stringify(args) },
          })),
        },
      ]),
  ...resultsOf(turn).map((call, place) => ({
    role: "tool",
    tool_call_id: call.id,
    content: place % 2 === 0 ? linked(call) : [{ type: "text", text: linked(call), ...marker(turn) }],
  })),
];

const openaiResponses: Renderer = (turn) => [
  ...(turn.answer ? [responseMessage(turn.answer)] : []),
  ...(turn.system ? [{ role: "developer", content: turn.system }] : []),
  ...(turn.user
    ? [
        {
          role: "user",
          content: [
            { type: "input_text", text: turn.user },
            ...(turn.shown ? [{ type: "input_image", detail: "auto", image_url: urlOf() }] : []),
          ],
        },
      ]
    : []),
  ...(turn.thought
    ? [{ type: "reasoning", id: `rs_${turn.thought}`, summary: [], encrypted_content: turn.thought }]
    : []),
  ...(turn.served
    ? [
        {
          type: "web_search_call",
          id: `ws_${turn.served}`,
          status: "completed",
          action: { type: "search", query: "x" },
        },
      ]
    : []),
  ...(turn.said ? [responseMessage(turn.said)] : []),
  ...turn.calls.map(({ id, name, args }) => ({
    type: "function_call",
    id: `fc_${id}`,
    call_id: id,
    name,
    arguments: JSON.stringify(args),
  })),
  ...resultsOf(turn).map((call, place) => ({
    type: "function_call_output",
    call_id: call.id,
    output:
      place % 2 === 0 && !call.image
        ? told(call)
        : [
            { type: "input_text", text: told(call) },
            ...(call.image ? [{ type: "input_image", image_url: urlOf(call.image) }] : []),
          ],
  })),
];

const responseMessage = (text: string) => ({
  type: "message",
  id: `msg_${text}`,
  status: "completed",
  role: "assistant",
  content: [{ type: "output_text", text, annotations: [] }],
});

const anthropic: Renderer = (turn) => {
  const { thought, said, served, calls } = turn;
  const markCall = calls.length === 2;
  const results = resultsOf(turn);
  return [
    ...(turn.answer ? [{ role: "assistant", content: [{ type: "text", text: turn.answer }] }] : []),
    ...[turn.system, turn.user].flatMap((text) =>
      text ? [{ role: "user", content: [{ type: "text", text }, ...(turn.shown ? [anthropicImage()] : [])] }] : [],
    ),
    ...(calls.length === 0
      ? []
      : [
          {
            role: "assistant",
            content: [
              ...(thought ? [{ type: "thinking", thinking: "...", signature: thought }] : []),
              ...(thought && said ? [{ type: "redacted_thinking", data: thought }] : []),
              ...(said ? [{ type: "text", text: said }] : []),
              ...(served
                ? [
                    { type: "server_tool_use", id: served, name: "web_search", input: { query: "x" } },
                    { type: "web_search_tool_result", tool_use_id: served, content: [] },
                  ]
                : []),
              ...calls.map(({ id, name, args }, at) => ({
                type: "tool_use",
                id,
                name,
                input: args,
                ...(markCall && at === 1 ? marker(turn) : {}),
              })),
            ],
          },
        ]),
    ...(results.length === 0
      ? []
      : [
          {
            role: "user",
            content: results.map(({ id, result, end, image }, at) => ({
              type: "tool_result",
              tool_use_id: id,
              content:
                at % 2 === 0 && !image
                  ? asText(result)
                  : [{ type: "text", text: asText(result) }, ...(image ? [anthropicImage(image)] : [])],
              ...(end === "ok" ? {} : { is_error: true }),
              ...(!markCall && at === calls.length - 1 ? marker(turn) : {}),
            })),
          },
        ]),
  ];
};

const anthropicImage = (data = "CCCC") => ({
  type: "image",
  source: { type: "base64", media_type: IMAGE_TYPE, data },
});

const aiSdk: Renderer = (turn) => {
  const { served, calls } = turn;
  const results = resultsOf(turn);
  return [
    ...(turn.answer ? [{ role: "assistant", content: turn.answer }] : []),
    ...(turn.system ? [{ role: "system", content: turn.system }] : []),
    ...(turn.user
      ? [
          {
            role: "user",
            content: [
              { type: "text", text: turn.user },
              ...(turn.shown ? [{ type: "file", data: urlOf(), mediaType: IMAGE_TYPE }] : []),
            ],
          },
        ]
      : []),
    ...(calls.length === 0
      ? []
      : [
          {
            role: "assistant",
            content: [
              ...(turn.thought ? [{ type: "reasoning", text: turn.thought, providerOptions: {} }] : []),
              ...(turn.said ? [{ type: "text", text: turn.said }] : []),
              ...(served
                ? [
                    { type: "tool-call", toolCallId: served, toolName: "s", input: {}, providerExecuted: true },
                    { type: "tool-result", toolCallId: served, toolName: "s", output: { type: "json", value: [] } },
                  ]
                : []),
              ...calls.map(({ id, name, args }) => ({
                type: "tool-call",
                toolCallId: id,
                toolName: name,
                input: args,
              })),
            ],
          },
        ]),
    ...(results.length === 0
      ? []
      : [
          {
            role: "tool",
            content: results.map(({ id, name, result, end, image }) => ({
              type: "tool-result",
              toolCallId: id,
              toolName: name,
              output: aiSdkOutput(result, end, image),
              ...(turn.marked ? { providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } } } : {}),
            })),
          },
        ]),
  ];
};

function aiSdkOutput(result: unknown, end: string, image: string | undefined) {
  const text = asText(result);
  if (end === "failed") return { type: "error-text", value: text };
  if (image === undefined) return { type: typeof result === "string" ? "text" : "json", value: result };
  return {
    type: "content",
    value: [
      { type: "text", text },
      { type: "media", data: image, mediaType: IMAGE_TYPE },
    ],
  };
}

const gemini: Renderer = (turn) => {
  const { calls } = turn;
  const results = resultsOf(turn);
  return [
    ...(turn.answer ? [{ role: "model", parts: [{ text: turn.answer }] }] : []),
    ...[turn.system, turn.user].flatMap((text) =>
      text ? [{ role: "user", parts: [{ text }, ...(turn.shown ? [geminiImage()] : [])] }] : [],
    ),
    ...(calls.length === 0
      ? []
      : [
          {
            role: "model",
            parts: [
              ...(turn.thought ? [{ text: turn.thought, thought: true }] : []),
              ...(turn.said ? [{ text: turn.said }] : []),
              ...(turn.served
                ? [
                    { executableCode: { language: "PYTHON", code: turn.served } },
                    { codeExecutionResult: { outcome: "OUTCOME_OK", output: "" } },
                  ]
                : []),
              ...calls.map(({ id, name, args }, at) => ({
                functionCall: { id, name, args },
                ...(at === 0 ? { thoughtSignature: `sign ${id}` } : {}),
              })),
            ],
          },
        ]),
    ...(results.length === 0
      ? []
      : [
          {
            role: "user",
            parts: results.map(({ id, name, result, end, image }) => ({
              functionResponse: {
                id,
                name,
                response: { [end === "ok" ? "output" : "error"]: result },
                ...(image ? { parts: [geminiImage(image)] } : {}),
              },
            })),
          },
        ]),
  ];
};

const geminiImage = (data = "CCCC") => ({ inlineData: { mimeType: IMAGE_TYPE, data } });

const langchain: Renderer = (turn) => [
  ...(turn.answer ? [{ type: "ai", content: turn.answer, tool_calls: [] }] : []),
  ...(turn.system ? [{ type: "system", content: turn.system }] : []),
  ...(turn.user ? [{ type: "human", content: turn.shown ? langchainParts(turn.user, "CCCC") : turn.user }] : []),
  ...(turn.calls.length === 0
    ? []
    : [
        {
          type: "ai",
          content:
            turn.thought || turn.served
              ? [
                  ...(turn.thought ? [{ type: "thinking", thinking: "...", signature: turn.thought }] : []),
                  ...(turn.said ? [{ type: "text", text: turn.said }] : []),
                  ...(turn.served ? [{ type: "server_tool_use", id: turn.served, name: "s", input: {} }] : []),
                  ...turn.calls.map(({ id, name, args }) => ({ type: "tool_use", id, name, input: args })),
                ]
              : (turn.said ?? ""),
          tool_calls: turn.calls.map(({ id, name, args }) => ({ type: "tool_call", id, name, args })),
          additional_kwargs: {},
        },
      ]),
  ...resultsOf(turn).map(({ id, result, end, image }) => ({
    type: "tool",
    tool_call_id: id,
    content: image ? langchainParts(asText(result), image) : asText(result),
    status: end === "ok" ? "success" : "error",
  })),
];

const langchainParts = (text: string, image: string) => [
  { type: "text", text },
  { type: "image_url", image_url: { url: urlOf(image) } },
];

const all = (renderer: Renderer) => (turns: Turn[]) => turns.flatMap(renderer);

export const RENDERED: Record<string, (turns: Turn[]) => Record<string, unknown>[]> = {
  "OpenAI chat": all(openaiChat),
  "OpenAI responses": all(openaiResponses),
  Anthropic: (turns) => joined(all(anthropic)(turns), "content"),
  "AI SDK": all(aiSdk),
  "LangChain dictionaries": (turns) => all(langchain)(turns).map(({ type, ...data }) => ({ type, data })),
  "LangChain instances": (turns) =>
    all(langchain)(turns).map(({ type, ...fields }) => new Instance(String(type), fields) as never),
  Gemini: (turns) => joined(all(gemini)(turns), "parts"),
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
