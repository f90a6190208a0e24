/**
 * Messages of frameworks, of Gemini, and of the AI SDK's user interface, as the messages that `TranscriptReader` reads: roles, and
 * parts of the AI SDK's model messages.
 */

import { piText } from "../base/agent-results.ts";
import { isGiven, property } from "../base/property.ts";
import type { LoopOutcome } from "../base/types.ts";
import { type Fields, fieldsOf, isFields, isTextPart, objectOf, plainContent, textOf } from "./fields.ts";

/** A call, as a part of what the model said. */
export function callPart(toolCallId: unknown, toolName: unknown, input: unknown): Fields {
  return { type: "tool-call", toolCallId, toolName, input };
}

/** What came back for a call, a value or what failed, as a part of a message of tools. */
export function resultPart(toolCallId: unknown, toolName: unknown, value: unknown, failed = false): Fields {
  const type = failed ? "error-json" : "json";
  return { type: "tool-result", toolCallId, toolName, output: { type, value } };
}

/** The message with results, where there are any. */
function toolMessages(results: readonly Fields[]): Fields[] {
  return results.length > 0 ? [{ role: "tool", content: results }] : [];
}

/** A message of an assistant that has calls, or a result; `undefined` for anything else. */
function piMessage(entry: Fields): Fields | undefined {
  const { role, content, toolCallId, toolName, isError } = entry;
  if (role === "toolResult")
    return { role: "tool", content: [resultPart(toolCallId, toolName, piText(content), isError === true)] };
  if (role !== "assistant") return undefined;
  const parts = fieldsOf(content);
  if (!parts.some(isCall)) return undefined;
  const partOf = (part: Fields) => (isCall(part) ? callPart(part["id"], part["name"], part["arguments"]) : part);
  return { role, content: parts.map(partOf) };
}

const isCall = (part: Fields): boolean => part["type"] === "toolCall";

/** Calls among the items of OpenAI's responses, by type: the arguments, and the tool if the item does not name it. */
const CALLS: ReadonlyMap<unknown, { name?: string; args: (item: Fields) => unknown }> = new Map([
  ["function_call", { args: (item) => item["arguments"] }],
  ["mcp_call", { args: (item) => item["arguments"] }],
  ["custom_tool_call", { args: ({ input }) => ({ input }) }],
  ["computer_call", { name: "computer", args: ({ actions, action }) => actions ?? action ?? undefined }],
  ["local_shell_call", { name: "local_shell", args: ({ action }) => action ?? undefined }],
  ["shell_call", { name: "shell", args: ({ action }) => action ?? undefined }],
  ["apply_patch_call", { name: "apply_patch", args: ({ operation }) => operation ?? undefined }],
]);

const OUTPUTS: ReadonlySet<unknown> = new Set([...CALLS.keys()].map((type) => `${type}_output`));

/** Whether an item of this type is a call. */
export const isCallItem = (type: unknown): boolean => CALLS.has(type);

/** Whether an item of this type is a call, or its result. */
export const isToolItem = (type: unknown): boolean => CALLS.has(type) || OUTPUTS.has(type);

/** The call in an item; `undefined` if it is not a call. */
export function itemCall(item: Fields): { name: unknown; arguments: unknown } | undefined {
  const call = CALLS.get(item["type"]);
  return call && { name: call.name ?? item["name"], arguments: call.args(item) };
}

/** The outcome in an item; an MCP call has its own, as the provider asks the server. */
export function itemOutcome({ type, status, output, error }: Fields): LoopOutcome | undefined {
  if (type === "mcp_call") return isGiven(error) ? { error } : isGiven(output) ? { result: output } : undefined;
  if (!OUTPUTS.has(type)) return undefined;
  if (type === "apply_patch_call_output" && status === "failed") return { error: output ?? "failed" };
  // A shell's commands fail together.
  if (type === "shell_call_output" && Array.isArray(output) && output.some(failed)) return { error: output };
  return { result: plainContent(output) ?? "" };
}

/** Items of OpenAI's Agents SDK have `exitCode`. */
function failed(command: unknown): boolean {
  const { type, exit_code, exitCode = exit_code } = (property(command, "outcome") ?? {}) as Fields;
  return type === "timeout" || (type === "exit" && exitCode !== 0);
}

/** Of frameworks that have messages of their own: the same in one of the forms that are read; `undefined`: it is none of theirs. */
const KNOWN: readonly ((entry: Fields) => Fields | undefined)[] = [
  langchainMessage,
  agentiumMessage,
  piMessage,
  agentsItem,
  genkitMessage,
  llamaindexMessage,
];

/** The messages in an entry; for any other form, the entry itself. */
export function messagesOf(entry: Fields): Fields[] {
  if (isStep(entry)) return stepMessages(entry);
  for (const known of KNOWN) {
    const message = known(entry);
    if (message !== undefined) return [message];
  }
  const parts = entry["parts"] ?? invocationParts(entry);
  if (!Array.isArray(parts)) return [entry];
  const known = parts.filter(isFields);
  // Gemini's parts have no type.
  return known.some((part) => typeof part["type"] === "string")
    ? uiMessages(entry, known)
    : geminiMessages(entry, known);
}

/** Whether an entry is in one of the forms that are read, though nothing in it may be a call. */
export function isMessage(entry: unknown): boolean {
  const parts = isFields(entry) ? messagesOf(entry) : [];
  return parts.some((one) => ["role", "type", "name"].some((key) => typeof one[key] === "string"));
}

/** Those of Agentium and of TanStack AI differ from OpenAI's in the names of two fields. */
function agentiumMessage({ role, content, toolCalls, toolCallId: tool_call_id }: Fields): Fields | undefined {
  const isCall = ({ name, function: called }: Fields): boolean => typeof name === "string" || isFields(called);
  if (role === "assistant" && fieldsOf(toolCalls).some(isCall)) return { role, content, tool_calls: toolCalls };
  return role === "tool" && typeof tool_call_id === "string" ? { role, content, tool_call_id } : undefined;
}

/** Items of OpenAI's Agents SDK differ from those of the responses in names, and an output may be one part. LiveKit's have `args`. */
function agentsItem({ type, callId: call_id, output, args, ...item }: Fields): Fields | undefined {
  if (typeof call_id !== "string" || typeof type !== "string") return undefined;
  const own = isFields(output) ? (output["text"] ?? output) : output;
  return { arguments: args, ...item, type: type.replace(/_result$/, "_output"), call_id, output: own };
}

const LANGCHAIN_ROLES: Readonly<Record<string, string>> = { ai: "assistant", human: "user", tool: "tool" };
const LANGCHAIN_CLASS = /^(AI|Human|Tool)Message(?:Chunk)?$/;

/** An instance, `{ type, data }`, `{ type, content }`, or the `kwargs` of a serialized one. */
function langchainMessage(entry: Fields): Fields | undefined {
  const { type } = entry;
  if (type === "constructor" && isFields(entry["kwargs"]) && Array.isArray(entry["id"])) {
    const name: unknown = entry["id"].at(-1);
    const [, kind] = (typeof name === "string" && LANGCHAIN_CLASS.exec(name)) || [];
    return kind === undefined ? undefined : withRole(entry["kwargs"], kind.toLowerCase());
  }
  const method = entry["getType"] ?? entry["_getType"];
  if (typeof method === "function") return withRole(entry, String(method.call(entry)));
  if (typeof type !== "string" || entry["role"] !== undefined || !Object.hasOwn(LANGCHAIN_ROLES, type))
    return undefined;
  return withRole(isFields(entry["data"]) ? entry["data"] : entry, type);
}

function withRole(fields: Fields, kind: string): Fields {
  const { content, tool_calls, invalid_tool_calls, tool_call_id, status } = fields;
  const role = LANGCHAIN_ROLES[kind] ?? kind;
  if (role !== "assistant") return { role, content, tool_call_id, status };
  const calls = [tool_calls, invalid_tool_calls].flatMap((list) => (Array.isArray(list) ? list : []));
  // Older versions keep the provider's form.
  const { tool_calls: given, reasoning_content } = objectOf(fields["additional_kwargs"]);
  const message = { role, reasoning_content, content: withoutCalls(content) };
  if (calls.length === 0 && Array.isArray(given)) return { ...message, tool_calls: given };
  return calls.length > 0 ? { ...message, tool_calls: calls } : { ...message, content };
}

/** The provider's own form of the same calls may be in the content. */
function withoutCalls(content: unknown): unknown {
  if (!Array.isArray(content)) return content;
  return fieldsOf(content).filter(({ type }) => isTextPart(type) || type === "thinking" || type === "reasoning");
}

/** Genkit's parts have no type either, and its tools may give a list of parts beside the output. */
function genkitMessage({ role, content }: Fields): Fields | undefined {
  const parts = Array.isArray(content) ? fieldsOf(content) : [];
  if (!parts.some(({ toolRequest, toolResponse }) => isFields(toolRequest ?? toolResponse))) return undefined;
  const known = parts.map((part) => {
    const { toolRequest: call, toolResponse: answer } = part;
    if (isFields(call)) return callPart(call["ref"], call["name"], call["input"]);
    if (!isFields(answer)) return part;
    const { ref, name, output, content: more } = answer;
    return resultPart(ref, name, Array.isArray(more) ? [output, ...more] : output);
  });
  return { role: role === "model" ? "assistant" : role, content: known };
}

/** LlamaIndex has calls and results in the options of a message. */
function llamaindexMessage({ role, content, options }: Fields): Fields | undefined {
  const { toolCall, toolResult } = objectOf(options);
  if (isFields(toolResult))
    return { role: "tool", content, tool_call_id: toolResult["id"], status: toolResult["isError"] === true && "error" };
  if (!Array.isArray(toolCall)) return undefined;
  const calls = fieldsOf(toolCall).map(({ id, name, input }) => ({ id, name, arguments: input }));
  return { role, content, tool_calls: calls };
}

/** Python writes `function_call` where JSON of the API has `functionCall`. */
function geminiMessages(entry: Fields, parts: Fields[]): Fields[] {
  const calls = parts.flatMap(({ functionCall, function_call: call = functionCall }) =>
    isFields(call) ? [callPart(call["id"], call["name"], call["args"] ?? {})] : [],
  );
  const results = parts.flatMap(({ functionResponse, function_response: response = functionResponse }) =>
    isFields(response) ? [geminiResult(response)] : [],
  );
  if (entry["role"] === "model") return [{ role: "assistant", content: calls }];
  const words = parts.filter((part) => !isFields(part["functionResponse"] ?? part["function_response"]));
  return [
    ...toolMessages(results),
    ...(words.length > 0 && entry["role"] === "user" ? [{ role: "user", content: words }] : []),
  ];
}

/** Images of a result are beside it, and are news as the rest is. */
function geminiResult({ id, name, response, parts }: Fields): Fields {
  const { error } = objectOf(response);
  if (error !== undefined) return resultPart(id, name, error, true);
  const withParts = isFields(response) && parts !== undefined;
  return resultPart(id, name, withParts ? { ...response, "functionResponse.parts": parts } : response);
}

/** Version 4, before it had parts: a list of calls, each of which may have the number of its step. */
function invocationParts({ role, toolInvocations }: Fields): Fields[] | undefined {
  if (role !== "assistant" || !Array.isArray(toolInvocations)) return undefined;
  let last: unknown;
  return toolInvocations.filter(isFields).flatMap((toolInvocation) => {
    const begins = toolInvocation["step"] !== last;
    last = toolInvocation["step"];
    return [...(begins ? [{ type: "step-start" }] : []), { type: "tool-invocation", toolInvocation }];
  });
}

/** One response and its results for each step: a message of the interface contains all steps of an answer. */
function uiMessages(entry: Fields, parts: Fields[]): Fields[] {
  if (entry["role"] !== "assistant") return [{ role: entry["role"], content: parts }];
  const steps: Fields[][] = [[]];
  for (const part of parts) {
    if (part["type"] === "step-start") steps.push([]);
    else steps.at(-1)?.push(part);
  }
  return steps.flatMap((step) => {
    const asked = step.flatMap(uiCall);
    if (asked.length === 0) return [];
    const results = asked.flatMap(({ result }) => (result === undefined ? [] : [result]));
    return [{ role: "assistant", content: asked.map(({ call }) => call) }, ...toolMessages(results)];
  });
}

/** A tool's part; in version 4 its fields are in `toolInvocation`. A call whose input is incomplete is ignored. */
function uiCall(part: Fields): { call: Fields; result?: Fields }[] {
  const type = textOf(part["type"]);
  const fields = type === "tool-invocation" && isFields(part["toolInvocation"]) ? part["toolInvocation"] : part;
  const toolName = fields["toolName"] ?? (type.startsWith("tool-") ? type.slice("tool-".length) : undefined);
  const { toolCallId, state } = fields;
  if (
    typeof toolCallId !== "string" ||
    typeof toolName !== "string" ||
    state === "input-streaming" ||
    state === "partial-call"
  )
    return [];
  const call = callPart(toolCallId, toolName, fields["input"] ?? fields["args"] ?? fields["rawInput"]);
  const result = (value: unknown, failed = false) => [
    { call, result: resultPart(toolCallId, toolName, value, failed) },
  ];
  if (state === "result") return result(fields["result"]);
  if (state === "output-available" && fields["preliminary"] !== true) return result(fields["output"]);
  return state === "output-error" ? result(fields["errorText"] ?? "error", true) : [{ call }];
}

/**
 * A step of the AI SDK's `generateText`: v4 has `args` and `result`, later ones `input` and `output`. As JSON, later ones
 * have only what their class keeps in fields: calls and results are in the content.
 */
export function isStep({ role, content, finishReason, toolCalls, toolResults }: Fields): boolean {
  if (role !== undefined) return false; // a message, such as Agentium's
  if (Array.isArray(toolCalls) || Array.isArray(toolResults)) return true;
  return typeof finishReason === "string" && Array.isArray(content);
}

function stepMessages(step: Fields): Fields[] {
  const content = fieldsOf(step["content"]);
  const listed = (name: string, type: string) =>
    Array.isArray(step[name]) ? fieldsOf(step[name]) : content.filter((part) => part["type"] === type);
  const calls = listed("toolCalls", "tool-call").map(({ toolCallId, toolName, input, args }) =>
    callPart(toolCallId, toolName, input ?? args),
  );
  const results = listed("toolResults", "tool-result")
    .filter(({ preliminary }) => preliminary !== true)
    .map(({ toolCallId, output, result }) => resultPart(toolCallId, undefined, output ?? result));
  const errors = content
    .filter(({ type }) => type === "tool-error")
    .map((part) => resultPart(part["toolCallId"], undefined, stepError(part, step), true));
  const texts = content.filter(({ type }) => isTextPart(type) || type === "reasoning");
  return [{ role: "assistant", content: [...texts, ...calls] }, ...toolMessages([...results, ...errors])];
}

/** What a tool threw. An error as JSON is `{}`; then the step's own messages have its text. */
function stepError({ toolCallId, error }: Fields, { response }: Fields): unknown {
  if (!isFields(error) || error instanceof Error || Object.keys(error).length > 0) return error ?? "error";
  const parts = fieldsOf(objectOf(response)["messages"]).flatMap(({ content }) => fieldsOf(content));
  const answer = parts.findLast((part) => part["type"] === "tool-result" && part["toolCallId"] === toolCallId);
  return isFields(answer?.["output"]) ? (answer["output"]["value"] ?? "error") : "error";
}
