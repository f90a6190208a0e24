/** The plugin fits opencode's own types: checked by `tsc`, never run. */
import type { Hooks, Plugin, PluginModule } from "@opencode-ai/plugin";
import { expectTypeOf } from "vitest";
import plugin, { type OpencodeHooks, toolLoopPlugin } from "../../../lib/frameworks/opencode.ts";
import { LoopGuard } from "../../../lib/guard/loop-guard.ts";

expectTypeOf(plugin).toExtend<PluginModule>();
expectTypeOf(toolLoopPlugin()).toExtend<Plugin>();
expectTypeOf(toolLoopPlugin(new LoopGuard({ maxRepeats: 3 }))).toExtend<Plugin>();
expectTypeOf<OpencodeHooks>().toExtend<Hooks>();

export const both: Plugin = async (input) => {
  const ours = await toolLoopPlugin({ preset: "strict" })(input);
  return {
    ...ours,
    "tool.execute.before": async (call, output) => {
      await ours["tool.execute.before"](call, output);
    },
  };
};

// @ts-expect-error: no such option
toolLoopPlugin({ maxRepeat: 3 });
