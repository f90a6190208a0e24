/** `loopguard hook` in Node.js: as native/hook, but for every configuration. */

import type { LoopGuardOptions } from "../../config/guard-options.ts";
import { LoopGuard } from "../../guard/loop-guard.ts";
import type { GuardRun } from "../../run/loop-run.ts";
import type { Dialect } from "./dialects.gen.ts";
import { type HookAnswer, SILENT } from "./hook-answer.ts";
import { type HookEvent, readEvent } from "./hook-event.ts";
import { isWhole, respond } from "./hook-session.ts";
import { type StateStep, updateState } from "./state-files.ts";

/** Larger than any event. */
const INPUT_MAX = 256 * 1024 * 1024;

/** The answer to the event in `input`. Rejects if the event cannot be judged. */
export async function answerTo(
  input: Uint8Array,
  dialect: Dialect | "auto",
  options: LoopGuardOptions,
): Promise<HookAnswer> {
  if (input.length > INPUT_MAX) throw new Error("stdin is too large");
  const event = readEvent(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(input), dialect);
  if (event === undefined || !isWhole(event)) return SILENT;
  return await updateState(event, (snapshots) => step(event, options, snapshots));
}

function step(event: HookEvent, options: LoopGuardOptions, snapshots: Iterable<Uint8Array>): StateStep<HookAnswer> {
  const { guard, from } = restored(options, snapshots);
  try {
    const run = guard.run() as GuardRun;
    const value = respond(run, event);
    return { bytes: run.snapshot(), from, value };
  } finally {
    guard.close();
  }
}

/** The guard from the newest readable snapshot, or a new one. */
function restored(
  options: LoopGuardOptions,
  snapshots: Iterable<Uint8Array>,
): { guard: LoopGuard; from: Uint8Array | undefined } {
  for (const from of snapshots) {
    try {
      return { guard: LoopGuard.restore(from, options), from };
    } catch (error) {
      // Any other error is about the options.
      if ((error as { code?: unknown }).code !== "ERR_LOOPGUARD_SNAPSHOT") throw error;
    }
  }
  return { guard: new LoopGuard(options), from: undefined };
}
