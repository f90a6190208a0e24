/**
 * What a request must be for its provider to take it, as the provider documents it; each checker gives what is wrong. They know
 * nothing of `lib/`. `before`: the request that it was made from, whose reasoning must stay as it was.
 */

type Message = Record<string, unknown>;
export type RequestCheck = (request: readonly unknown[], before?: readonly unknown[]) => string[];

const THINKING: ReadonlySet<unknown> = new Set(["thinking", "redacted_thinking"]);
const list = (value: unknown): Message[] => (Array.isArray(value) ? (value as Message[]) : []);

/** Each call of a turn is answered once, in order, by the messages directly behind it, and nothing else is answered. */
function answeredInPlace(turns: { calls: string[]; answers: string[] }[]): string[] {
  const wrong: string[] = [];
  let open: string[] = [];
  for (const { calls, answers } of turns) {
    for (const id of answers) if (open.shift() !== id) wrong.push(`${id} is answered out of place`);
    if (answers.length > 0 && calls.length === 0) continue;
    if (open.length > 0) wrong.push(`${open.join()} is not answered`);
    open = [...calls];
  }
  return open.length > 0 ? [...wrong, `${open.join()} is not answered`] : wrong;
}

/**
 * "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'", "messages with
 * role 'tool' must be a response to a preceding message with 'tool_calls'" (errors 400 of /v1/chat/completions;
 * https://platform.openai.com/docs/guides/function-calling).
 */
export const openaiChat: RequestCheck = (request) =>
  answeredInPlace(
    (request as Message[]).map(({ role, tool_calls, tool_call_id }) => ({
      calls: list(tool_calls).map(({ id }) => String(id)),
      answers: role === "tool" ? [String(tool_call_id)] : [],
    })),
  );

/**
 * As chat completions: https://docs.langchain.com/oss/javascript/langchain/errors/INVALID_TOOL_RESULTS. Dictionaries
 * `{ type, data }`, or instances.
 */
export const langchain: RequestCheck = (request) =>
  answeredInPlace(
    (request as Message[]).map((message) => {
      const { tool_calls, tool_call_id } = (message["data"] ?? message) as Message;
      const type = typeof message["getType"] === "function" ? message["getType"]() : message["type"];
      return {
        calls: list(tool_calls).map(({ id }) => String(id)),
        answers: type === "tool" ? [String(tool_call_id)] : [],
      };
    }),
  );

/**
 * "No tool output found for function call", "No tool call found for function call output", "Item 'rs_…' of type 'reasoning' was
 * provided without its required following item", "Item 'fc_…' of type 'function_call' was provided without its required
 * 'reasoning' item" (errors 400 of /v1/responses; https://platform.openai.com/docs/guides/reasoning: keep reasoning items with
 * the function calls that follow them).
 */
export const openaiResponses: RequestCheck = (request, before = request) => {
  const wrong: string[] = [];
  const turns: { calls: string[]; answers: string[] }[] = [];
  let joined = false;
  for (const item of request as Message[]) {
    if (item["type"] === "function_call") {
      if (joined) turns.at(-1)?.calls.push(String(item["call_id"]));
      else turns.push({ calls: [String(item["call_id"])], answers: [] });
      joined = true;
    } else if (item["type"] === "function_call_output") {
      turns.push({ calls: [], answers: [String(item["call_id"])] });
      joined = false;
    } else {
      if (item["role"] === "user") turns.push({ calls: [], answers: [] });
      joined = false;
    }
  }
  const original = before as Message[];
  (request as Message[]).forEach((item, at) => {
    if (item["type"] === "reasoning" && original[original.indexOf(item) + 1] !== request[at + 1])
      wrong.push(`${item["id"]} is without its following item`);
    const led = original[original.indexOf(item) - 1];
    if (item["type"] === "function_call" && led?.["type"] === "reasoning" && led !== request[at - 1])
      wrong.push(`${item["id"]} is without its reasoning`);
  });
  return [...wrong, ...answeredInPlace(turns)];
};

/**
 * "Tool result blocks must immediately follow their corresponding tool use blocks", and come first in their message
 * (https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use); the first message is the user's and roles
 * alternate (docs/en/api/messages; the API joins equal roles); a turn with tool use keeps its thinking blocks, complete,
 * unmodified and in front (docs/en/build-with-claude/extended-thinking); at most four `cache_control`
 * (docs/en/build-with-claude/prompt-caching).
 */
export const anthropic: RequestCheck = (request, before = request) => {
  const wrong: string[] = [];
  const messages = request as Message[];
  const thoughts = new Map<string, string>();
  const thinkingOf = ({ content }: Message) => JSON.stringify(list(content).filter(({ type }) => THINKING.has(type)));
  const firstUse = ({ content }: Message) => list(content).find(({ type }) => type === "tool_use")?.["id"];
  for (const message of before as Message[]) thoughts.set(String(firstUse(message)), thinkingOf(message));
  messages.forEach((message, at) => {
    const { role, content } = message;
    if (role !== (at % 2 === 0 ? "user" : "assistant")) wrong.push(`${at} is of ${role}: roles do not alternate`);
    const types = list(content).map(({ type }) => type);
    const texts = types.indexOf("text");
    if (role === "user" && texts >= 0 && types.lastIndexOf("tool_result") > texts) wrong.push(`${at}: a text is first`);
    if (types.some((type, place) => THINKING.has(type) && place > 0 && !THINKING.has(types[place - 1])))
      wrong.push(`${at}: thinking is not in front`);
    if (list(content).some(({ type, signature }) => type === "thinking" && !signature)) wrong.push(`${at}: unsigned`);
    if (types.includes("tool_use") && thoughts.get(String(firstUse(message))) !== thinkingOf(message))
      wrong.push(`${at}: thinking was changed`);
  });
  if (JSON.stringify(request).split('"cache_control"').length > 5) wrong.push("more than four cache markers");
  const turns = messages.map(({ content }) => ({
    calls: list(content).flatMap(({ type, id }) => (type === "tool_use" ? [String(id)] : [])),
    answers: list(content).flatMap(({ type, tool_use_id: id }) => (type === "tool_result" ? [String(id)] : [])),
  }));
  return [...wrong, ...answeredInPlace(turns)];
};

/**
 * `convertToLanguageModelPrompt` of package `ai` throws `MissingToolResultsError` for a call without a result before the next
 * message of a user, and providers want no result without a call; `modelMessageSchema` says what the outputs are.
 */
export const aiSdk: RequestCheck = (request) => {
  const wrong: string[] = [];
  const messages = request as Message[];
  const turns = messages.map(({ role, content }) => ({
    calls: role === "assistant" ? list(content).flatMap((part) => idOf(part, "tool-call")) : [],
    answers: role === "tool" ? list(content).flatMap((part) => idOf(part, "tool-result")) : [],
  }));
  for (const part of messages.flatMap(({ content }) => list(content))) {
    if (part["type"] !== "tool-result") continue;
    const { type, value } = part["output"] as Message;
    const fits =
      type === "content"
        ? list(value).every(({ type, text }) => (type === "text" ? typeof text === "string" : type === "media"))
        : type === "json" || (typeof value === "string" && (type === "text" || type === "error-text"));
    if (!fits) wrong.push(`${part["toolCallId"]}: a wrong output`);
  }
  return [...wrong, ...answeredInPlace(turns)];
};

const idOf = (part: Message, type: string): string[] =>
  part["type"] === type && part["providerExecuted"] !== true ? [String(part["toolCallId"])] : [];

/**
 * "Please ensure that the number of function response parts is equal to the number of function call parts of the function call
 * turn", "function call turn comes immediately after a user turn or after a function response turn" (errors 400 of
 * generateContent); `response` is an object, and of Gemini 3 the first call of each turn keeps its `thoughtSignature`
 * (https://ai.google.dev/gemini-api/docs/thought-signatures).
 */
export const gemini: RequestCheck = (request) => {
  const wrong: string[] = [];
  const turns = (request as Message[]).map(({ role, parts }, at) => {
    const calls = list(parts).filter(({ functionCall }) => functionCall !== undefined);
    const responses = list(parts).flatMap(({ functionResponse }) => (functionResponse ? [functionResponse] : []));
    const previous = (request as Message[])[at - 1];
    if (calls.length > 0 && previous?.["role"] !== "user") wrong.push(`${at}: the call comes after no user's turn`);
    if (calls.length > 0 && !calls[0]?.["thoughtSignature"]) wrong.push(`${at}: no signature`);
    if (role === "model" && responses.length > 0) wrong.push(`${at}: the model answers itself`);
    for (const { response } of responses as Message[])
      if (typeof response !== "object" || response === null || Array.isArray(response)) wrong.push(`${at}: no object`);
    return {
      calls: calls.map(({ functionCall }) => String((functionCall as Message)["id"])),
      answers: (responses as Message[]).map(({ id }) => String(id)),
    };
  });
  return [...wrong, ...answeredInPlace(turns)];
};
