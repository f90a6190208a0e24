/** Messages that a span has in a form of some provider, or flattened into attributes. */

import type { LoopCall } from "../../../base/types.ts";
import { TranscriptReader } from "../../../history/transcript-reader.ts";
import type { Answer } from "../spans.ts";
import type { SpanMessages } from "./dialect.ts";

/** What a request's messages and those of its response say of calls, in any form that `TranscriptReader` reads. */
export function readMessages(request: readonly unknown[], response: readonly unknown[]): SpanMessages {
  const calls: LoopCall[] = [];
  const answers: Answer[] = [];
  const reader = new TranscriptReader({
    round() {},
    turn() {},
    call: (call) => void calls.push(call),
    outcome: (index, outcome) => void answers.push({ id: calls[index]?.id, outcome }),
  });
  for (const message of request) reader.entry(message);
  const before = calls.length;
  for (const message of response) reader.entry(message);
  const asked = calls.slice(before).map(({ id, name, arguments: args }) => ({ id, name, arguments: args }));
  return { asked, answers };
}

/** A message of OpenAI's, from the parts that flattened ones have in common. Who spoke is told by what it holds. */
export function messageOf(role: unknown, content: unknown, toolCallId: unknown, calls: readonly object[]): object {
  if (toolCallId !== undefined) return { role: "tool", tool_call_id: toolCallId, content };
  return calls.length > 0 ? { role: "assistant", tool_calls: calls } : { role, content };
}
