/** The addon and the hook program of one platform, built in two folders: the same bytes, so that anybody can compare. */
import { execFile, spawnSync } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { root } from "./packed.ts";

const run = promisify(execFile);
const PLATFORM = "linux-x64";
const SPECS = "/usr/lib/x86_64-linux-musl/musl-gcc.specs";
const isThere = (file: string, ...args: string[]) => spawnSync(file, args, { stdio: "ignore" }).status === 0;
const hasTools = isThere("x86_64-linux-gnu-gcc", "-specs", SPECS, "--version");

it.runIf(hasTools)(
  `what scripts/build-prebuilds.mjs makes for ${PLATFORM} does not depend on the folder`,
  { timeout: 600_000 },
  async () => {
    const scratch = await mkdtemp(join(tmpdir(), "loopguard-reproducible-"));
    try {
      const copy = join(scratch, "a folder", "of another name");
      for (const part of ["native", "scripts", "binding.gyp", "package.json"])
        await cp(join(root, part), join(copy, part), {
          recursive: true,
          filter: (path) => path !== join(root, "native", "build"),
        });
      await symlink(join(root, "node_modules"), join(copy, "node_modules"));
      const build = async (folder: string, name: string) => {
        const out = join(scratch, name);
        await run(process.execPath, ["scripts/build-prebuilds.mjs", "--out", out, PLATFORM], { cwd: folder });
        const place = join(out, PLATFORM);
        const files = (await readdir(place)).sort();
        return Promise.all(files.map(async (file) => ({ file, bytes: await readFile(join(place, file)) })));
      };
      const [here = [], there = []] = await Promise.all([build(root, "one"), build(copy, "two")]);
      expect(here.map(({ file }) => file)).toEqual(["loopguard-hook", "loopguard.node"]);
      for (const [index, { file, bytes }] of here.entries())
        expect(bytes.equals(there[index]?.bytes as Buffer), file).toBe(true);
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  },
);
