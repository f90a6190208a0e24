/** A clock of the test's own, and one agent under the recommended preset on each surface of the library. */

import type { LoopOutcome, Verdict, VerdictAction } from "../../lib/base/types.ts";
import { ToolExecutor } from "../../lib/executor/tool-executor.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import { ToolLoopError } from "../../lib/rules/tool-loop-error.ts";
import { memoryStore } from "../../lib/store/memory-store.ts";
import { makeCall, makeTool, recorded } from "../executor/helpers.ts";

export interface Said {
  readonly action: VerdictAction;
  /** What the model reads of it, or the log. */
  readonly message: string;
  readonly detector: string | undefined;
}

export interface Agent {
  /** One call in a round of its own, whose tool takes so long, and what came of it. */
  call(name: string, args?: object, outcome?: LoopOutcome, tookMs?: number): Promise<Said>;
  wait(ms: number): void;
  close(): Promise<void>;
}

const saidOf = ({ action, message, detection }: Verdict): Said => ({ action, message, detector: detection?.detector });

/** Of two verdicts on one call, the one that says something. */
const louder = (before: Verdict, after: Verdict): Said => saidOf(after.detection === null ? before : after);
const runs = ({ action }: Verdict) => action === "allow" || action === "warn";

type MakeAgent = (options?: LoopGuardOptions) => Agent;

function ofRun(options: LoopGuardOptions = {}): Agent {
  let now = 1_700_000_000_000;
  const guard = new LoopGuard({ now: () => now, ...options });
  const run = guard.run("one");
  return {
    async call(name, args = {}, outcome = { result: "same" }, tookMs = 0) {
      run.beginRound();
      const call = { name, arguments: args };
      const before = run.before(call);
      if (runs(before)) now += tookMs;
      return runs(before) ? louder(before, run.after(call, outcome)) : saidOf(before);
    },
    wait: (ms) => void (now += ms),
    close: async () => guard.close(),
  };
}

function ofStoredRun(options: LoopGuardOptions = {}): Agent {
  let now = 1_700_000_000_000;
  const guard = new LoopGuard({ now: () => now, ...options });
  const run = guard.storedRun("one", memoryStore());
  return {
    async call(name, args = {}, outcome = { result: "same" }, tookMs = 0) {
      await run.beginRound();
      const call = { name, arguments: args };
      const before = await run.before(call);
      if (runs(before)) now += tookMs;
      return runs(before) ? louder(before, await run.after(call, outcome)) : saidOf(before);
    },
    wait: (ms) => void (now += ms),
    close: async () => {
      await run.close();
      guard.close();
    },
  };
}

function ofExecutor(options: LoopGuardOptions = {}): Agent {
  let now = 1_700_000_000_000;
  let next: LoopOutcome = {};
  let took = 0;
  const execute = async () => {
    now += took;
    if (next.error !== undefined) throw next.error;
    return next.result as string;
  };
  const tools = ["status", "bash", "wait_for_build", "scroll_down", "fetch", "read", "edit", "job", "save", "test"].map(
    (name) => makeTool(name, execute),
  );
  const executor = new ToolExecutor(tools, { loopDetection: { now: () => now, ...options } });
  const { ctx, eventBus } = recorded();
  let heard: Said | undefined;
  eventBus.on("loop.detected", ({ verdict }) => {
    heard = saidOf(verdict);
  });
  return {
    async call(name, args = {}, outcome = { result: "same" }, tookMs = 0) {
      next = outcome;
      took = tookMs;
      heard = undefined;
      try {
        await executor.executeAll([makeCall(name, args as Record<string, unknown>)], ctx);
      } catch (error) {
        if (!(error instanceof ToolLoopError)) throw error;
      }
      return heard ?? { action: "allow", message: "", detector: undefined };
    },
    wait: (ms) => void (now += ms),
    close: async () => executor.loopGuard?.close(),
  };
}

export const AGENTS: readonly (readonly [name: string, make: MakeAgent])[] = [
  ["LoopGuard.run", ofRun],
  ["StoredRun", ofStoredRun],
  ["ToolExecutor", ofExecutor],
];

export const isRefused = ({ action }: Said): boolean => action === "hint" || action === "ask" || action === "abort";
