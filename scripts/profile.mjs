/**
 * What gcc is told of the code that runs: test/native/training.c is built with counters and run on the project's own
 * texts; gcc then puts together what ran, so that it fits the processor's cache. Other compilers build without.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { addonFlags, CORE, root, sources } from "./native-sources.mjs";

function train(cc, flags, cwd, folder) {
  const program = join(folder, "training");
  const fromRoot = relative(cwd, root);
  const files = ["test/native/training.c", ...sources(...CORE, "native/door")].map((file) => join(fromRoot, file));
  const counters = [`-fprofile-generate=${folder}`, "-fprofile-update=single", `-I${join(fromRoot, "test/native")}`];
  const args = [...flags, ...addonFlags(fromRoot), "-fPIC", ...counters, "-o", program, ...files, "-lm"];
  // gcc names a profile by PWD, where that leads to its folder.
  const options = { cwd, env: { ...process.env, PWD: cwd } };
  if (spawnSync(cc, args, { ...options, stdio: "ignore" }).status !== 0) return false;
  const input = Buffer.concat(["README.md", ...sources(...CORE)].map((file) => readFileSync(join(root, file))));
  return spawnSync(program, { ...options, input, stdio: ["pipe", "ignore", "inherit"] }).status === 0;
}

/**
 * Calls `build` with the flags that use a profile: none if `cc` with `flags`, a compiler for this machine, makes no such. `cwd`:
 * the folder in which it runs; a profile is of sources that are called the same. What did not run in the training is compiled
 * as without one.
 */
export async function withProfile(cc, flags, cwd, build) {
  const folder = mkdtempSync(join(tmpdir(), "loopguard-profile-"));
  // A source's profile has the same name, wherever its object file lies.
  const names = ["-dumpdir", "profile-", `-fprofile-prefix-path=${cwd}`];
  // A loop written out several times costs more of the cache than it saves.
  const small = ["-fno-tracer", "-fno-unroll-loops", "-fno-peel-loops"];
  const use = [`-fprofile-use=${folder}`, "-fprofile-partial-training", ...small, "-Wno-missing-profile"];
  try {
    return await build(train(cc, [...flags, ...names], cwd, folder) ? [...names, ...use] : []);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
