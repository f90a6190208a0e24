/**
 * Recorded runs as calls, outcomes, rounds and turns. Read: `LoopCall`s with their outcomes, steps of the AI SDK, messages
 * of OpenAI (chat completions and responses) and of Anthropic, and any mixture of them.
 */
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
  const reader = new Reader();
  for (const entry of entries) if (isFields(entry)) reader.read(entry);
  return reader.calls;
}

class Reader {
  readonly calls: TranscriptCall[] = [];
  readonly #open = new Map<string, TranscriptCall>();
  #round = -1;
  #turn = 0;
  /** What began the current round: a message, or the `round` of a recorded call. */
  #cause: unknown;

  read(entry: Fields): void {
    if (Array.isArray(entry["toolCalls"]) || Array.isArray(entry["toolResults"])) this.#step(entry);
    else if (entry["type"] === "function_call") this.#responsesCall(entry);
    else if (entry["type"] === "function_call_output") this.#result(entry["call_id"], { result: entry["output"] });
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
  #responsesCall(item: Fields): void {
    if (this.#cause !== "function_call") this.#begin("function_call");
    this.#called(item["call_id"], item["name"], item["arguments"]);
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
      const fn = isFields(call["function"]) ? call["function"] : {};
      this.#called(call["id"], fn["name"], fn["arguments"]);
    }
    for (const part of parts) {
      if (part["type"] === "tool_use") this.#called(part["id"], part["name"], part["input"]);
      if (part["type"] === "tool-call")
        this.#called(part["toolCallId"], part["toolName"], part["input"] ?? part["args"]);
    }
  }

  /** OpenAI: the content is the result. AI SDK: it is a list of results. */
  #toolMessage(message: Fields, parts: Fields[]): void {
    if (message["tool_call_id"] !== undefined) {
      this.#result(message["tool_call_id"], { result: plainContent(message["content"]) });
      return;
    }
    for (const part of parts) {
      if (part["type"] !== "tool-result") continue;
      const output = part["output"] ?? part["result"];
      const typed = isFields(output) && typeof output["type"] === "string" && "value" in output;
      const failed = typed && String(output["type"]).startsWith("error");
      const value = typed ? output["value"] : output;
      this.#result(part["toolCallId"], failed ? { error: value } : { result: value });
    }
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

  #result(id: unknown, outcome: LoopOutcome): void {
    const call = typeof id === "string" ? this.#open.get(id) : undefined;
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

/** The text of a list of text parts; anything else as it is. */
function plainContent(content: unknown): unknown {
  const parts = fieldsOf(content);
  if (!Array.isArray(content) || parts.length !== content.length || parts.length === 0) return content;
  if (!parts.every((part) => part["type"] === "text" && typeof part["text"] === "string")) return content;
  return parts.map((part) => part["text"]).join("");
}
