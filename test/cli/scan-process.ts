/** Runs the built command as its users do, or without a process of its own where that is too dear. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { callCommand } from "../command.ts";
import { EFFORT } from "../effort.ts";

export const MAIN: string = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

interface Given {
  input?: string | Uint8Array;
  env?: NodeJS.ProcessEnv;
  cwd?: string;
}

/** Without the variables that ask for colours, or against them, unless they are given. */
function plainEnv(env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const { FORCE_COLOR: _, NO_COLOR: __, ...rest } = process.env;
  return { ...rest, ...env };
}

/** In a process of its own, or with less than full effort in a thread, if that can be told from a process by nothing. */
export function loopguard(args: readonly string[], given: Given = {}): Promise<Finished> {
  const { input, env, cwd } = given;
  if (EFFORT >= 1 || cwd !== undefined) return loopguardProcess(args, given);
  return callCommand({ args, env: plainEnv(env), ...(input === undefined ? {} : { input }) });
}

/** `dist/cli/main.js` in a process of its own. */
export function loopguardProcess(args: readonly string[], { input = "", env, cwd }: Given = {}): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [MAIN, ...args], { env: plainEnv(env), ...(cwd ? { cwd } : {}) });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
    child.stdin.on("error", () => {}); // the command may end before it has read all
    child.on("error", reject);
    child.on("close", (code) =>
      resolve({ code, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() }),
    );
    child.stdin.end(input);
  });
}

/** A run as a line: each call is `[name, args, result]`. */
export function runLine(
  id: string,
  calls: readonly (readonly [name: string, args: unknown, result: unknown])[],
): string {
  return JSON.stringify({ id, calls: calls.map(([name, args, result]) => ({ name, args, result })) });
}

/** One call with one result, again and again. */
export function stuckLine(id: string, times: number): string {
  return runLine(
    id,
    Array.from({ length: times }, () => ["search", { query: "refunds" }, "No results."] as const),
  );
}

/** As many different calls. */
export function healthyLine(id: string, times: number): string {
  return runLine(
    id,
    Array.from(
      { length: times },
      (_, i) => ["read", { path: `${i}.ts` }, `Text number ${"abcdefghij"[i % 10]}${i}.`] as const,
    ),
  );
}
