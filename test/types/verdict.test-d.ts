/** What TypeScript knows of a verdict, once it was asked for its `action` or whether the call may `run`. */
import { describe, expectTypeOf, test } from "vitest";
import {
  checkMessages,
  type LoopDetection,
  LoopGuard,
  type MessagesVerdict,
  type StoredLoopRun,
  ToolLoopError,
  type Verdict,
} from "../../lib/index.ts";
import { memoryStore } from "../../lib/memory.ts";

declare const guard: LoopGuard;
declare const verdict: Verdict;

describe("a verdict", () => {
  test("an abort has a detection for a ToolLoopError", () => {
    if (verdict.action === "abort") throw new ToolLoopError(verdict.detection);
    const { action, detection } = guard.before({ name: "t" });
    if (action === "abort") throw new ToolLoopError(detection);
    const checked = checkMessages([], guard);
    if (checked.action === "abort") throw new ToolLoopError(checked.detection);
  });

  test("one of a call that is not to run has a detection, one of a call that may run need not", () => {
    if (verdict.allowed) {
      expectTypeOf(verdict.action).toEqualTypeOf<"allow" | "warn">();
      expectTypeOf(verdict.detection).toEqualTypeOf<LoopDetection | null>();
    } else {
      expectTypeOf(verdict.action).toEqualTypeOf<"hint" | "ask" | "abort">();
      expectTypeOf(verdict.detection).toEqualTypeOf<LoopDetection>();
    }
    expectTypeOf(verdict.allowed).toEqualTypeOf<boolean>();
    expectTypeOf(verdict.waitMs).toEqualTypeOf<number | undefined>();
  });

  test("a refusal may have a result to replay, an abort has none", () => {
    if (verdict.action === "hint" || verdict.action === "ask") expectTypeOf(verdict.replay).toEqualTypeOf<unknown>();
    // @ts-expect-error: the run ends
    if (verdict.action === "abort") void verdict.replay;
    if ("replay" in verdict) expectTypeOf(verdict.action).toEqualTypeOf<"hint" | "ask">();
  });

  test("the verdict on a history is a verdict", () => {
    expectTypeOf<MessagesVerdict>().toExtend<Verdict>();
  });
});

describe("runs", () => {
  test("one in a store gives promises, one by its key does not", () => {
    expectTypeOf(guard.run("key").before({ name: "t" })).toEqualTypeOf<Verdict>();
    expectTypeOf(guard.storedRun("key", memoryStore())).toEqualTypeOf<StoredLoopRun>();
    expectTypeOf(guard.storedRun("key", { store: memoryStore(), timeoutMs: 100 })).toEqualTypeOf<StoredLoopRun>();
    // @ts-expect-error: that is storedRun
    guard.run("key", { store: memoryStore() });
    // @ts-expect-error: other processes could not say this key
    guard.storedRun({}, memoryStore());
    return new LoopGuard();
  });
});
