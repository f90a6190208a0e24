/** Sessions of Claude Code (`~/.claude/projects/**.jsonl`), and what `claude -p --output-format stream-json` prints. */
import { type Fields, fieldsOf, isFields } from "../../history/fields.ts";
import { idOf, timeOf } from "../field-values.ts";
import { Recent } from "../limits.ts";
import type { FormatReader, RunWriter, TraceFormatSpec, TraceRuns } from "../run-writer.ts";
import { idOfAgent } from "./session-parts.ts";

export const claudeCodeFormat: TraceFormatSpec = {
  name: "claude-code",
  description: "sessions of Claude Code; each sub-agent is a run of its own",
  recognises: (value) =>
    isMessage(value) || isAgentMetadata(value) || (OTHERS.has(value["type"]) && MARKS.some((key) => key in value)),
  reader: claudeReader,
};

/** Types of lines without a message. They count as Claude Code's only with one of `MARKS`. */
const OTHERS = new Set<unknown>("summary system result file-history-snapshot queue-operation progress".split(" "));
const MARKS = ["sessionId", "session_id", "leafUuid", "messageId"];

function isMessage({ type, message }: Fields): boolean {
  return (type === "user" || type === "assistant") && isFields(message);
}

/** The file `agent-*.meta.json` next to a sub-agent's session: it says which call started it, and contains no calls. */
function isAgentMetadata({ agentType, toolUseId, spawnDepth }: Fields): boolean {
  return typeof agentType === "string" && (typeof toolUseId === "string" || typeof spawnDepth === "number");
}

function claudeReader(runs: TraceRuns): FormatReader {
  /** The id of a sidechain's first message, by the ids of its messages; for sidechains without an agent's name. */
  const chains = new Recent<string>();
  /** Sessions whose turn has ended. `stream-json` does not print prompts, so the next message begins a turn. */
  const ended = new Recent<true>();
  const chainOf = ({ isSidechain, uuid, parentUuid }: Fields) => {
    if (isSidechain !== true || typeof uuid !== "string") return undefined;
    const chain = (typeof parentUuid === "string" ? chains.get(parentUuid) : undefined) ?? uuid;
    chains.set(uuid, chain);
    return chain;
  };
  const idOfRun = (entry: Fields) => {
    const agent = idOf(entry["agentId"], entry["parent_tool_use_id"]) ?? chainOf(entry);
    return idOfAgent(idOf(entry["sessionId"], entry["session_id"]), agent);
  };
  const runOf = (entry: Fields, line: number) => runs.of(idOfRun(entry), line, timeOf(entry["timestamp"]));
  const readMessage = (entry: Fields, message: Fields, line: number) => {
    const id = idOfRun(entry);
    const run = runs.of(id, line, timeOf(entry["timestamp"]));
    if (entry["type"] === "user") {
      readUser(run, entry, message);
      return;
    }
    if (id !== undefined && ended.delete(id)) run.messages.spoke();
    // A response is written in several lines, each with the usage of the whole response.
    run.messages.message(message, idOf(message["id"]) ?? message);
    run.billedBy(message["usage"]);
  };
  return {
    value(value, line) {
      if (isMessage(value)) readMessage(value, value["message"] as Fields, line);
      else if (value["type"] === "result" && typeof value["session_id"] === "string")
        ended.set(value["session_id"], true);
      else if (value["type"] === "system" && value["subtype"] === "compact_boundary") runOf(value, line).compacted();
    },
  };
}

function readUser(run: RunWriter, entry: Fields, message: Fields): void {
  const { content } = message;
  const results = fieldsOf(content).filter((part) => part["type"] === "tool_result");
  // Texts next to results come from the program, and so do messages that it marks (`isMeta`).
  if (results.length > 0) run.messages.message({ role: "user", content: results });
  else if (entry["isMeta"] !== true && entry["isCompactSummary"] !== true) run.messages.spoke(content);
}
