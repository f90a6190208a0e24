/** Sessions of Kimi Code (`~/.kimi-code/sessions/<project>/<session>/agents/<agent>/wire.jsonl`): one event a line. */
import { type Fields, isFields, plainContent } from "../../history/fields.ts";
import { cachedOf, idOf, numberOf, timeOf } from "../field-values.ts";
import type { RunWriter } from "../run-writer.ts";
import type { TraceRuns } from "../trace-runs.ts";
import type { FormatReader, TraceFormatSpec } from "./format.ts";

const EVENT = /^(context|turn|usage|profile|permission|llm|runtime|token_counting|subagent|plugin|prompt)\.[a-z_]+$/;

export const kimiCodeFormat: TraceFormatSpec = {
  name: "kimi-code",
  description: "sessions of Kimi Code, one file for each agent",
  recognises: (value) =>
    (value["type"] === "metadata" && typeof value["protocol_version"] === "string") ||
    (typeof value["type"] === "string" && EVENT.test(value["type"]) && typeof value["agentId"] === "string"),
  reader: kimiReader,
};

function kimiReader(runs: TraceRuns): FormatReader {
  return {
    value(value, line) {
      const { type, event } = value;
      const agent = idOf(value["agentId"]);
      // Every message is also written as `agent.message.appended`, which names no agent.
      if (agent === undefined) return;
      const run = runs.of(agent, line, timeOf(value["time"]));
      if (type === "turn.prompt" || type === "turn.steer") {
        if (isFields(value["origin"]) && value["origin"]["kind"] === "user") run.messages.spoke(value["input"]);
      } else if (type === "usage.record") run.billed(billed(value), cachedOf(value["usage"]));
      else if (type === "context.append_loop_event" && isFields(event)) {
        run.at = timeOf(value["time"]);
        readEvent(run, event);
      }
    },
  };
}

function readEvent(run: RunWriter, event: Fields): void {
  const { type, toolCallId } = event;
  if (type === "step.begin") read(run, event["uuid"]);
  else if (type === "content.part" && isFields(event["part"]) && event["part"]["type"] === "text")
    read(run, event["stepUuid"], event["part"]);
  else if (type === "tool.call") {
    const call = { type: "tool-call", toolCallId, toolName: event["name"], input: event["args"] };
    read(run, event["stepUuid"], call);
  } else if (type === "tool.result" && isFields(event["result"])) {
    const { output, isError } = event["result"];
    const value = withoutReminder(plainContent(output));
    const result = {
      type: "tool-result",
      toolCallId,
      output: { type: isError === true ? "error-json" : "json", value },
    };
    run.messages.message({ role: "tool", content: [result] });
  }
}

/** What belongs to one step is one response. */
function read(run: RunWriter, step: unknown, ...content: Fields[]): void {
  run.messages.message({ role: "assistant", content }, step);
}

const REMINDER_BEGIN = "\n\n<system-reminder>\n";
const REMINDER_END = "\n</system-reminder>";

/** A result without what Kimi Code adds to it for the model, such as that the call has been repeated. */
function withoutReminder(result: unknown): unknown {
  if (typeof result !== "string" || !result.endsWith(REMINDER_END)) return result;
  const begin = result.lastIndexOf(REMINDER_BEGIN);
  return begin < 0 ? result : result.slice(0, begin);
}

const COUNTS = ["inputOther", "inputCacheRead", "inputCacheCreation", "output"];

function billed({ usage }: Fields): number | undefined {
  if (!isFields(usage)) return undefined;
  return COUNTS.reduce((sum, name) => sum + numberOf(usage[name] ?? 0), 0);
}
