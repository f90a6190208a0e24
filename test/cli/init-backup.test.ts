/** `loopguard init` keeps what was in the settings before it came, whatever is done afterwards. */
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { Folder } from "../hook/programs.ts";
import { loopguard } from "./scan-process.ts";

const NAMES = { claude: "CLAUDE_CONFIG_DIR", codex: "CODEX_HOME" } as const;
const FILES = { claude: "settings.json", codex: "hooks.json" } as const;

it.each(["claude", "codex"] as const)("%s: the first backup stays, byte for byte", async (agent) => {
  using folder = new Folder();
  const path = join(folder.path, FILES[agent]);
  const backup = `${path}.before-loopguard`;
  // Not as it would be written, and with what would be lost by it.
  const pristine = Buffer.from('\t{ "model" :"opus",\r\n"x": 1.0, "é":"\\u00e9" }  \n');
  writeFileSync(path, pristine);
  chmodSync(path, 0o640);
  const init = async (...args: string[]) => {
    const { code, stderr } = await loopguard(["init", agent, "--yes", ...args], {
      env: { ...folder.env, [NAMES[agent]]: folder.path },
    });
    expect([code, stderr]).toEqual([0, ""]);
    expect(existsSync(backup)).toBe(true);
    expect(readFileSync(backup).equals(pristine)).toBe(true);
  };
  for (let time = 0; time < 2; time++) {
    await init();
    await init();
    writeFileSync(path, readFileSync(path, "utf8").replace("opus", "haiku"));
    await init("--remove");
    await init("--remove");
  }
  expect(readFileSync(path, "utf8")).toContain("haiku");
  expect(statSync(backup).mode & 0o777).toBe(0o640);
});

it("taking the hooks out of a file that init made leaves no backup of them", async () => {
  using folder = new Folder();
  const env = { ...folder.env, CLAUDE_CONFIG_DIR: folder.path };
  for (const args of [
    ["init", "claude", "--yes"],
    ["init", "claude", "--yes", "--remove"],
  ])
    await loopguard(args, { env });
  expect(readFileSync(join(folder.path, "settings.json"), "utf8")).toBe("{}\n");
  expect(existsSync(join(folder.path, "settings.json.before-loopguard"))).toBe(false);
});
