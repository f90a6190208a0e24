import { describe, expectTypeOf, it } from "vitest";
import { type LoopDetection, type PrunedMessages, pruneLoop } from "../../lib/index.ts";

describe("pruneLoop", () => {
  it("keeps the type of the messages", () => {
    type Message = { role: "user"; content: string } | { role: "tool"; tool_call_id: string; content: string };
    const messages: readonly Message[] = [];
    const detection = {} as LoopDetection;
    expectTypeOf(pruneLoop(messages, detection)).toEqualTypeOf<PrunedMessages<Message>>();
    expectTypeOf(pruneLoop(messages, detection, { keepText: false }).messages).toEqualTypeOf<Message[]>();
    // @ts-expect-error: `null` is no detection
    pruneLoop(messages, null);
  });
});
