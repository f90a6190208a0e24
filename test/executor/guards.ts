/** Executors with a guard, real or scripted, for the tests of loop detection. */
import { vi } from "vitest";
import type { LoopDecision, LoopDetection, LoopRun, Verdict, VerdictAction } from "../../lib/base/types.ts";
import type { ToolExecutorConfig } from "../../lib/executor/executor-config.ts";
import { ToolExecutor } from "../../lib/executor/tool-executor.ts";
import type { ToolCall, ToolDef } from "../../lib/executor/tool-types.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { ALLOW, verdictOf } from "../../lib/rules/verdict.ts";

const guards: LoopGuard[] = [];
/** For afterEach. */
export function closeGuards(): void {
  for (const guard of guards.splice(0)) guard.close();
}

/** An executor whose guard `closeGuards` closes. */
export function executorWith(tools: ToolDef[], config: number | ToolExecutorConfig) {
  const executor = new ToolExecutor(tools, config);
  if (executor.loopGuard) guards.push(executor.loopGuard);
  return executor;
}

export const detection: LoopDetection = {
  detector: "repeat",
  toolName: "t",
  repeats: 4,
  cycleLength: 1,
  pattern: ["t"],
  evidence: "weak",
  strikes: 1,
  message: "round and round",
  details: {},
  fingerprint: "0".repeat(32),
};
export const verdict = (action: VerdictAction, more: { replay?: unknown } = {}): Verdict =>
  verdictOf(action, { message: `stop: ${action}`, detection, ...more });

type Answers = { before?: Verdict; after?: Verdict; invalid?: Verdict };

/** An executor whose guard returns these verdicts, and a record of what its run received. */
export function scripted(answers: Answers, tools: ToolDef[], config: Record<string, unknown> = {}) {
  const guard = new LoopGuard({ maxRepeats: 1 });
  guards.push(guard);
  const run = {
    before: vi.fn((_: ToolCall) => answers.before ?? ALLOW),
    after: vi.fn((_: ToolCall, __: unknown) => answers.after ?? ALLOW),
    invalid: vi.fn((_: ToolCall, __: unknown) => answers.invalid ?? ALLOW),
    decide: vi.fn((_: ToolCall, { allow, words }: LoopDecision) =>
      allow ? ALLOW : { ...answers.before, action: "hint", message: words ?? answers.before?.message },
    ),
    beginRound: vi.fn(),
  };
  vi.spyOn(guard, "run").mockReturnValue(run as unknown as LoopRun);
  return { executor: new ToolExecutor(tools, { loopDetection: guard, ...config }), run };
}
