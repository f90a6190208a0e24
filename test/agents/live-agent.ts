/** The real agents, each in a home folder of its own, with the hook that `loopguard init` writes. */
import { spawn, spawnSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describe } from "vitest";

const here = fileURLToPath(new URL(".", import.meta.url));

/** The command of this project. */
export const MAIN: string = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

/** An agent that has not ended by then never will. */
const TIME_LIMIT_MS = 140_000;

export interface Ended {
  /** `null` where it was killed. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** It did not end by itself. */
  readonly timedOut: boolean;
}

/** Where a package of this folder has `file`; `undefined` when it is not installed. */
export function installed(name: string, file: string): string | undefined {
  const path = join(here, "node_modules", name, file);
  return existsSync(path) ? path : undefined;
}

/** `describe` for an agent; a failure that says what to do, where it is not installed. `install`: what installs it. */
export function describeAgent(
  title: string,
  program: string | undefined,
  tests: (program: string) => void,
  install = "npm ci --ignore-scripts in test/agents",
): void {
  if (program === undefined)
    throw new Error(`${title} is not installed: ${install}, or leave its file out: npm test -- --exclude <file>`);
  describe(title, () => tests(program));
}

/** What came of a stuck agent, for the table of `table.mjs`. */
export interface Outcome {
  /** The agent's name for people. */
  readonly runtime: string;
  readonly version: string;
  /** How often the call ran that gives the same each time. */
  readonly executions: number;
  /** How many calls were refused before the run ended, or the script. */
  readonly refusals: number;
  /** What ended it, in some words. */
  readonly end: string;
}

/** Adds a line to the file that `LOOPGUARD_OUTCOMES` names; without it, nothing. */
export function recordOutcome(outcome: Outcome): void {
  const file = process.env["LOOPGUARD_OUTCOMES"];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ ...outcome, tested: "live" })}\n`);
}

/** The version of a package in this folder. */
export function versionOf(name: string): string {
  const { version } = JSON.parse(readFileSync(installed(name, "package.json") as string, "utf8")) as {
    version: string;
  };
  return version;
}

/** A home folder with a project in it, gone when the block ends. */
export class Home implements Disposable {
  readonly path: string = realpathSync(mkdtempSync(join(tmpdir(), "loopguard-agent-")));
  readonly project: string = join(this.path, "project");
  /** Where the hook's sessions are. */
  readonly hooks: string = join(this.path, "state", "loopguard", "hooks");

  constructor() {
    mkdirSync(this.project);
  }

  /** Nothing of this process but the path of programs: no keys, no settings, no proxies. */
  get env(): NodeJS.ProcessEnv {
    return {
      PATH: process.env["PATH"],
      HOME: this.path,
      TMPDIR: this.path,
      XDG_STATE_HOME: join(this.path, "state"),
      NO_COLOR: "1",
      LANG: "C.UTF-8",
    };
  }

  /** Really runs `loopguard init`; returns what it said. */
  init(agent: "claude" | "codex" | "copilot" | "droid" | "gemini" | "kimi" | "pi" | "qwen", ...args: string[]): string {
    return loopguard(["init", agent, "--yes", ...args], { cwd: this.project, env: this.env });
  }

  /** Has the settings in `file` of the home call another command instead of ours. */
  changeCommand(file: string, change: (command: string) => string): void {
    const path = join(this.path, file);
    const settings = JSON.parse(readFileSync(path, "utf8"), (key, value) =>
      key === "command" && typeof value === "string" ? change(value) : value,
    ) as object;
    writeFileSync(path, JSON.stringify(settings));
  }

  /** A hook of somebody else's beside ours, which always gives this answer. */
  addHook(file: string, event: string, answer: object): void {
    const path = join(this.path, file);
    const settings = JSON.parse(readFileSync(path, "utf8")) as { hooks: Record<string, object[]> };
    const script = join(this.path, `${event}.json`);
    writeFileSync(script, JSON.stringify(answer));
    settings.hooks[event]?.push({ hooks: [{ type: "command", command: `cat '${script}'` }] });
    writeFileSync(path, JSON.stringify(settings));
  }

  /** Names of the sessions and subagents that the hook has states of. */
  get sessions(): string[] {
    return existsSync(this.hooks) ? readdirSync(this.hooks).filter((name) => !name.endsWith(".log")) : [];
  }

  /** Puts garbage in the place of all that the hook has kept; returns how many files that were. */
  spoilStates(): number {
    const files = this.sessions.flatMap((session) =>
      readdirSync(join(this.hooks, session)).map((name) => join(this.hooks, session, name)),
    );
    for (const file of files) writeFileSync(file, "garbage");
    return files.length;
  }

  /** Of a file in the project; 0 without the file. */
  lines(name: string): number {
    const path = join(this.project, name);
    return existsSync(path) ? readFileSync(path, "utf8").split("\n").length - 1 : 0;
  }

  /** Paths of all files below `folder` of the home whose name ends in `ending`, oldest first. */
  files(folder: string, ending: string): string[] {
    const top = join(this.path, folder);
    if (!existsSync(top)) return [];
    return readdirSync(top, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(ending))
      .map((name) => `${top}${sep}${name}`)
      .sort((a, b) => statSync(a).mtimeMs - statSync(b).mtimeMs);
  }

  /** Runs a program in the project, without input, until it ends; all that it started is killed then. */
  async run(file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
    const child = spawn(file, args, {
      cwd: this.project,
      env: { ...this.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true, // a process group of its own
    });
    const killAll = () => killGroup(child.pid);
    let timedOut = false;
    const limit = setTimeout(() => {
      timedOut = true;
      killAll();
    }, TIME_LIMIT_MS);
    const [stdout, stderr] = [textOf(child.stdout), textOf(child.stderr)];
    try {
      const code = await new Promise<number | null>((resolve, reject) => {
        child.on("error", reject);
        child.on("exit", resolve);
      });
      killAll(); // whoever it left behind may hold the pipes open
      return { code, stdout: await stdout, stderr: await stderr, timedOut };
    } finally {
      clearTimeout(limit);
      killAll();
    }
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** What the command of this project prints. Throws unless it ends with 0. */
export function loopguard(args: readonly string[], options: { cwd?: string; env: NodeJS.ProcessEnv }): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], { ...options, encoding: "utf8" });
  if (status !== 0) throw new Error(`loopguard ${args.join(" ")} ended with ${status}: ${stderr}`);
  return stdout;
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // all of them have ended
  }
}

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
