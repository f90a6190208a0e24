/** Chat histories in the shapes of the providers and frameworks. */

/** One call of a history: its id, its name, its arguments, and what came back, if anything did. */
export interface Step {
  id: string;
  name: string;
  args: Record<string, unknown>;
  result?: string;
  failed?: boolean;
}

/** A history in the shape of one provider: the user's words, then responses of one or more calls, with their results. */
export type Shape = (rounds: Step[][]) => unknown[];

const answered = (steps: Step[]): Step[] => steps.filter(({ result }) => result !== undefined);

export const SHAPES: Record<string, Shape> = {
  "OpenAI chat": (rounds) => [
    { role: "system", content: "You search." },
    { role: "user", content: "Search." },
    ...rounds.flatMap((steps) => [
      {
        role: "assistant",
        content: null,
        tool_calls: steps.map(({ id, name, args }) => ({
          id,
          type: "function",
          function: { name, arguments: JSON.stringify(args) },
        })),
      },
      ...answered(steps).map(({ id, result }) => ({ role: "tool", tool_call_id: id, content: result })),
    ]),
  ],
  "OpenAI responses": (rounds) => [
    { role: "user", content: [{ type: "input_text", text: "Search." }] },
    ...rounds.flatMap((steps) => [
      { type: "reasoning", summary: [] },
      ...steps.map(({ id, name, args }) => ({
        type: "function_call",
        call_id: id,
        name,
        arguments: JSON.stringify(args),
      })),
      ...answered(steps).map(({ id, result }) => ({ type: "function_call_output", call_id: id, output: result })),
    ]),
  ],
  Anthropic: (rounds) => [
    { role: "user", content: "Search." },
    ...rounds.flatMap((steps) => [
      {
        role: "assistant",
        content: [
          { type: "text", text: "Let me see." },
          ...steps.map(({ id, name, args }) => ({ type: "tool_use", id, name, input: args })),
        ],
      },
      ...(answered(steps).length === 0
        ? []
        : [
            {
              role: "user",
              content: answered(steps).map(({ id, result, failed }) => ({
                type: "tool_result",
                tool_use_id: id,
                content: [{ type: "text", text: result }],
                ...(failed ? { is_error: true } : {}),
              })),
            },
          ]),
    ]),
  ],
  "AI SDK model messages": (rounds) => [
    { role: "user", content: [{ type: "text", text: "Search." }] },
    ...rounds.flatMap((steps) => [
      {
        role: "assistant",
        content: steps.map(({ id, name, args }) => ({
          type: "tool-call",
          toolCallId: id,
          toolName: name,
          input: args,
        })),
      },
      ...(answered(steps).length === 0
        ? []
        : [
            {
              role: "tool",
              content: answered(steps).map(({ id, name, result, failed }) => ({
                type: "tool-result",
                toolCallId: id,
                toolName: name,
                output: { type: failed ? "error-text" : "text", value: result },
              })),
            },
          ]),
    ]),
  ],
  "AI SDK UI messages": (rounds) => [
    { id: "1", role: "user", parts: [{ type: "text", text: "Search." }] },
    {
      id: "2",
      role: "assistant",
      parts: rounds.flatMap((steps) => [
        { type: "step-start" },
        { type: "text", text: "Let me see." },
        ...steps.map(({ id, name, args, result, failed }) => ({
          type: `tool-${name}`,
          toolCallId: id,
          input: args,
          ...(result === undefined
            ? { state: "input-available" }
            : failed
              ? { state: "output-error", errorText: result }
              : { state: "output-available", output: result }),
        })),
      ]),
    },
  ],
  "LangChain dictionaries": (rounds) => [
    { type: "human", content: "Search." },
    ...rounds.flatMap((steps) => [
      {
        type: "ai",
        content: "",
        tool_calls: steps.map(({ id, name, args }) => ({ type: "tool_call", id, name, args })),
      },
      ...answered(steps).map(({ id, result, failed }) => ({
        type: "tool",
        tool_call_id: id,
        content: result,
        status: failed ? "error" : "success",
      })),
    ]),
  ],
  "LangChain, stored": (rounds) =>
    (SHAPES["LangChain dictionaries"] as Shape)(rounds).map((message) => {
      const { type, ...data } = message as { type: string };
      return { type, data };
    }),
  "LangChain, serialized": (rounds) =>
    (SHAPES["LangChain dictionaries"] as Shape)(rounds).map((message) => {
      const { type, ...kwargs } = message as { type: "human" | "ai" | "tool" };
      const name = { human: "HumanMessage", ai: "AIMessage", tool: "ToolMessage" }[type];
      return { lc: 1, type: "constructor", id: ["langchain_core", "messages", name], kwargs };
    }),
  "LangChain, instances": (rounds) =>
    (SHAPES["LangChain dictionaries"] as Shape)(rounds).map((message) => {
      const { type, ...fields } = message as { type: string };
      return Object.assign(Object.create({ getType: () => type }), fields);
    }),
  Gemini: (rounds) => [
    { role: "user", parts: [{ text: "Search." }] },
    ...rounds.flatMap((steps) => [
      {
        role: "model",
        parts: [{ text: "Let me see." }, ...steps.map(({ id, name, args }) => ({ functionCall: { id, name, args } }))],
      },
      ...(answered(steps).length === 0
        ? []
        : [
            {
              role: "user",
              parts: answered(steps).map(({ id, name, result, failed }) => ({
                functionResponse: { id, name, response: failed ? { error: result } : { output: result } },
              })),
            },
          ]),
    ]),
  ],
  "Gemini without ids": (rounds) =>
    JSON.parse(
      JSON.stringify((SHAPES["Gemini"] as Shape)(rounds), (key, value) => (key === "id" ? undefined : value)),
    ) as unknown[],
};
