/** Equal calls made by many processes in one stored run, and what a new worker finds afterwards. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { LoopGuard } from "../../dist/node/index.cjs";
import { quantity } from "./row.mjs";

const COUNTER = fileURLToPath(new URL("../../test/store/servers/children/stored-counter.mjs", import.meta.url));
const CALL = { name: "read_file", arguments: { path: "a.txt" } };

/** Rows on `calls` calls by `processes` processes of `connections` workers each. `where`: a folder, or a port. */
export async function countTogether(name, { where, store, calls, processes, connections }) {
  const start = Date.now();
  const args = [where, "shared", `${calls / processes}`, `${connections}`];
  await Promise.all(Array.from({ length: processes }, () => promisify(execFile)(process.execPath, [COUNTER, ...args])));
  const seconds = (Date.now() - start) / 1000;
  const run = new LoopGuard({ maxRepeats: 1, action: "warn" }).storedRun("shared", { store, timeoutMs: 60_000 });
  const { detection } = await run.before(CALL);
  await run.close();
  const counted = (detection?.repeats ?? 1) - 1;
  const workers = processes * connections;
  const title = `${name}, ${workers} workers in ${processes} processes, ${calls.toLocaleString("en")} calls`;
  quantity(`${title}: lost or counted twice`, { ours: [Math.abs(calls - counted)], unit: "calls", target: 0 });
  quantity(`${title}: time, processes started`, { ours: [seconds], unit: "s" });
}
