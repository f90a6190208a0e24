/** `loopguard completion` in the shells that take their time. */
import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { completes, FILE, there, withScripts } from "./shells.ts";

const folder = withScripts();

const SOURCED = "autoload -Uz compinit; compinit -u -D; source ./_loopguard";
completes({ name: "zsh, sourced", shell: "zsh -f -i", setup: [SOURCED] });
completes({ name: "zsh, sourced without compinit before", shell: "zsh -f -i", setup: ["source ./_loopguard"] });
completes({
  name: "zsh, found in $fpath",
  shell: "zsh -f -i",
  setup: ["fpath=($PWD $fpath)", "autoload -Uz compinit; compinit -u -D"],
});

describe("fish", () => {
  const missing = !there("fish", "--no-config", "-c", "true");

  function offered(line: string): string[] {
    const ask = `source script.fish; complete -C '${line}'`;
    const { stdout, stderr } = spawnSync("fish", ["--no-config", "-c", ask], { cwd: folder(), encoding: "utf8" });
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
    ["hook lo", ["log"]],
    ["hook log --", ["--follow", "--help", "--no-color"]],
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
