/** What shells make of a pressed Tab; bash and zsh on a terminal of their own. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loopguard } from "./scan-process.ts";

export const FILE = "my run.jsonl";
let folder = "";

/** Call once in a test file. Gives the folder, which has the scripts of the shells and `FILE`. */
export function withScripts(): () => string {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "loopguard-completion-"));
    writeFileSync(join(folder, FILE), "");
    for (const [shell, name] of [
      ["bash", "script.bash"],
      ["zsh", "_loopguard"],
      ["fish", "script.fish"],
    ] as const)
      writeFileSync(join(folder, name), (await loopguard(["completion", shell])).stdout);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return () => folder;
}

export const there = (program: string, ...args: string[]): boolean =>
  spawnSync(program, args, { stdio: "ignore" }).status === 0;
const terminal = there("script", "-qec", "true", "/dev/null");

/** The arguments that an interactive shell calls `loopguard` with when `line` is typed after `setup`. */
function typed(shell: string, setup: readonly string[], line: string): string[] {
  const input = [...setup, `loopguard() { printf 'GOT['; printf '<%s>' "$@"; printf ']\\n'; }`, line, "exit", ""];
  const { stdout } = spawnSync("script", ["-qec", shell, "/dev/null"], {
    cwd: folder,
    input: input.join("\n"),
    encoding: "utf8",
    env: { ...process.env, TERM: "dumb", HISTFILE: "/dev/null", ZDOTDIR: folder },
    timeout: 60_000,
  });
  const got = /GOT\[((?:<[^>]*>)*)\]/.exec(stdout)?.[1];
  expect(got, stdout).toBeDefined();
  return [...(got as string).matchAll(/<([^>]*)>/g)].map(([, word]) => word as string);
}

export interface Shell {
  name: string;
  shell: string;
  setup: readonly string[];
}

/** The tests of a shell on a terminal, after `withScripts`. */
export function completes({ name, shell, setup }: Shell): void {
  describe(name, () => {
    const missing = !terminal || !there(shell.split(" ")[0] as string, "-c", "true");
    test.for<[what: string, line: string, words: string[]]>([
      ["a command", "sc\t", ["scan"]],
      ["an option", "scan --fail\t", ["scan", "--fail-on"]],
      ["the value of an option", "scan --preset s\t", ["scan", "--preset", "strict"]],
      ["an argument", "completion f\t", ["completion", "fish"]],
      ["a command to be helped with", "help ex\t", ["help", "explain"]],
      ["a command of a command", "hook l\t", ["hook", "log"]],
      ["an option of that", "hook log --f\t", ["hook", "log", "--follow"]],
      ["a file with a blank in its name", "scan --json my\t", ["scan", "--json", FILE]],
      ["a file as the value of an option", "scan --html my\t", ["scan", "--html", FILE]],
    ])("completes %s", ([, line, words], { skip }) => {
      skip(missing, `there is no ${shell.split(" ")[0]} here, or no script(1)`);
      expect(typed(shell, setup, `loopguard ${line}`)).toEqual(words);
    });
  });
}
