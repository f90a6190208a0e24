/** Random events, and both programs' answers to them: the one in C by a shell, the one in TypeScript in this process. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, vi } from "vitest";
import type { Dialect } from "../../lib/cli/hook/dialects.gen.ts";
import { replyTo } from "../../lib/cli/hook/run-hook.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import { PROGRAMS } from "./programs.ts";

export type Pick = (below: number) => number;

export const of = <T>(pick: Pick, list: readonly T[]): T => list[pick(list.length)] as T;

/** A small generator with a seed: xorshift32. */
export function random(seed: number): Pick {
  let state = seed * 2654435761 || 1;
  return (below: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** The answer of the program in TypeScript; a refusal by the exit code begins with "exit 2: ". */
export async function inNode(
  event: string | Uint8Array,
  home: string,
  options: LoopGuardOptions = {},
  dialect: Dialect | "auto" = "auto",
): Promise<string> {
  vi.stubEnv("XDG_STATE_HOME", home);
  try {
    const settings = { dialect, logArguments: false, options: async () => options };
    const { text = "", code } = (await replyTo(Buffer.from(event as string), settings)) ?? {};
    return code === 2 ? `exit 2: ${text}` : text;
  } finally {
    vi.unstubAllEnvs();
  }
}

/** Has the program in C answer events one after the other; a shell starts it for each, much sooner than Node.js can. */
export async function allInC(events: readonly string[], env: NodeJS.ProcessEnv, flags = ""): Promise<string[]> {
  const hook = `error=$("$LOOPGUARD_PROGRAM" hook ${flags} 2>&1 >&3 <<END\n$event\nEND\n)`;
  const each = `exec 3>&1; for event do ${hook}; case $? in 2) printf 'exit 2: %s' "$error";; *) printf %s "$error" >&2;; esac; printf '\\036'; done`;
  const shellEnv = { ...env, LOOPGUARD_PROGRAM: PROGRAMS.c[0], LOOPGUARD_DEBUG: "1" };
  const { stdout, stderr } = await promisify(execFile)("/bin/sh", ["-c", each, "sh", ...events], { env: shellEnv });
  expect(stderr.replace(/loopguard hook: the event is none that is guarded; the call goes through\n?/g, "")).toBe("");
  const answers = stdout.split("\x1e");
  expect(answers.pop()).toBe("");
  return answers;
}
