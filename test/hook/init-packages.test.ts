/** `loopguard init` for agents that load this package: a line in a list of their settings. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { Folder, PROGRAMS } from "./programs.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");
const USER = ".pi/agent/settings.json";
const PROJECT = ".pi/settings.json";

function init(folder: Folder, ...args: string[]) {
  const [file, main] = PROGRAMS.node as unknown as [string, string];
  const { status, stdout, stderr } = spawnSync(file, [main, "init", "pi", ...args], {
    cwd: folder.path,
    env: { ...folder.env, NO_COLOR: "1" },
    encoding: "utf8",
    timeout: 60_000,
    stdio: ["ignore", "pipe", "pipe"],
  });
  return { status, stdout, stderr };
}

function put(folder: Folder, place: string, settings: unknown): string {
  const path = join(folder.path, place);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(settings, null, "\t"));
  return path;
}

const read = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));

it("makes the file where there is none, says so once, and takes it out again", () => {
  using folder = new Folder();
  const path = join(folder.path, USER);
  const first = init(folder, "--yes");
  expect(first).toMatchObject({ status: 0, stderr: "" });
  expect(first.stdout).toContain(`${path} (a new file)`);
  expect(first.stdout).toContain("Written.");
  expect(read(path)).toEqual({ packages: [ROOT] });
  expect(init(folder, "--yes").stdout).toContain("pi already loads loopguard");
  expect(init(folder, "--remove", "--yes").stdout).toContain("Removed.");
  expect(existsSync(path)).toBe(false);
  expect(init(folder, "--remove", "--yes").stdout).toContain("has no package of loopguard");
});

it("names the package of npm in the settings of a project", () => {
  using folder = new Folder();
  init(folder, "--project", "--yes");
  expect(read(join(folder.path, PROJECT))).toEqual({ packages: ["npm:loopguard"] });
});

it("only shows without --yes where there is nobody to ask, and with --print", () => {
  for (const args of [[], ["--print"]]) {
    using folder = new Folder();
    const { status, stdout } = init(folder, ...args);
    expect(status).toBe(0);
    expect(stdout).toContain(`+     "${ROOT}"`);
    expect(readdirSync(folder.path)).toEqual([]);
  }
});

it("replaces entries of ours and leaves all others as they are, with a backup of the file", () => {
  using folder = new Folder();
  const others = ["npm:other", { source: "npm:loopguard-theme", skills: [] }, "git:github.com/me/loopguard"];
  const ours = [
    "npm:loopguard",
    { source: "npm:loopguard@0.1.0", extensions: [] },
    "/usr/lib/node_modules/loopguard",
    "../node_modules/loopguard/",
  ];
  const settings = { theme: "dark", packages: [others[0], ...ours, ...others.slice(1)], extensions: ["/a.ts"] };
  const path = put(folder, USER, settings);
  const text = readFileSync(path, "utf8");
  expect(init(folder, "--yes").status).toBe(0);
  expect(read(path)).toEqual({ ...settings, packages: [...others, ROOT] });
  expect(readFileSync(path, "utf8")).toContain('\n\t"theme"');
  expect(readFileSync(`${path}.before-loopguard`, "utf8")).toBe(text);
  expect(init(folder, "--remove", "--yes").status).toBe(0);
  expect(read(path)).toEqual({ ...settings, packages: others });
});

it("leaves an entry that also says what to load of this package", () => {
  using folder = new Folder();
  const settings = { packages: [{ source: ROOT, skills: [] }] };
  const path = put(folder, USER, settings);
  expect(init(folder, "--yes").stdout).toContain("already loads loopguard");
  expect(read(path)).toEqual(settings);
});

it("goes by PI_CODING_AGENT_DIR for where the settings are", () => {
  using folder = new Folder();
  const [file, main] = PROGRAMS.node as unknown as [string, string];
  const own = join(folder.path, "own");
  spawnSync(file, [main, "init", "pi", "--yes"], { env: { ...folder.env, PI_CODING_AGENT_DIR: own } });
  expect(existsSync(join(own, "settings.json"))).toBe(true);
});

it("refuses a list that is none, and changes nothing", () => {
  using folder = new Folder();
  const path = put(folder, USER, { packages: "npm:other" });
  for (const args of [[], ["--remove"]]) {
    const { status, stderr } = init(folder, "--yes", ...args);
    expect(status).toBe(2);
    expect(stderr).toContain(`${path}: "packages" must be an array, got "npm:other"`);
  }
  expect(read(path)).toEqual({ packages: "npm:other" });
});
