/** One decision of a run in files, and many processes on one run. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileStore } from "../../dist/node/file.cjs";
import { LoopGuard } from "../../dist/node/index.cjs";
import { finish, timing } from "../lib/row.mjs";
import { countTogether } from "../lib/shared-run.mjs";
import { measureWall } from "../lib/wall.mjs";

const dir = mkdtempSync(join(tmpdir(), "loopguard-bench-"));
try {
  const contenders = {};
  for (const durable of [false, true]) {
    const guard = new LoopGuard();
    const run = guard.storedRun("bench", {
      store: fileStore(join(dir, `${durable}`), { durable }),
      onStoreError: "throw",
    });
    let i = 0;
    contenders[durable] = () => run.before({ name: "read_file", arguments: { path: `src/file-${i++}.ts` } });
  }
  const { false: quick, true: durable } = await measureWall(contenders, { calls: 20, warmUp: 500 });
  timing("one decision", { ours: quick });
  timing("one decision, durable", { ours: durable });
  const shared = join(dir, "shared");
  const many = { where: shared, store: fileStore(shared), processes: 8, connections: 1 };
  await countTogether("files", { ...many, calls: 10_000 });
} finally {
  rmSync(dir, { recursive: true, force: true });
}
finish();
