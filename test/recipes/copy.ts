/** A copy of the project, in which a recipe of CONTRIBUTING.md is done. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** What builds make, so that a copy has to compile little. Files keep their times, by which make sees what has changed. */
const BUILT = ["out", "dist", "types", "build/Release", "native/build/inner", "prebuilds"];

/** What a recipe needs of the copy. */
export interface Copy {
  /** A new file. */
  create(path: string, text: string): void;
  /** Puts lines behind the first line that has `line` in it. */
  insert(path: string, line: string | RegExp, text: string): void;
  replace(path: string, from: string | RegExp, to: string): void;
  /** Runs a command, and throws with all that it said if it fails. */
  run(command: string): string;
}

export class ProjectCopy implements Copy {
  readonly #root = mkdtempSync(join(tmpdir(), "loopguard-recipes-"));

  constructor() {
    const files = commandIn(ROOT, "git ls-files --cached --others --exclude-standard").split("\n").filter(Boolean);
    for (const file of files) this.#take(file);
    for (const folder of BUILT) this.#take(folder);
    symlinkSync(join(ROOT, "node_modules"), join(this.#root, "node_modules"), "dir");
    this.run("git init -q && git add -A && git -c user.name=test -c user.email=test@localhost commit -qm start");
  }

  create(path: string, text: string): void {
    const file = join(this.#root, path);
    if (existsSync(file)) throw new Error(`${path} is there already`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  insert(path: string, line: string | RegExp, text: string): void {
    const lines = this.#read(path).split("\n");
    const at = lines.findIndex((one) => (typeof line === "string" ? one.includes(line) : line.test(one)));
    if (at < 0) throw new Error(`${path} has no line with ${line}`);
    lines.splice(at + 1, 0, text);
    writeFileSync(join(this.#root, path), lines.join("\n"));
  }

  replace(path: string, from: string | RegExp, to: string): void {
    const before = this.#read(path);
    const after = before.replace(from, to);
    if (after === before) throw new Error(`${path} has no ${from}`);
    writeFileSync(join(this.#root, path), after);
  }

  run(command: string): string {
    return commandIn(this.#root, command);
  }

  /** The files that are not what they were, new ones included. */
  changed(): string[] {
    const said = this.run("git status --porcelain --untracked-files=all --no-renames");
    return said.split("\n").flatMap((line) => (line === "" ? [] : [line.slice(3)]));
  }

  /** As it was; what was compiled stays. */
  reset(): void {
    this.run("git checkout -q . && git clean -qfd");
  }

  remove(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }

  #read(path: string): string {
    return readFileSync(join(this.#root, path), "utf8");
  }

  #take(path: string): void {
    const from = join(ROOT, path);
    if (existsSync(from)) cpSync(from, join(this.#root, path), { recursive: true, preserveTimestamps: true });
  }
}

function commandIn(cwd: string, command: string): string {
  const env: NodeJS.ProcessEnv = { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined };
  // Of the test that calls this; without CI, tests do as little as by hand.
  for (const name of Object.keys(env))
    if (/^(CI$|VITEST|GIT_|LOOPGUARD_)/.test(name) || name === "NODE_ENV") delete env[name];
  const { status, stdout, stderr } = spawnSync("bash", ["-c", command], {
    cwd,
    env,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`${command}\n${stdout}\n${stderr}`);
  return stdout;
}
