/** Sessions of the Gemini CLI (`~/.gemini/tmp/<project>/chats`), as one object or as a log of changes. */

import { withoutElement } from "../../base/agent-results.ts";
import { type Fields, fieldsOf, isFields, textOf } from "../../history/fields.ts";
import { callPart } from "../../history/transcript-shapes.ts";
import { cachedOf, idOf, numberOf, timeOf, wordOf } from "../field-values.ts";
import { Recent } from "../limits.ts";
import type { ReadValue, RunWriter, TraceFormatSpec, TraceRuns } from "../run-writer.ts";
import type { TextStream } from "../trace-types.ts";
import { notRecorded } from "./spans.ts";

export const geminiCliFormat: TraceFormatSpec = {
  name: "gemini-cli",
  description: "sessions of the Gemini CLI, and its telemetry log",
  recognises: (value) =>
    (typeof value["sessionId"] === "string" && typeof value["projectHash"] === "string") ||
    (typeof value["sessionId"] === "string" && fieldsOf(value["messages"]).some(isMessage)) ||
    "$set" in value ||
    value["type"] === "gemini" ||
    geminiEvent(value) !== undefined,
  reader: geminiReader,
};

const isMessage = ({ type }: Fields): boolean => type === "user" || type === "gemini";

/** States of a call that has a result. A cancelled call has none: a human refused it. */
const ANSWERED = new Set<unknown>(["success", "error"]);

function geminiReader(runs: TraceRuns): ReadValue {
  const readEvent = telemetryReader(runs);
  let session: string | undefined;
  /** Messages and calls that were already read: each is written again whenever it changes. */
  const seen = new Recent<true>();
  const isNew = (key: string, id: unknown) => {
    if (id === undefined) return true;
    if (seen.get(key) === true) return false;
    seen.set(key, true);
    return true;
  };
  const readMessage = (run: RunWriter, message: Fields) => {
    run.at = timeOf(message["timestamp"]);
    if (isOfUser(message) && isNew(`message ${idOf(message["id"])}`, message["id"]))
      run.messages.spoke(message["content"]);
    if (message["type"] === "gemini") readTexts(run, message);
    const calls = fieldsOf(message["toolCalls"]).map((call, i) => ({ call, key: keyOf(call, message, i) }));
    if (calls.length === 0) return;
    const added = calls.filter(({ key }) => isNew(`call ${key}`, key));
    if (added.length > 0) {
      const asked = added.map(({ key, call: { name, args } }) => callPart(key, name, args ?? {}));
      run.response(idOf(message["id"]) ?? message, asked);
      run.billedBy(message["tokens"]);
    }
    for (const { key, call } of calls) {
      if (!ANSWERED.has(call["status"]) || !isNew(`result ${key}`, key)) continue;
      // A call is recorded when it has ended.
      run.at = timeOf(call["timestamp"]) ?? run.at;
      const failed = call["status"] === "error";
      const value = withoutElement(responseOf(call["result"]), "hook_context") ?? call["resultDisplay"];
      run.result(key, value ?? (failed ? "error" : ""), failed);
    }
  };
  /** What the model thought and said; a message may be written before it has either. */
  const readTexts = (run: RunWriter, message: Fields) => {
    const id = idOf(message["id"]);
    const thoughts = fieldsOf(message["thoughts"]).map(thoughtOf).join("\n\n");
    const content = textIn(message["content"]);
    let begins = true;
    const add = (text: string, stream: TextStream): void => {
      if (text === "" || !isNew(`${stream} ${id}`, message["id"])) return;
      run.text(text, stream, begins);
      begins = false;
    };
    add(thoughts, "reasoning");
    add(content, "text");
  };
  return (value, line) => {
    const event = geminiEvent(value);
    if (event !== undefined) return readEvent(event, line);
    if (typeof value["sessionId"] === "string") session = value["sessionId"];
    const run = runs.of(session, line, timeOf(value["startTime"] ?? value["timestamp"]));
    const changes = isFields(value["$set"]) ? value["$set"] : value;
    if (Array.isArray(changes["messages"]))
      for (const message of fieldsOf(changes["messages"])) readMessage(run, message);
    else if ("$rewindTo" in value) run.messages.spoke();
    else readMessage(run, value);
  };
}

const thoughtOf = ({ subject, description }: Fields): string =>
  [subject, description].filter((part) => typeof part === "string").join("\n");

/** The text of a message's content, which is a text, or a list of parts without types. */
function textIn(content: unknown): string {
  if (typeof content === "string") return content;
  return fieldsOf(content)
    .map(({ text }) => textOf(text))
    .join("");
}

/** Whether a user wrote the message: results of calls are recorded with the type "user", too. */
function isOfUser({ type, content }: Fields): boolean {
  return type === "user" && !fieldsOf(content).some((part) => "functionResponse" in part);
}

const keyOf = (call: Fields, message: Fields, i: number): string =>
  idOf(call["id"]) ?? `${idOf(message["id"], message["timestamp"])} ${i}`;

/** The part of a result that the model saw: a result is a list of parts, of which `functionResponse` contains it. */
function responseOf(result: unknown): unknown {
  const parts = fieldsOf(result).map((part) => (isFields(part["functionResponse"]) ? part["functionResponse"] : part));
  const responses = parts.map(({ response }) =>
    isFields(response) ? (response["output"] ?? response["error"] ?? response) : response,
  );
  if (responses.length === 0 || responses.every((response) => response === undefined)) return result ?? undefined;
  return responses.length === 1 ? responses[0] : responses;
}

const PREFIX = "gemini_cli.";

/** The attributes of an event of the Gemini CLI, and its name; `undefined` for other values. */
function geminiEvent(value: Fields): Fields | undefined {
  const { attributes } = value;
  if (!isFields(attributes)) return undefined;
  const name = attributes["event.name"] ?? value["name"];
  return typeof name === "string" && name.startsWith(PREFIX)
    ? { timestamp: value["timestamp"], ...attributes, event: name.slice(PREFIX.length) }
    : undefined;
}

/** A function that reads the events of one file. */
function telemetryReader(runs: TraceRuns): (event: Fields, line: number) => void {
  /** Runs in which model responses are logged: there responses begin rounds, elsewhere calls do. */
  const responding = new WeakSet<RunWriter>();
  return (event, line) => {
    const at = timeOf(event["event.timestamp"] ?? event["timestamp"]);
    const run = runs.of(idOf(event["session.id"], event["session_id"]), line, at);
    if (event["event"] === "user_prompt") run.turn();
    else if (event["event"] === "chat_compression") run.compacted();
    else if (event["event"] === "api_response" && (event["role"] ?? "main") === "main") {
      responding.add(run);
      run.round();
      run.billed(billed(event), cachedOf(event));
    } else if (event["event"] === "tool_call" && typeof event["function_name"] === "string") {
      if (!responding.has(run)) run.round();
      readCall(run, event, event["function_name"], line);
    }
  };
}

function readCall(run: RunWriter, event: Fields, name: string, line: number): void {
  const index = run.calls;
  const end = run.at;
  const took = numberOf(event["duration_ms"] ?? 0);
  if (end !== undefined && took > 0) run.at = end - took; // a call is logged when it has ended
  const args = event["function_args"] ?? undefined;
  run.call({ name, ...(args === undefined ? notRecorded(`${line}`) : { arguments: args }) });
  if (wordOf(event["success"]) !== "false" || event["decision"] === "reject") return;
  run.outcomeAfterRound(
    index,
    { error: event["error"] ?? event["error.message"] ?? event["error_type"] ?? "error" },
    end,
  );
}

function billed(response: Fields): number {
  const count = (name: string) => numberOf(response[`${name}_token_count`] ?? 0);
  return count("total") || count("input") + count("output") + count("thoughts");
}
