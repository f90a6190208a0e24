/**
 * Recorded runs as calls, outcomes, rounds and turns. Read: `LoopCall`s with their outcomes, steps of the AI SDK, messages
 * of OpenAI (chat completions and responses), Anthropic, the AI SDK (of the model and of the user interface), LangChain
 * and Gemini, and any mixture of them.
 */
import { messagesOf } from "./transcript-shapes.ts";
import type { LoopCall, LoopOutcome } from "./types.ts";

/** A call with what came back. */
export interface RecordedCall extends LoopCall, LoopOutcome {
  /** Calls with one number were asked for together; without it each call is a round of its own. */
  round?: number;
  /** Calls of one number lie between the same two words of a user. */
  turn?: number;
}

/** One call of a transcript. */
export interface TranscriptCall {
  readonly call: LoopCall;
  /** Not there: nothing came back. */
  outcome: LoopOutcome | undefined;
  /** Index of the model response that asked for it. */
  readonly round: number;
  /** How often a user spoke after the first round. */
  readonly turn: number;
}

type Fields = Record<string, unknown>;

/** The calls of a transcript, in order. What is no tool call, result or word of a user is passed over. */
export function readTranscript(entries: Iterable<unknown>): TranscriptCall[] {
  return readHistory(entries).calls;
}

/** The same, and the turn that the history ends in: past that of the last call when a user spoke since. */
export function readHistory(entries: Iterable<unknown>): { calls: TranscriptCall[]; turn: number } {
  const reader = new Reader();
  for (const entry of entries) if (isFields(entry)) for (const message of messagesOf(entry)) reader.read(message);
  return { calls: reader.calls, turn: reader.turn };
}

class Reader {
  readonly calls: TranscriptCall[] = [];
  readonly #open = new Map<string, TranscriptCall>();
  #round = -1;
  #turn = 0;
  /** What began the current round: a message, or the `round` of a recorded call. */
  #cause: unknown;

  get turn(): number {
    return this.#turn;
  }

  read(entry: Fields): void {
    if (Array.isArray(entry["toolCalls"]) || Array.isArray(entry["toolResults"])) this.#step(entry);
    else if (entry["type"] === "function_call") this.#responsesCall(entry, entry["call_id"], entry["arguments"]);
    else if (entry["type"] === "custom_tool_call")
      this.#responsesCall(entry, entry["call_id"], { input: entry["input"] });
    else if (entry["type"] === "mcp_call") this.#mcpCall(entry);
    else if (entry["type"] === "function_call_output" || entry["type"] === "custom_tool_call_output")
      this.#result(entry["call_id"], { result: plainContent(entry["output"]) });
    else if (entry["role"] !== undefined) this.#message(entry);
    else if (typeof entry["name"] === "string") this.#recorded(entry);
  }

  #recorded(entry: Fields): void {
    const { round, turn, id, name, retryable } = entry;
    if (typeof turn === "number" && turn !== this.#turn) this.#turn = turn;
    this.#begin(round ?? entry);
    const call: LoopCall = { name: name as string, arguments: entry["arguments"] };
    if (typeof id === "string") call.id = id;
    if (retryable === true) call.retryable = true;
    const added = this.#add(call);
    if (!["result", "error", "status", "errorTitle"].some((key) => entry[key] !== undefined)) return;
    const { result, error, status, errorTitle } = entry as LoopOutcome;
    added.outcome = { result, error, status, errorTitle };
  }

  /** A step of `generateText`: v4 has `args` and `result`, later ones `input` and `output`. */
  #step(step: Fields): void {
    this.#begin(step);
    for (const call of fieldsOf(step["toolCalls"]))
      this.#called(call["toolCallId"], call["toolName"], call["input"] ?? call["args"]);
    for (const result of fieldsOf(step["toolResults"]))
      this.#result(result["toolCallId"], { result: result["output"] ?? result["result"] });
    for (const part of fieldsOf(step["content"]))
      if (part["type"] === "tool-error") this.#result(part["toolCallId"], { error: part["error"] ?? "error" });
  }

  /** OpenAI's responses: the calls of one response follow each other. */
  #responsesCall(item: Fields, id: unknown, args: unknown): void {
    if (this.#cause !== "function_call") this.#begin("function_call");
    this.#called(id, item["name"], args);
  }

  /** The provider calls the server and puts both into one item. */
  #mcpCall(item: Fields): void {
    this.#responsesCall(item, item["id"], item["arguments"]);
    const { error, output } = item;
    if (error !== undefined && error !== null) this.#result(item["id"], { error });
    else if (output !== undefined && output !== null) this.#result(item["id"], { result: output });
  }

  #message(message: Fields): void {
    const { role, content } = message;
    const parts = fieldsOf(content);
    if (role === "assistant") this.#assistant(message, parts);
    else if (role === "tool") this.#toolMessage(message, parts);
    else if (role === "user") {
      for (const part of parts) if (part["type"] === "tool_result") this.#anthropicResult(part);
      const spoke = typeof content === "string" || parts.some((part) => part["type"] !== "tool_result");
      if (spoke && this.calls.length > 0) this.#turn++;
      if (spoke) this.#cause = undefined;
    }
  }

  #assistant(message: Fields, parts: Fields[]): void {
    this.#begin(message);
    for (const call of fieldsOf(message["tool_calls"])) {
      // LangChain has the name and the arguments where OpenAI has `function`.
      const fn = isFields(call["function"]) ? call["function"] : call;
      this.#called(call["id"], fn["name"], fn["arguments"] ?? fn["args"]);
    }
    for (const part of parts) {
      const type = String(part["type"]);
      if (type.endsWith("tool_use")) this.#called(part["id"], part["name"], part["input"]);
      else if (type === "tool-call") this.#called(part["toolCallId"], part["toolName"], part["input"] ?? part["args"]);
      // What the provider ran is answered in its own message.
      else if (type.endsWith("tool_result")) this.#anthropicResult(part);
      else if (type === "tool-result") this.#partResult(part);
    }
  }

  /** OpenAI: the content is the result. AI SDK: it is a list of results. */
  #toolMessage(message: Fields, parts: Fields[]): void {
    if (message["tool_call_id"] !== undefined) {
      const content = plainContent(message["content"]);
      this.#result(
        message["tool_call_id"],
        message["status"] === "error" ? { error: content ?? "error" } : { result: content },
      );
      return;
    }
    for (const part of parts) if (part["type"] === "tool-result") this.#partResult(part);
  }

  #partResult(part: Fields): void {
    const output = part["output"] ?? part["result"];
    const typed = isFields(output) && typeof output["type"] === "string";
    if (typed && output["type"] === "execution-denied") return; // a human said no: it never ran
    const valued = typed && "value" in output;
    const failed = valued && String(output["type"]).startsWith("error");
    const value = valued ? plainContent(output["value"]) : output;
    this.#result(part["toolCallId"], failed ? { error: value } : { result: value }, part["toolName"]);
  }

  #anthropicResult(part: Fields): void {
    const content = plainContent(part["content"]);
    this.#result(part["tool_use_id"], part["is_error"] === true ? { error: content ?? "error" } : { result: content });
  }

  /** A new round, unless `cause` began the current one. */
  #begin(cause: unknown): void {
    if (this.#cause === cause && cause !== undefined) return;
    this.#cause = cause;
    this.#round++;
  }

  #called(id: unknown, name: unknown, args: unknown): void {
    if (typeof name !== "string") return;
    this.#add(typeof id === "string" ? { id, name, arguments: args } : { name, arguments: args });
  }

  #add(call: LoopCall): TranscriptCall {
    const added: TranscriptCall = { call, outcome: undefined, round: this.#round, turn: this.#turn };
    this.calls.push(added);
    if (call.id !== undefined) this.#open.set(call.id, added);
    return added;
  }

  /** Gemini may leave ids out: then the results of a response come in the order of its calls. */
  #result(id: unknown, outcome: LoopOutcome, name?: unknown): void {
    const call =
      typeof id === "string"
        ? this.#open.get(id)
        : this.calls.find(
            ({ call, outcome: known, round }) => call.name === name && known === undefined && round === this.#round,
          );
    if (call !== undefined) call.outcome = outcome;
    if (this.#cause === "function_call") this.#cause = undefined;
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function fieldsOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}

const TEXT_TYPES: ReadonlySet<unknown> = new Set(["text", "input_text", "output_text"]);

/** The text of a list of text parts; anything else as it is. */
function plainContent(content: unknown): unknown {
  const parts = fieldsOf(content);
  if (!Array.isArray(content) || parts.length !== content.length || parts.length === 0) return content;
  if (!parts.every((part) => TEXT_TYPES.has(part["type"]) && typeof part["text"] === "string")) return content;
  return parts.map((part) => part["text"]).join("");
}
