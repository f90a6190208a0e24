/** Sessions of Copilot CLI (`~/.copilot/session-state/<session>/events.jsonl`): one event a line. */
import { type Fields, fieldsOf, isFields } from "../../history/fields.ts";
import { withoutGuidance } from "../../text/copilot-results.ts";
import { cachedOf, idOf, timeOf, tokensOf } from "../field-values.ts";
import { Recent } from "../recent.ts";
import type { TraceRuns } from "../trace-runs.ts";
import type { FormatReader, TraceFormatSpec } from "./format.ts";

/** Names of events are of two words at least, such as `tool.execution_start`. */
const EVENT = /^(session|user|assistant|tool|hook|system|subagent|abort|permission)\.[a-z._]+$/;

export const copilotFormat: TraceFormatSpec = {
  name: "copilot",
  description: "sessions of Copilot CLI; each sub-agent is a run of its own",
  recognises: (value) =>
    typeof value["type"] === "string" && EVENT.test(value["type"]) && isFields(value["data"]) && "parentId" in value,
  reader: copilotReader,
};

function copilotReader(runs: TraceRuns): FormatReader {
  let session: string | undefined;
  /** Tokens of responses, by the ids of their requests: they are written before the responses. */
  const billed = new Recent<[tokens: number | undefined, cached: number | undefined]>();
  return {
    value(value, line) {
      const { type, data } = value;
      if (!isFields(data)) return;
      if (type === "session.start") session = idOf(data["sessionId"]) ?? session;
      const agent = idOf(value["agentId"]);
      const id = agent === undefined ? session : `${session ?? ""}/${agent}`;
      if (type === "session.usage_record" && isFields(data["usage"])) {
        billed.set(`${id} ${idOf(data["usage"]["apiCallId"])}`, [tokensOf(data["usage"]), cachedOf(data["usage"])]);
        return;
      }
      if (type !== "user.message" && type !== "assistant.message" && type !== "tool.execution_complete") return;
      const run = runs.of(id, line, timeOf(value["timestamp"]));
      if (type === "user.message") {
        run.messages.spoke(data["content"]);
        return;
      }
      run.at = timeOf(value["timestamp"]);
      if (type === "tool.execution_complete") {
        run.messages.message({ role: "tool", content: [resultPart(data)] });
        return;
      }
      run.messages.message({ role: "assistant", content: saidIn(data) }, idOf(data["messageId"]) ?? data);
      const [tokens, cached] = billed.get(`${id} ${idOf(data["apiCallId"])}`) ?? [];
      run.billed(tokens, cached);
    },
  };
}

function saidIn({ content, toolRequests }: Fields): Fields[] {
  const said = typeof content === "string" && content !== "" ? [{ type: "text", text: content }] : [];
  const calls = fieldsOf(toolRequests).map(({ toolCallId, name, arguments: input }) => ({
    type: "tool-call",
    toolCallId,
    toolName: name,
    input,
  }));
  return [...said, ...calls];
}

function resultPart({ toolCallId, success, result, error, shellExecution }: Fields): Fields {
  const given = isFields(result) ? withoutGuidance(result["content"]) : undefined;
  const message = isFields(error) ? error["message"] : error;
  const exitCode = isFields(shellExecution) ? shellExecution["exitCode"] : 0;
  const failed = success === false || (typeof exitCode === "number" && exitCode !== 0);
  const type = failed ? "error-json" : "json";
  return { type: "tool-result", toolCallId, output: { type, value: given ?? message ?? (failed ? "error" : "") } };
}
