/** Where messages of the providers and frameworks have their texts and results, to leave messages out and to edit results. */
import { isGiven, isPlainObject } from "../../base/property.ts";
import { canonicalText } from "../../core/identity.ts";
import { type Fields, isFields, isTextPart, textIn } from "../../history/fields.ts";
import { LEFT_OUT } from "../../rules/verdict-texts.ts";
import { withoutWarning } from "../../run/call-input.ts";
import { withMessage, withMessageOrText, withParagraph } from "../with-message.ts";

/** An item of OpenAI's responses that is a call. */
export function isCallItem({ type }: Fields): boolean {
  return type === "function_call" || type === "custom_tool_call";
}

/** An item of OpenAI's responses that belongs to the item that follows, or may: reasoning, and what the model says first. */
export function isLeadItem({ type, role }: Fields): boolean {
  return type === "reasoning" || (type === "message" && role === "assistant");
}

/** Parts of a model response that go with its calls, whole and unmodified. */
const WITH_CALLS: ReadonlySet<unknown> = new Set(
  "thinking redacted_thinking reasoning tool_use tool-call tool_call function_call toolCall".split(" "),
);

/**
 * What the model says to its user in a response with calls. `undefined`: the message has something that cannot be left out,
 * such as a file, a tool that the provider ran, or a marker of the prompt's cache.
 */
export function messageTexts(message: Fields): string[] | undefined {
  const body = bodyOf(message);
  if (isMarked(message) || isMarked(body)) return undefined;
  if (isGiven(body["audio"]) || isGiven(body["refusal"])) return undefined;
  // Items have a summary or encrypted content, which is not said.
  if (message["type"] === "reasoning") return [];
  const texts = typeof body["content"] === "string" ? [body["content"]] : [];
  for (const part of [...listOf(body["content"]), ...listOf(body["parts"])]) {
    if (!isFields(part) || isMarked(part)) return undefined;
    const { type, text, thought } = part;
    const isText = type === undefined ? typeof text === "string" : isTextPart(type);
    if (isText && thought !== true) texts.push(String(textIn(part)));
    else if (!isText && !WITH_CALLS.has(type) && callOf(part) === undefined) return undefined;
  }
  return texts.map((text) => text.trim()).filter((text) => text !== "");
}

/** Of Gemini and of Genkit, which also has reasoning without a type. */
const callOf = (part: Fields): unknown =>
  part["functionCall"] ?? part["function_call"] ?? part["toolRequest"] ?? part["reasoning"];
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** LangChain's dictionaries and serialized messages have their fields one level down. */
function bodyOf(message: Fields): Fields {
  const key = bodyKey(message);
  return key === undefined ? message : (message[key] as Fields);
}

function bodyKey({ type, role, kwargs, data }: Fields): string | undefined {
  if (type === "constructor" && isFields(kwargs)) return "kwargs";
  return role === undefined && typeof type === "string" && isFields(data) ? "data" : undefined;
}

const MARKER = /^cache_?(?:control|point)$/i;

/** Whether it ends a part of the prompt that is cached: in its own field, or in the options of a provider. */
function isMarked(part: Fields): boolean {
  const { providerOptions, providerMetadata, experimental_providerMetadata, metadata } = part;
  if (isFields(metadata) && isGiven(metadata["cache"])) return true; // Genkit
  const options = [providerOptions, providerMetadata, experimental_providerMetadata].filter(isFields);
  return [part, ...options.flatMap((option) => Object.values(option)).filter(isFields)].some((fields) =>
    Object.keys(fields).some((key) => MARKER.test(key) && isGiven(fields[key])),
  );
}

/** Whether a message of results, or one of its parts, is marked. */
export function isMarkedResult(message: Fields): boolean {
  const body = bodyOf(message);
  const parts = [...listOf(body["content"]), ...listOf(body["parts"]), ...listOf(body["output"])].filter(isFields);
  const inner = parts.flatMap((part) => listOf(part["content"]).filter(isFields));
  return [message, body, ...parts, ...inner].some(isMarked);
}

/** Gives the new result for a result; its place is its number in the message. `note` adds a text to it, if it can. */
type Edit = (result: unknown, place: number, note: Noting) => unknown;
/** The result with the text; `undefined`: there is no place for it. */
type Noting = (text: string) => unknown;

/** The message with its results edited; `undefined` if it has anything but results. The message itself is not changed. */
export function editResults<T>(message: T, edit: Edit): T | undefined {
  if (!isFields(message)) return undefined;
  const key = bodyKey(message);
  const body = bodyOf(message);
  const edited = editBody(body, edit);
  if (edited === undefined || edited === body) return edited === undefined ? undefined : message;
  return key === undefined ? (edited as T) : replaced(message, key, edited);
}

function editBody(body: Fields, edit: Edit): Fields | undefined {
  const { type, role, content, parts, options } = body;
  if (type === "function_call_output" || type === "function_call_result" || type === "custom_tool_call_output")
    return editField(body, "output", 0, edit, (value, text) => addMessage(value, text, "input_text"));
  const { toolResult } = isFields(options) ? options : {};
  if (isFields(toolResult)) {
    const edited = editField(body, "content", 0, edit, addMessage);
    const changed = { ...(options as Fields), toolResult: { ...toolResult, result: edited["content"] } };
    return edited === body ? body : replaced(edited, "options", changed);
  }
  const called = body["tool_call_id"] ?? body["toolCallId"];
  if (typeof called === "string" || role === "function") {
    if (!Array.isArray(parts)) return editField(body, "content", 0, edit, addMessage);
  }
  const field = Array.isArray(content) ? "content" : "parts";
  const list = listOf(body[field]);
  const edited = list.map((part, place) => (isFields(part) ? editPart(part, place, edit) : undefined));
  if (list.length === 0 || edited.includes(undefined)) return undefined;
  return edited.every((part, place) => part === list[place]) ? body : replaced(body, field, edited);
}

function editPart(part: Fields, place: number, edit: Edit): Fields | undefined {
  if (part["type"] === "tool_result") return editField(part, "content", place, edit, addMessage);
  if (part["type"] === "tool-result")
    return editField(part, part["output"] === undefined ? "result" : "output", place, edit, addToOutput);
  const answer = part["toolResponse"];
  if (isFields(answer)) {
    const edited = Array.isArray(answer["content"])
      ? editField(answer, "content", place, edit, (value, text) => [...listOf(bare(value)), { text }])
      : editField(answer, "output", place, edit, (value, text) => withMessageOrText(bare(value), text));
    return edited === answer ? part : replaced(part, "toolResponse", edited);
  }
  for (const key of ["functionResponse", "function_response"]) {
    const response = part[key];
    if (!isFields(response)) continue;
    const edited = editField(response, "response", place, edit, (value, text) =>
      isPlainObject(value) ? withMessage(bare(value), text) : undefined,
    );
    return edited === response ? part : replaced(part, key, edited);
  }
  return undefined;
}

function editField(
  fields: Fields,
  key: string,
  place: number,
  edit: Edit,
  note: (value: unknown, text: string) => unknown,
): Fields {
  const value = fields[key];
  const edited = edit(value, place, (text) => note(value, text));
  return edited === value ? fields : replaced(fields, key, edited);
}

/** The result without an earlier line of ours. */
function bare(result: unknown): unknown {
  return JSON.stringify(result)?.includes(LEFT_OUT) ? withoutWarning({ result }).result : result;
}

function addMessage(given: unknown, text: string, type = "text"): unknown {
  if (!isGiven(given)) return text;
  const value = bare(given);
  if (Array.isArray(value))
    return [...value, value.filter(isFields).some(isTanstackPart) ? { type, content: text } : { type, text }];
  if (isFields(value) && value["type"] === "text") return { ...value, text: withMessage(value["text"], text) };
  const whole = withMessage(value, text);
  return whole === value ? undefined : whole;
}

/** The text of TanStack AI's parts is in `content`, and what a file has in `value` of its source. */
const isTanstackPart = ({ type, text, source }: Fields): boolean =>
  type === "text" ? text === undefined : isFields(source) && source["value"] !== undefined;

/** Of the AI SDK: `{ type, value }`, in version 4 any value. */
function addToOutput(output: unknown, text: string): unknown {
  if (!isFields(output) || !("value" in output) || typeof output["type"] !== "string") {
    const whole = withMessage(output, text);
    return whole === output ? undefined : whole;
  }
  const { type } = output;
  const value = bare(output["value"]);
  if (type === "content") return { ...output, value: [...listOf(value), { type: "text", text }] };
  const whole = withMessage(value, text);
  if (whole !== value) return { ...output, value: whole };
  if (type !== "json" && type !== "error-json") return undefined;
  // A list or a number has no place for a text, but its JSON has.
  return { ...output, type: type === "json" ? "text" : "error-text", value: withParagraph(canonicalText(value), text) };
}

/** A copy with another value in one field, of the same class. */
function replaced<T extends object>(object: T, key: string, value: unknown): T {
  if (isPlainObject(object)) return { ...object, [key]: value };
  const field = (value: unknown) => ({ value, enumerable: true, configurable: true, writable: true });
  const fields: PropertyDescriptorMap = { ...Object.getOwnPropertyDescriptors(object), [key]: field(value) };
  // LangChain serializes a message from the arguments of its constructor.
  const given: unknown = fields["lc_kwargs"]?.value;
  if (isPlainObject(given) && key in given) fields["lc_kwargs"] = field({ ...given, [key]: value });
  return Object.create(Object.getPrototypeOf(object), fields);
}
