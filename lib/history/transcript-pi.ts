/** Messages of pi (`pi-coding-agent`, `pi-agent-core`), as the messages that `TranscriptReader` reads. */
import { piText } from "../text/pi-results.ts";
import { type Fields, fieldsOf } from "./fields.ts";

/** A message of an assistant that has calls, or a result; `undefined` for anything else. */
export function piMessage(entry: Fields): Fields | undefined {
  const { role, content } = entry;
  if (role === "toolResult") return { role: "tool", content: [resultPart(entry)] };
  if (role !== "assistant") return undefined;
  const parts = fieldsOf(content);
  if (!parts.some(isCall)) return undefined;
  return { role, content: parts.map((part) => (isCall(part) ? callPart(part) : part)) };
}

const isCall = (part: Fields): boolean => part["type"] === "toolCall";

const callPart = ({ id, name, arguments: input }: Fields): Fields => ({
  type: "tool-call",
  toolCallId: id,
  toolName: name,
  input,
});

function resultPart({ toolCallId, toolName, content, isError }: Fields): Fields {
  const type = isError === true ? "error-json" : "json";
  return { type: "tool-result", toolCallId, toolName, output: { type, value: piText(content) } };
}
