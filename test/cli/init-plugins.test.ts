/** `loopguard init` for agents that load a plugin: one file of ours among theirs. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { isOurs } from "../../lib/cli/init-files.ts";
import { Folder } from "../hook/programs.ts";
import { loopguard } from "./scan-process.ts";

/** A home, and what `init` does there. */
class Home extends Folder {
  readonly file: string = join(this.path, ".config", "opencode", "plugins", "loopguard.js");

  async init(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
    return await loopguard(["init", "opencode", ...args], {
      env: { ...this.env, XDG_CONFIG_HOME: join(this.path, ".config") },
    });
  }
}

describe("init opencode", () => {
  it("shows the file and writes it once; what it imports is the plugin; --remove deletes it", async () => {
    using home = new Home();
    const shown = await home.init("--print");
    expect(shown.stdout).toContain(`${home.file} (a new file)\n+ // Guards`);
    expect((await home.init()).stdout).toContain("Nothing was written. Use --yes");
    expect(existsSync(home.file)).toBe(false);

    expect(await home.init("--yes")).toMatchObject({ code: 0, stderr: "" });
    const text = readFileSync(home.file, "utf8");
    expect(isOurs(text)).toBe(true);
    const from = /from "(.*)";/.exec(text)?.[1] as string;
    expect((await import(from)).default).toMatchObject({ id: "loopguard", server: expect.any(Function) });
    expect((await home.init("--yes")).stdout).toBe(`opencode already loads loopguard: ${home.file}\n`);

    const removed = await home.init("--remove", "--yes");
    expect(removed.stdout).toBe(`${home.file} (is deleted)\n${text.trimEnd().replace(/^/gm, "- ")}\nRemoved.\n`);
    expect(existsSync(home.file)).toBe(false);
    expect((await home.init("--remove", "--yes")).stdout).toBe(`${home.file} has no plugin of loopguard.\n`);
  });

  it("keeps what somebody else wrote there", async () => {
    using home = new Home();
    const own = 'import { toolLoopPlugin } from "loopguard/opencode";\nexport const guard = toolLoopPlugin({});\n';
    mkdirSync(dirname(home.file), { recursive: true });
    writeFileSync(home.file, own);
    const kept = await home.init("--remove", "--yes");
    expect([kept.code, kept.stderr]).toEqual([2, expect.stringContaining("is not what loopguard init has written")]);
    expect(readFileSync(home.file, "utf8")).toBe(own);
    await home.init("--yes");
    expect(isOurs(readFileSync(home.file, "utf8"))).toBe(true);
    expect(readFileSync(`${home.file}.before-loopguard`, "utf8")).toBe(own);
  });

  it("for a project: the package that is installed in it", async () => {
    using home = new Home();
    const { stdout } = await home.init("--project", "--print");
    expect(stdout).toMatch(/\.opencode\/plugins\/loopguard\.js \(a new file\)/);
    expect(stdout).toContain('+ export { default } from "loopguard/opencode";\n');
  });
});

it("the copy of the plugin is a whole one: it needs nothing beside it", async () => {
  using home = new Home();
  const installed = join(home.path, "_npx", "1a", "node_modules", "loopguard");
  for (const part of ["package.json", "dist"])
    cpSync(new URL(`../../${part}`, import.meta.url), join(installed, part), { recursive: true });
  const env = { ...process.env, ...home.env, XDG_CONFIG_HOME: join(home.path, ".config") };
  const init = (...args: string[]) =>
    spawnSync(process.execPath, [join(installed, "dist/cli/main.js"), "init", "opencode", ...args], {
      env,
      encoding: "utf8",
    });
  expect(init("--yes")).toMatchObject({ status: 0, stderr: "" });
  expect(init("--yes").stdout).toBe(`opencode already loads loopguard: ${home.file}\n`);
  rmSync(installed, { recursive: true });
  const alone = fileURLToPath(/from "(.*)";/.exec(readFileSync(home.file, "utf8"))?.[1] as string);
  expect(alone.startsWith(join(home.path, ".loopguard", "plugins", "opencode"))).toBe(true);
  const { default: plugin } = await import(pathToFileURL(alone).href);
  const hooks = await plugin.server({ client: {} });
  const refused: string[] = [];
  for (let i = 0; i < 3; i++) {
    const call = { tool: "bash", sessionID: "s", callID: `c${i}` };
    await hooks["chat.params"]({ sessionID: "s", agent: "build" }, {});
    await hooks["tool.execute.before"](call, { args: {} }).then(
      () => hooks["tool.execute.after"]({ ...call, args: {} }, { output: "the same" }),
      (error: Error) => refused.push(error.message),
    );
  }
  expect(refused).toEqual([expect.stringContaining("gave the same result 2 times")]);
});
