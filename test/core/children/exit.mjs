/** Ends with handles open. argv: backend, how ("return", "exit" or "throw"). */
import { KEY, load, makeGuard, step } from "./load.mjs";

const [backend, how] = process.argv.slice(2);
const core = load(backend);
const open = [];
for (let i = 0; i < 100; i++) {
  const guard = makeGuard(core);
  const run = guard.run();
  step(run, "tool", {});
  open.push(run, core.detector(KEY, 64, 1, 8, 3));
  if (i % 2 === 0) open.push(guard);
}
globalThis.keptOpen = open;
process.on("exit", () => {
  step(open[0], "tool", {}); // still usable while the process ends
  console.log(JSON.stringify({ open: open.length }));
});
if (how === "exit") process.exit(0);
if (how === "throw") {
  process.on("uncaughtException", () => process.exit(0));
  throw new Error("the host failed");
}
