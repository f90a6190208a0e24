/** `loopguard completion`, by what the shells make of a pressed Tab; bash and zsh on a terminal of their own. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildProgram } from "../../lib/cli/program.ts";
import { loopguard } from "./scan-process.ts";

const FILE = "my run.jsonl";
let folder = "";
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

const there = (program: string, ...args: string[]) => spawnSync(program, args, { stdio: "ignore" }).status === 0;
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

const SHELLS: readonly { name: string; shell: string; setup: string[] }[] = [
  { name: "bash", shell: "bash --norc --noprofile -i", setup: ["source script.bash"] },
  { name: "zsh, sourced", shell: "zsh -f -i", setup: ["autoload -Uz compinit; compinit -u -D; source ./_loopguard"] },
  { name: "zsh, sourced without compinit before", shell: "zsh -f -i", setup: ["source ./_loopguard"] },
  {
    name: "zsh, found in $fpath",
    shell: "zsh -f -i",
    setup: ["fpath=($PWD $fpath)", "autoload -Uz compinit; compinit -u -D"],
  },
];

describe.each(SHELLS)("$name", ({ shell, setup }) => {
  const missing = !terminal || !there(shell.split(" ")[0] as string, "-c", "true");
  test.for<[what: string, line: string, words: string[]]>([
    ["a command", "sc\t", ["scan"]],
    ["an option", "scan --fail\t", ["scan", "--fail-on"]],
    ["the value of an option", "scan --preset s\t", ["scan", "--preset", "strict"]],
    ["an argument", "completion f\t", ["completion", "fish"]],
    ["a command to be helped with", "help ex\t", ["help", "explain"]],
    ["a file with a blank in its name", "scan --json my\t", ["scan", "--json", FILE]],
    ["a file as the value of an option", "scan --html my\t", ["scan", "--html", FILE]],
  ])("completes %s", ([, line, words], { skip }) => {
    skip(missing, `there is no ${shell.split(" ")[0]} here, or no script(1)`);
    expect(typed(shell, setup, `loopguard ${line}`)).toEqual(words);
  });
});

describe("fish", () => {
  const missing = !there("fish", "--no-config", "-c", "true");

  function offered(line: string): string[] {
    const ask = `source script.fish; complete -C '${line}'`;
    const { stdout, stderr } = spawnSync("fish", ["--no-config", "-c", ask], { cwd: folder, encoding: "utf8" });
    expect(stderr).toBe("");
    return stdout.split("\n").flatMap((offer) => (offer === "" ? [] : [offer.split("\t")[0] as string]));
  }

  test.for<[line: string, words: string[]]>([
    ["sc", ["scan"]],
    ["--ver", ["--version"]],
    ["scan --fail", ["--fail-on"]],
    ["scan --preset s", ["strict"]],
    ["completion f", ["fish"]],
    ["help ex", ["explain"]],
    ["scan --json my", [FILE]],
    ["scan --html my", [FILE]],
  ])("%s", ([line, words], { skip }) => {
    skip(missing, "there is no fish here");
    expect(offered(`loopguard ${line}`)).toEqual(words);
  });

  test("where a command is due, no files", ({ skip }) => {
    skip(missing, "there is no fish here");
    expect(offered("loopguard ")).not.toContain(FILE);
  });
});

test.each(["bash", "zsh", "fish"])("%s: every command with every option that it has", async (shell) => {
  const { stdout, code } = await loopguard(["completion", shell]);
  expect(code).toBe(0);
  for (const command of (await buildProgram()).commands)
    for (const { long } of command.options)
      if (long) expect(stdout, `${command.name()} ${long}`).toContain(shell === "fish" ? `-l ${long.slice(2)}` : long);
});
