/** Without an executor: ask the guard before a call, tell it afterwards what came back. */
import { LoopGuard, ToolLoopError } from "loopguard";

const guard = new LoopGuard(); // the recommended preset: warn, then refuse, then stop

/** Calls `fn(args)` for a model, and gives the text that the model is to read. */
async function guarded(name, fn, args) {
  const call = { name, arguments: args };
  const before = guard.before(call);
  if (before.action === "abort") throw new ToolLoopError(before.detection);
  if (!before.allowed) return before.message;

  let text;
  let after;
  try {
    text = String(await fn(args));
    after = guard.after(call, { result: text });
  } catch (error) {
    text = `Error: ${error.message}`;
    after = guard.after(call, { error });
  }
  if (after.action === "abort") throw new ToolLoopError(after.detection);
  const notes = [before, after].filter((verdict) => verdict.action !== "allow").map((verdict) => verdict.message);
  return [text, ...notes].join("\n     ");
}

const readFile = async ({ path }) => {
  throw new Error(`ENOENT: ${path}`);
};

try {
  for (let step = 1; step <= 9; step++) {
    guard.beginRound(); // one model response: one round
    console.log(`${step}. ${await guarded("readFile", readFile, { path: "/missing" })}`);
  }
} catch (error) {
  if (!ToolLoopError.isInstance(error)) throw error;
  console.log(`stopped: ${error.message}`);
}
const { calls, refused, loops } = guard.stats();
console.log(`${calls} calls, ${refused} refused, loops: ${JSON.stringify(loops.byDetector)}`);
guard.close();
