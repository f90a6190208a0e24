/** Sessions of CLI agents without a file of their own here: pi, Droid, Kimi Code, Qwen Code, Copilot CLI (`events.jsonl`). */

import { withoutElement, withoutGuidance } from "../../base/agent-results.ts";
import { type Fields, fieldsOf, isFields, objectOf, plainContent, textOf } from "../../history/fields.ts";
import { callPart } from "../../history/transcript-shapes.ts";
import { cachedOf, idOf, idOfAgent, numberOf, timeOf, tokensOf, wordOf } from "../field-values.ts";
import { Recent } from "../limits.ts";
import type { ReadValue, RunWriter, TraceFormatSpec, TraceRuns } from "../run-writer.ts";

export const piFormat: TraceFormatSpec = {
  name: "pi",
  description: "sessions of pi; each branch is a run of its own",
  recognises: (value) =>
    (PI_MESSAGES.has(value["type"]) && typeof objectOf(value["message"])["role"] === "string") ||
    (value["type"] === "session" && typeof value["id"] === "string" && typeof value["cwd"] === "string"),
  reader: piReader,
};

/** In a session, and in what is printed. */
const PI_MESSAGES = new Set<unknown>(["message", "message_end"]);

function piReader(runs: TraceRuns): ReadValue {
  let session: string | undefined;
  /** The run that goes on after an entry that nothing follows yet, by the entry's id. */
  const tips = new Recent<{ id: string | undefined }>();
  /** Entries are a tree: one whose parent already has a child begins a branch, on which the model knows nothing of the other. */
  const runOf = ({ id, parentId }: Fields) => {
    if (typeof id !== "string") return session; // the first version had no tree
    const parent = typeof parentId === "string" ? parentId : "";
    const known = tips.get(parent);
    tips.delete(parent);
    const run = known ?? { id: hasRun ? `${session ?? ""}/${id}` : session };
    hasRun = true;
    tips.set(id, run);
    return run.id;
  };
  let hasRun = false;
  return (value, line) => {
    if (value["type"] === "session") {
      session ??= idOf(value["id"]);
      return;
    }
    const id = runOf(value);
    const { message } = value;
    if (!PI_MESSAGES.has(value["type"]) || !isFields(message)) return;
    readPiMessage(runs.of(id, line, timeOf(value["timestamp"] ?? message["timestamp"])), message);
  };
}

function readPiMessage(run: RunWriter, message: Fields): void {
  const { role, content } = message;
  if (role === "user") run.messages.spoke(plainContent(content));
  else if (role === "toolResult" || role === "assistant") run.messages.entry(message);
  if (role === "assistant") run.billedBy(message["usage"]);
}

export const droidFormat: TraceFormatSpec = {
  name: "droid",
  description: "sessions of Factory droid",
  recognises: (value) =>
    (value["type"] === "session_start" && typeof value["id"] === "string") ||
    (value["type"] === "message" && isDroidMessage(objectOf(value["message"]))),
  reader: droidReader,
};

/** Messages of pi have a time of their own; so a session of pi whose first line is missing is not taken for one of droid. */
function isDroidMessage({ role, content, timestamp }: Fields): boolean {
  return (role === "user" || role === "assistant") && Array.isArray(content) && timestamp === undefined;
}

function droidReader(runs: TraceRuns): ReadValue {
  let session: string | undefined;
  return (value, line) => {
    const { type, message } = value;
    if (type === "session_start") session = idOf(value["id"]);
    if (type !== "message" || !isFields(message)) return;
    const run = runs.of(session, line, timeOf(value["timestamp"]));
    if (message["role"] === "assistant") run.messages.message(message, idOf(value["id"]) ?? message);
    else run.userMessage(message["content"], isOfPerson(message));
  };
}

/** Messages that only one side sees are written by the program, as are texts in tags. */
function isOfPerson({ visibility, content }: Fields): boolean {
  return (
    visibility === undefined && !fieldsOf(content).some(({ text }) => wordOf(text).startsWith("<system-reminder>"))
  );
}

const KIMI_EVENT =
  /^(context|turn|usage|profile|permission|llm|runtime|token_counting|subagent|plugin|prompt)\.[a-z_]+$/;

export const kimiCodeFormat: TraceFormatSpec = {
  name: "kimi-code",
  description: "sessions of Kimi Code, one file for each agent",
  recognises: (value) =>
    (value["type"] === "metadata" && typeof value["protocol_version"] === "string") ||
    (typeof value["type"] === "string" && KIMI_EVENT.test(value["type"]) && typeof value["agentId"] === "string"),
  reader: kimiReader,
};

function kimiReader(runs: TraceRuns): ReadValue {
  return (value, line) => {
    const { type, event } = value;
    const agent = idOf(value["agentId"]);
    // Every message is also written as `agent.message.appended`, which names no agent.
    if (agent === undefined) return;
    const run = runs.of(agent, line, timeOf(value["time"]));
    if (type === "turn.prompt" || type === "turn.steer") {
      if (objectOf(value["origin"])["kind"] === "user") run.messages.spoke(value["input"]);
    } else if (type === "usage.record") run.billed(billed(value), cachedOf(value["usage"]));
    else if (type === "context.append_loop_event" && isFields(event)) readKimiEvent(run, event);
  };
}

function readKimiEvent(run: RunWriter, event: Fields): void {
  const { type, toolCallId } = event;
  const part = objectOf(event["part"]);
  // What belongs to one step is one response.
  if (type === "step.begin") run.response(event["uuid"], []);
  else if (type === "content.part" && part["type"] === "text") run.response(event["stepUuid"], [part]);
  else if (type === "tool.call") run.response(event["stepUuid"], [callPart(toolCallId, event["name"], event["args"])]);
  else if (type === "tool.result" && isFields(event["result"])) {
    const { output, isError } = event["result"];
    // Kimi Code itself tells the model that a call has been repeated.
    run.result(toolCallId, withoutElement(plainContent(output), "system-reminder"), isError === true);
  }
}

const KIMI_TOKENS = ["inputOther", "inputCacheRead", "inputCacheCreation", "output"];

function billed({ usage }: Fields): number | undefined {
  if (!isFields(usage)) return undefined;
  return KIMI_TOKENS.reduce((sum, name) => sum + numberOf(usage[name] ?? 0), 0);
}

const QWEN_TYPES = new Set<unknown>(["user", "assistant", "tool_result"]);

export const qwenCodeFormat: TraceFormatSpec = {
  name: "qwen-code",
  description: "sessions of qwen-code; each sub-agent is a run of its own",
  recognises: (value) =>
    typeof value["sessionId"] === "string" &&
    ((QWEN_TYPES.has(value["type"]) && Array.isArray(partsIn(value))) ||
      (value["type"] === "system" && typeof value["subtype"] === "string" && "systemPayload" in value)),
  reader: qwenReader,
};

function qwenReader(runs: TraceRuns): ReadValue {
  /** The response that a run is in. */
  const responses = new Recent<unknown>();
  return (value, line) => {
    const { type, uuid } = value;
    if (!QWEN_TYPES.has(type)) return;
    const id = idOfAgent(idOf(value["sessionId"]), idOf(value["agentId"]));
    const run = runs.of(id, line, timeOf(value["timestamp"]));
    const parts = fieldsOf(partsIn(value));
    if (type === "user") return isOfUser(value) ? run.messages.spoke(parts) : undefined;
    if (type === "tool_result") return readResults(run, parts, value);
    // A sub-agent writes a response in several lines, of which the first has its usage.
    const usage = value["usageMetadata"];
    const key = `${id}`;
    const response = (usage === undefined ? responses.get(key) : undefined) ?? uuid ?? value;
    responses.set(key, response);
    run.response(response, parts.flatMap(shownParts));
    run.billedBy(usage);
  };
}

const partsIn = ({ message }: Fields): unknown => objectOf(message)["parts"];

/** Whether a user wrote the message: others, such as notices of background tasks, are marked. */
function isOfUser({ provenance, subtype }: Fields): boolean {
  return subtype === undefined && (provenance === undefined || provenance === "real_user");
}

function shownParts({ functionCall: call, text, thought }: Fields): Fields[] {
  if (isFields(call)) return [callPart(call["id"], call["name"], call["args"] ?? {})];
  return typeof text === "string" && thought !== true ? [{ type: "text", text }] : [];
}

function readResults(run: RunWriter, parts: readonly Fields[], { toolCallResult }: Fields): void {
  // A human refused it, so it never ran.
  if (objectOf(toolCallResult)["status"] === "cancelled") return;
  for (const { functionResponse: answer } of parts) {
    if (!isFields(answer)) continue;
    const response = objectOf(answer["response"]);
    const { error, output } = response;
    run.result(answer["id"], error ?? output ?? response, error !== undefined);
  }
}

/** Names of events are of two words at least, such as `tool.execution_start`. */
const COPILOT_EVENT = /^(session|user|assistant|tool|hook|system|subagent|abort|permission)\.[a-z._]+$/;

export const copilotFormat: TraceFormatSpec = {
  name: "copilot",
  description: "sessions of Copilot CLI; each sub-agent is a run of its own",
  recognises: (value) =>
    typeof value["type"] === "string" &&
    COPILOT_EVENT.test(value["type"]) &&
    isFields(value["data"]) &&
    "parentId" in value,
  reader: copilotReader,
};

function copilotReader(runs: TraceRuns): ReadValue {
  let session: string | undefined;
  /** Tokens of responses, by the ids of their requests: they are written before the responses. */
  const billed = new Recent<[tokens: number | undefined, cached: number | undefined]>();
  return (value, line) => {
    const { type, data } = value;
    if (!isFields(data)) return;
    if (type === "session.start") session = idOf(data["sessionId"]) ?? session;
    const id = idOfAgent(session, idOf(value["agentId"]));
    if (type === "session.usage_record" && isFields(data["usage"])) {
      billed.set(`${id} ${idOf(data["usage"]["apiCallId"])}`, [tokensOf(data["usage"]), cachedOf(data["usage"])]);
      return;
    }
    if (type !== "user.message" && type !== "assistant.message" && type !== "tool.execution_complete") return;
    const run = runs.of(id, line, timeOf(value["timestamp"]));
    if (type === "user.message") return run.messages.spoke(data["content"]);
    if (type === "tool.execution_complete") return readExecution(run, data);
    run.response(idOf(data["messageId"]) ?? data, copilotTexts(data));
    const [tokens, cached] = billed.get(`${id} ${idOf(data["apiCallId"])}`) ?? [];
    run.billed(tokens, cached);
  };
}

function copilotTexts({ content, toolRequests }: Fields): Fields[] {
  const said = textOf(content) === "" ? [] : [{ type: "text", text: content }];
  const calls = fieldsOf(toolRequests).map((call) => callPart(call["toolCallId"], call["name"], call["arguments"]));
  return [...said, ...calls];
}

function readExecution(run: RunWriter, { toolCallId, success, result, error, shellExecution }: Fields): void {
  const given = withoutGuidance(objectOf(result)["content"]);
  const message = isFields(error) ? error["message"] : error;
  const { exitCode } = objectOf(shellExecution);
  const failed = success === false || (typeof exitCode === "number" && exitCode !== 0);
  run.result(toolCallId, given ?? message ?? (failed ? "error" : ""), failed);
}
