/** The telemetry log of the Gemini CLI: OpenTelemetry log records. It contains calls, but no results. */
import { type Fields, isFields } from "../../history/fields.ts";
import { cachedOf, idOf, numberOf, timeOf, wordOf } from "../field-values.ts";
import type { RunWriter } from "../run-writer.ts";
import type { TraceRuns } from "../trace-runs.ts";
import { notRecorded } from "./spans.ts";

const PREFIX = "gemini_cli.";

/** The attributes of an event of the Gemini CLI, and its name; `undefined` for other values. */
export function geminiEvent(value: Fields): Fields | undefined {
  const { attributes } = value;
  if (!isFields(attributes)) return undefined;
  const name = attributes["event.name"] ?? value["name"];
  return typeof name === "string" && name.startsWith(PREFIX)
    ? { timestamp: value["timestamp"], ...attributes, event: name.slice(PREFIX.length) }
    : undefined;
}

/** A function that reads the events of one file. */
export function telemetryReader(runs: TraceRuns): (event: Fields, line: number) => void {
  /** Runs in which model responses are logged: there responses begin rounds, elsewhere calls do. */
  const responding = new WeakSet<RunWriter>();
  return (event, line) => {
    const at = timeOf(event["event.timestamp"] ?? event["timestamp"]);
    const run = runs.of(idOf(event["session.id"], event["session_id"]), line, at);
    run.at = at;
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
