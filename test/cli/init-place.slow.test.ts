/** Where the command that `loopguard init` writes leads: to a place that stays, however the package was fetched. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { prebuildName } from "../../scripts/prebuild-name.mjs";
import { Folder, invokeProcess } from "../hook/programs.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const AGENTS = {
  claude: ".claude/settings.json",
  codex: ".codex/hooks.json",
  gemini: ".gemini/settings.json",
} as const;
const EVENT = JSON.stringify({ session_id: "s", hook_event_name: "PreToolUse", tool_name: "Read", tool_input: {} });

/** The package as an installer leaves it below `place`, which is a project if it has a package.json. */
class Installed {
  readonly folder = new Folder();
  readonly root: string;
  readonly package: string;

  constructor(place: string, { project = true, program = true } = {}) {
    this.root = join(this.folder.path, place);
    this.package = join(this.root, "node_modules", "loopguard");
    mkdirSync(this.package, { recursive: true });
    if (project) writeFileSync(join(this.root, "package.json"), "{}");
    for (const name of ["package.json", "dist"])
      cpSync(join(ROOT, name), join(this.package, name), { recursive: true });
    const hook = join("prebuilds", prebuildName(), "loopguard");
    if (program) cpSync(join(ROOT, hook), join(this.package, hook));
  }

  get copied(): string {
    return join(this.folder.path, ".loopguard", "bin", "loopguard");
  }

  init(...args: string[]) {
    const program = [process.execPath, join(this.package, "dist", "cli", "main.js"), "init"];
    return invokeProcess(program, "", this.folder.env, ...args);
  }

  /** The commands of all events in an agent's settings; there is only one. */
  command(agent: keyof typeof AGENTS): string {
    const text = readFileSync(join(this.folder.path, AGENTS[agent]), "utf8");
    const { hooks } = JSON.parse(text) as { hooks: Record<string, { hooks: { command: string }[] }[]> };
    const commands = Object.values(hooks).flatMap((groups) => groups.flatMap((group) => group.hooks));
    const [only, ...others] = new Set(commands.map(({ command }) => command));
    expect(others).toEqual([]);
    return only ?? "";
  }

  run(command: string) {
    const event = command.includes("--gemini") ? EVENT.replace("PreToolUse", "BeforeTool") : EVENT;
    return invokeProcess(["sh", "-c", command], event, this.folder.env);
  }

  [Symbol.dispose](): void {
    this.folder[Symbol.dispose]();
  }
}

const PASSING = {
  "the cache of npx": [".npm/_npx/1a2b3c", "in a cache, which may be emptied"],
  "a project's node_modules": ["work/app", "in a node_modules, and would be deleted with it"],
} as const;

describe.each(Object.entries(PASSING))("from %s", (_, [place, reason]) => {
  it.each(Object.keys(AGENTS) as (keyof typeof AGENTS)[])(
    "%s gets a copy of the program, which outlives it",
    (agent) => {
      using installed = new Installed(place);
      const { status, stdout, stderr } = installed.init(agent, "--yes");
      expect([status, stderr]).toEqual([0, ""]);
      expect(stdout).toContain(reason);
      const command = installed.command(agent);
      expect(command).toBe(`${installed.copied} hook --${agent}${agent === "gemini" ? " || true" : ""}`);
      expect(statSync(installed.copied).mode & 0o777).toBe(0o755);
      rmSync(installed.root, { recursive: true });
      expect(installed.run(command)).toMatchObject({ status: 0, stderr: "" });
      expect(installed.folder.generations.length).toBeGreaterThan(0);
    },
  );

  it("nothing is copied before somebody agrees", () => {
    using installed = new Installed(place);
    const before = readdirSync(installed.folder.path);
    for (const args of [[], ["--print"]]) expect(installed.init("claude", ...args).stdout).toContain(installed.copied);
    expect(readdirSync(installed.folder.path)).toEqual(before);
  });

  it("the settings of the project name the project's package, and nothing is copied", () => {
    using installed = new Installed(place);
    const args = ["init", "claude", "--project", "--print"];
    const main = [process.execPath, join(installed.package, "dist", "cli", "main.js")];
    const { stdout } = invokeProcess(main, "", installed.folder.env, ...args);
    expect(stdout).toContain("npx --offline --no-install loopguard hook --claude");
    expect(stdout).not.toContain(installed.copied);
  });
});

it("a copy of another version is replaced, and that alone", () => {
  using installed = new Installed("app");
  installed.init("claude", "--yes");
  expect(installed.init("claude", "--yes").stdout).toContain("already calls loopguard");
  const settings = readFileSync(join(installed.folder.path, AGENTS.claude));
  writeFileSync(installed.copied, "an old program");
  expect(installed.init("claude").stdout).toContain("Nothing was written.");
  expect(readFileSync(installed.copied, "utf8")).toBe("an old program");
  expect(installed.init("claude", "--yes").stdout).toContain("Written.");
  expect(installed.run(installed.command("claude"))).toMatchObject({ status: 0, stderr: "" });
  expect(readFileSync(join(installed.folder.path, AGENTS.claude)).equals(settings)).toBe(true);
  expect(readdirSync(join(installed.copied, ".."))).toEqual(["loopguard"]);
});

it("--remove says that the copy is still there", () => {
  using installed = new Installed("app");
  installed.init("claude", "--yes");
  expect(installed.init("claude", "--remove", "--yes").stdout).toContain(`${installed.copied} is still there`);
  expect(existsSync(installed.copied)).toBe(true);
});

it("where it cannot be copied, the settings are not changed", () => {
  using installed = new Installed("app");
  writeFileSync(join(installed.folder.path, ".loopguard"), "a file where the folder would be");
  const { status, stderr } = installed.init("claude", "--yes");
  expect(status).toBe(2);
  expect(stderr).toContain("cannot be copied there");
  expect(existsSync(join(installed.folder.path, AGENTS.claude))).toBe(false);
});

it("npm's global folder stays: the program in it is called, and updates with it", () => {
  using installed = new Installed("prefix/lib", { project: false });
  expect(installed.init("claude", "--yes").status).toBe(0);
  expect(installed.command("claude")).toBe(
    `${join(installed.package, "prebuilds", prebuildName(), "loopguard")} hook --claude`,
  );
  expect(existsSync(installed.copied)).toBe(false);
});

describe("without a program for this machine", () => {
  it("nothing is written from the cache of npx", () => {
    using installed = new Installed("_npx/1a", { program: false });
    for (const args of [["--yes"], ["--print"]]) {
      const { status, stdout, stderr } = installed.init("claude", ...args);
      expect([status, stdout]).toEqual([2, ""]);
      expect(stderr).toContain("npm install --global loopguard");
    }
    expect(existsSync(join(installed.folder.path, ".claude"))).toBe(false);
  });

  it("init says what happens when the project's node_modules is deleted, and that happens", () => {
    using installed = new Installed("app", { program: false });
    const { status, stdout } = installed.init("claude", "--yes");
    expect(status).toBe(0);
    expect(stdout).toContain(
      `The hook is in ${join(installed.root, "node_modules")}: when that is deleted, Claude Code`,
    );
    const command = installed.command("claude");
    expect(command).toContain(join(installed.package, "dist", "cli", "main.js"));
    expect(installed.run(command)).toMatchObject({ status: 0, stderr: "" });
    rmSync(join(installed.root, "node_modules"), { recursive: true });
    const gone = installed.run(command);
    expect(gone.status).toBe(1); // Claude Code stops a call for 2
    expect(gone.stderr).toContain("Cannot find module");
  });
});
