/** Reads the messages of a span, in a provider's form or flattened into attributes. */

import type { LoopCall } from "../../../base/types.ts";
import type { Said } from "../../../history/said-texts.ts";
import { TranscriptReader } from "../../../history/transcript-reader.ts";
import type { CallResult } from "../spans.ts";
import type { SpanMessages } from "./dialect.ts";

/** The calls and results in the messages of a request and its response, in any form that `TranscriptReader` reads. */
export function readMessages(request: readonly unknown[], response: readonly unknown[]): SpanMessages {
  const calls: LoopCall[] = [];
  const results: CallResult[] = [];
  let texts: Said[] = [];
  const reader = new TranscriptReader({
    round() {},
    turn() {},
    text: (text, stream) => void texts.push([text, stream]),
    call: (call) => void calls.push(call),
    outcome: (index, outcome) => void results.push({ id: calls[index]?.id, outcome }),
  });
  for (const message of request) reader.entry(message);
  const before = calls.length;
  texts = [];
  for (const message of response) reader.entry(message);
  const requested = calls.slice(before).map(({ id, name, arguments: args }) => ({ id, name, arguments: args }));
  return { requested, results, texts };
}

/** A message in OpenAI's form, from the parts of a flattened one. Its role follows from its content. */
export function messageOf(role: unknown, content: unknown, toolCallId: unknown, calls: readonly object[]): object {
  if (toolCallId !== undefined) return { role: "tool", tool_call_id: toolCallId, content };
  return calls.length > 0 ? { role: "assistant", content, tool_calls: calls } : { role, content };
}
