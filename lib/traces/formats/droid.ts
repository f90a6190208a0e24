/** Sessions of Factory droid (`~/.factory/sessions/<project>/<session>.jsonl`): Anthropic's messages, one a line. */
import { type Fields, fieldsOf, isFields } from "../../history/fields.ts";
import { idOf, timeOf } from "../field-values.ts";
import type { RunWriter } from "../run-writer.ts";
import type { TraceRuns } from "../trace-runs.ts";
import type { FormatReader, TraceFormatSpec } from "./format.ts";

export const droidFormat: TraceFormatSpec = {
  name: "droid",
  description: "sessions of Factory droid",
  recognises: (value) =>
    (value["type"] === "session_start" && typeof value["id"] === "string") ||
    (value["type"] === "message" && isFields(value["message"]) && isMessage(value["message"])),
  reader: droidReader,
};

/** Messages of pi have a time of their own; so a session of pi whose first line is missing is not taken for one of droid. */
function isMessage({ role, content, timestamp }: Fields): boolean {
  return (role === "user" || role === "assistant") && Array.isArray(content) && timestamp === undefined;
}

function droidReader(runs: TraceRuns): FormatReader {
  let session: string | undefined;
  return {
    value(value, line) {
      const { type, message } = value;
      if (type === "session_start") session = idOf(value["id"]);
      if (type !== "message" || !isFields(message)) return;
      const run = runs.of(session, line, timeOf(value["timestamp"]));
      run.at = timeOf(value["timestamp"]);
      if (message["role"] === "assistant") run.messages.message(message, idOf(value["id"]) ?? message);
      else readUser(run, message);
    },
  };
}

function readUser(run: RunWriter, message: Fields): void {
  const parts = fieldsOf(message["content"]);
  const results = parts.filter(({ type }) => type === "tool_result");
  if (results.length > 0) run.messages.message({ role: "user", content: results });
  // Messages that only one side sees are written by the program, as are texts in tags.
  else if (message["visibility"] === undefined && !parts.some(isReminder)) run.messages.spoke(parts);
}

function isReminder({ text }: Fields): boolean {
  return typeof text === "string" && text.startsWith("<system-reminder>");
}
