/** `loopguard hook` in Node.js: as native/hook, but for every configuration. */
import type { LoopGuardOptions } from "../../config/guard-options.ts";
import { LoopGuard } from "../../guard/loop-guard.ts";
import type { GuardRun } from "../../run/loop-run.ts";
import type { Dialect } from "./dialects.gen.ts";
import { HookEvent, type HookReply } from "./hook-event.ts";
import { type Heard, hostOf } from "./hook-host.ts";
import { type StateStep, updateState } from "./state-files.ts";

/** Larger than any event. */
const INPUT_MAX = 256 * 1024 * 1024;

export interface HookSettings {
  readonly dialect: Dialect | "auto";
  /** The log has the arguments of calls. */
  readonly logArguments: boolean;
  /** Throws if the command line or the configuration is wrong. */
  options(): Promise<LoopGuardOptions>;
}

/** The reply to the event in `input`; `undefined` if it is none. Rejects if the event cannot be judged. */
export async function replyTo(input: Uint8Array, settings: HookSettings): Promise<HookReply | undefined> {
  if (input.length > INPUT_MAX) throw new Error("stdin is too large");
  const event = HookEvent.read(input, settings.dialect);
  if (event === undefined) return undefined;
  let options: LoopGuardOptions;
  try {
    options = await settings.options();
  } catch (error) {
    return event.complain(error instanceof Error ? error.message : String(error));
  }
  return await updateState(event.session, (snapshots) => step(event, options, snapshots, settings.logArguments));
}

function step(
  event: HookEvent,
  { onDetection, ...options }: LoopGuardOptions,
  snapshots: Iterable<Uint8Array>,
  logArguments: boolean,
): StateStep<HookReply> {
  const heard: Heard = {};
  const listener = (...[detection, verdict]: Parameters<NonNullable<typeof onDetection>>) => {
    Object.assign(heard, { detection, verdict });
    return onDetection?.(detection, verdict);
  };
  const { guard, from } = restored({ ...options, onDetection: listener }, snapshots);
  try {
    const run = guard.run() as GuardRun;
    const value = event.tell(hostOf(run, heard), logArguments);
    return { bytes: run.snapshot(), from, value };
  } finally {
    guard.close();
  }
}

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
