/** The two programs that answer hooks, as an agent runs them, each with a state folder of its own. */
import { type SpawnSyncReturns, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { callCommandSync } from "../command.ts";
import { EFFORT } from "../effort.ts";
import { cProgram } from "../left-out.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

const c = cProgram();

/** Whether the program in C is there. */
export const HAS_C: boolean = c !== undefined;

/** What stands before the arguments of each program. */
export const PROGRAMS: Readonly<Record<"c" | "node", readonly string[]>> = {
  c: [c ?? "no such program", "hook"],
  node: [process.execPath, join(root, "dist", "cli", "main.js"), "hook"],
};

/** Those that are there, by their names. */
export const EACH_PROGRAM: readonly (readonly [string, readonly string[]])[] = Object.entries(PROGRAMS).filter(
  ([name]) => HAS_C || name !== "c",
);

/** A folder that is gone when the block ends. */
export class Folder {
  readonly path: string = mkdtempSync(join(tmpdir(), "loopguard-hook-"));

  get env(): NodeJS.ProcessEnv {
    return { PATH: process.env["PATH"], HOME: this.path, XDG_STATE_HOME: join(this.path, "state") };
  }

  /** Where the sessions' folders are. */
  get hooks(): string {
    return join(this.path, "state", "loopguard", "hooks");
  }

  /** The log, oldest line first. */
  get log(): object[] {
    const files = readdirSync(this.hooks).filter((name) => name.endsWith(".log"));
    const text = files.sort().map((name) => readFileSync(join(this.hooks, name), "utf8"));
    return text
      .join("")
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as object);
  }

  /** The only session's folder. */
  get session(): string {
    const names = readdirSync(this.hooks).filter((name) => !name.endsWith(".log"));
    if (names.length !== 1) throw new Error(`${names.length} sessions, not one`);
    return join(this.hooks, names[0] as string);
  }

  /** The files of the only session's generations, oldest first. */
  get generations(): string[] {
    const { session } = this;
    return readdirSync(session)
      .filter((name) => /^[0-7][0-9a-f]{15}$/.test(name))
      .sort()
      .map((name) => join(session, name));
  }

  get newest(): Uint8Array {
    return new Uint8Array(readFileSync(this.generations.at(-1) as string));
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

export type Answer = Record<string, unknown> | undefined;

/** What a program did. */
export type Invoked = Pick<SpawnSyncReturns<string>, "status" | "stdout" | "stderr">;

/** Runs a program on one input; with less than full effort the one in Node without a process of its own. */
export function invoke(
  program: readonly string[],
  input: string | Uint8Array,
  env: NodeJS.ProcessEnv,
  ...args: string[]
): Invoked {
  if (EFFORT >= 1 || program !== PROGRAMS.node) return invokeProcess(program, input, env, ...args);
  const { code, stdout, stderr } = callCommandSync({ args: ["hook", ...args], env, input });
  return { status: code, stdout, stderr };
}

/** Runs a program in a process of its own, as agents do. */
export function invokeProcess(
  program: readonly string[],
  input: string | Uint8Array,
  env: NodeJS.ProcessEnv,
  ...args: string[]
): SpawnSyncReturns<string> {
  const [file, ...front] = program;
  const limits = { timeout: 60_000, killSignal: "SIGKILL", maxBuffer: 1 << 28 } as const;
  return spawnSync(file as string, [...front, ...args], { input, env, encoding: "utf8", ...limits });
}

/** What a program answers to an event; it must end well and say nothing on stderr. */
export function ask(
  program: readonly string[],
  event: object,
  env: NodeJS.ProcessEnv,
  ...args: string[]
): Record<string, unknown> | undefined {
  const { status, stdout, stderr } = invoke(program, JSON.stringify(event), env, ...args);
  if (status !== 0 || stderr !== "") throw new Error(`ended with ${status}: ${stderr}`);
  return stdout === "" ? undefined : (JSON.parse(stdout) as Record<string, unknown>);
}

/** The same without waiting; resolves to exit code and signal. */
export function start(program: readonly string[], event: object, env: NodeJS.ProcessEnv) {
  const [file, ...front] = program;
  const child = spawn(file as string, front, { env, stdio: ["pipe", "ignore", "ignore"] });
  child.stdin.on("error", () => {}); // it may be gone before it has read all
  child.stdin.end(JSON.stringify(event));
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) => resolve({ code, signal }));
  });
  return { child, ended };
}
