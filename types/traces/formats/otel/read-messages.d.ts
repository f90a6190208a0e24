/** Reads the messages of a span, in a provider's form or flattened into attributes. */
import type { SpanMessages } from "./dialect.ts";
/** The calls and results in the messages of a request and its response, in any form that `TranscriptReader` reads. */
export declare function readMessages(request: readonly unknown[], response: readonly unknown[]): SpanMessages;
/** A message in OpenAI's form, from the parts of a flattened one. Its role follows from its content. */
export declare function messageOf(role: unknown, content: unknown, toolCallId: unknown, calls: readonly object[]): object;
