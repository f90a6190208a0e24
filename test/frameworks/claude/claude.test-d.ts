/** The hooks fit the SDK's own types: checked by `tsc`, never run. */
import {
  type HookCallback,
  type HookCallbackMatcher,
  type Options,
  query,
  type SDKMessage,
} from "@anthropic-ai/claude-agent-sdk";
import { LoopGuard } from "loopguard";
import { toolLoopHooks, withLoopGuard } from "loopguard/claude";
import { expectTypeOf } from "vitest";

export async function ask(prompt: string, log: HookCallback): Promise<void> {
  const hooks = toolLoopHooks();
  expectTypeOf(hooks).toExtend<NonNullable<Options["hooks"]>>();
  expectTypeOf(hooks.PreToolUse[0]!).toExtend<HookCallbackMatcher>();
  const guarded = withLoopGuard(query);
  expectTypeOf(guarded).toEqualTypeOf(query);
  for await (const message of guarded({ prompt })) expectTypeOf(message).toEqualTypeOf<SDKMessage>();
  // @ts-expect-error: no such end
  withLoopGuard(query, {}, { onAbort: "stopp" });
  const more = toolLoopHooks(new LoopGuard({ maxRepeats: 3 }));
  query({
    prompt,
    options: {
      hooks: { ...more, PreToolUse: [...more.PreToolUse, { matcher: "Bash", hooks: [log] }], Stop: [{ hooks: [log] }] },
    },
  });
  // @ts-expect-error: no such option
  toolLoopHooks({ maxRepeat: 3 });
}
