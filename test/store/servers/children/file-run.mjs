/** argv: folder, key, uid, calls. One user's calls in a stored run; prints how often it was counted, and what was told. */
import { subscribe } from "node:diagnostics_channel";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileStore } from "../../../../dist/node/file.cjs";
import { LoopGuard } from "../../../../dist/node/index.cjs";

const [dir, key, uid, calls] = process.argv.slice(2);
let told = 0;
subscribe("loopguard:error", () => told++);
const guard = new LoopGuard({ maxRepeats: 1, action: "warn", scope: "run" });
// Once all is loaded, some of which is at first use: the project may be where this user may not read.
const own = mkdtempSync(join(tmpdir(), "loopguard-first-"));
const first = guard.storedRun("first", fileStore(own));
await first.before({ name: "poll", arguments: {} });
await first.close();
rmSync(own, { recursive: true });
process.setgid(Number(uid));
process.setuid(Number(uid));
const run = guard.storedRun(key, { store: fileStore(dir), retryAfterMs: 0 });
let count = 0;
for (let i = 0; i < Number(calls); i++) {
  const { detection } = await run.before({ name: "poll", arguments: {} });
  count = detection?.repeats ?? 1;
}
const flushed = await run.flush();
console.log(JSON.stringify({ count, flushed, told }));
