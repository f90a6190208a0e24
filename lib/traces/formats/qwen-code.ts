/** Sessions of qwen-code (`~/.qwen/projects/<project>/chats` and `subagents`): messages of Gemini's form, one a line. */
import { type Fields, fieldsOf, isFields } from "../../history/fields.ts";
import { idOf, timeOf } from "../field-values.ts";
import { Recent } from "../recent.ts";
import type { TraceRuns } from "../trace-runs.ts";
import type { FormatReader, TraceFormatSpec } from "./format.ts";

const TYPES = new Set<unknown>(["user", "assistant", "tool_result"]);

export const qwenCodeFormat: TraceFormatSpec = {
  name: "qwen-code",
  description: "sessions of qwen-code; each sub-agent is a run of its own",
  recognises: (value) =>
    typeof value["sessionId"] === "string" &&
    ((TYPES.has(value["type"]) && Array.isArray(partsIn(value))) ||
      (value["type"] === "system" && typeof value["subtype"] === "string" && "systemPayload" in value)),
  reader: qwenReader,
};

function qwenReader(runs: TraceRuns): FormatReader {
  /** The response that a run is in. */
  const responses = new Recent<unknown>();
  return {
    value(value, line) {
      const { type, uuid } = value;
      if (!TYPES.has(type)) return;
      const agent = idOf(value["agentId"]);
      const session = idOf(value["sessionId"]);
      const id = agent === undefined ? session : `${session}/${agent}`;
      const run = runs.of(id, line, timeOf(value["timestamp"]));
      const parts = fieldsOf(partsIn(value));
      if (type === "user") {
        if (isOfUser(value)) run.messages.spoke(parts);
        return;
      }
      run.at = timeOf(value["timestamp"]);
      if (type === "tool_result") {
        run.messages.message({ role: "tool", content: resultsIn(parts, value) });
        return;
      }
      // A sub-agent writes a response in several lines, of which the first has its usage.
      const usage = value["usageMetadata"];
      const key = `${id}`;
      const response = (usage === undefined ? responses.get(key) : undefined) ?? uuid ?? value;
      responses.set(key, response);
      run.messages.message({ role: "assistant", content: parts.flatMap(saidIn) }, response);
      run.billedBy(usage);
    },
  };
}

function partsIn({ message }: Fields): unknown {
  return isFields(message) ? message["parts"] : undefined;
}

/** Whether a user wrote the message: others, such as notices of background tasks, are marked. */
function isOfUser({ provenance, subtype }: Fields): boolean {
  return subtype === undefined && (provenance === undefined || provenance === "real_user");
}

function saidIn({ functionCall: call, text, thought }: Fields): Fields[] {
  if (isFields(call))
    return [{ type: "tool-call", toolCallId: call["id"], toolName: call["name"], input: call["args"] ?? {} }];
  return typeof text === "string" && thought !== true ? [{ type: "text", text }] : [];
}

function resultsIn(parts: readonly Fields[], { toolCallResult }: Fields): Fields[] {
  // A human refused it, so it never ran.
  if (isFields(toolCallResult) && toolCallResult["status"] === "cancelled") return [];
  return parts.flatMap(({ functionResponse: answer }) => {
    if (!isFields(answer)) return [];
    const response = isFields(answer["response"]) ? answer["response"] : {};
    const { error, output } = response;
    const value = error ?? output ?? response;
    const type = error === undefined ? "json" : "error-json";
    return [{ type: "tool-result", toolCallId: answer["id"], toolName: answer["name"], output: { type, value } }];
  });
}
