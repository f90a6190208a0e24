/** Sessions of Claude Code (`~/.claude/projects/**.jsonl`), and what `claude -p --output-format stream-json` prints. */
import { type Fields, isFields } from "../../history/fields.ts";
import { idOf, idOfAgent, timeOf } from "../field-values.ts";
import { Recent } from "../limits.ts";
import type { ReadValue, TraceFormatSpec, TraceRuns } from "../run-writer.ts";

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

function claudeReader(runs: TraceRuns): ReadValue {
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
    const run = runOf(entry, line);
    // The program marks its messages.
    if (entry["type"] === "user")
      return run.userMessage(message["content"], entry["isMeta"] !== true && entry["isCompactSummary"] !== true);
    if (id !== undefined && ended.delete(id)) run.messages.spoke();
    // A response is written in several lines, each with the usage of the whole response.
    run.messages.message(message, idOf(message["id"]) ?? message);
    run.billedBy(message["usage"]);
  };
  return (value, line) => {
    if (isMessage(value)) readMessage(value, value["message"] as Fields, line);
    else if (value["type"] === "result" && typeof value["session_id"] === "string")
      ended.set(value["session_id"], true);
    else if (value["type"] === "system" && value["subtype"] === "compact_boundary") runOf(value, line).compacted();
  };
}
