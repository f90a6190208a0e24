/**
 * Recorded runs like those of coding agents, one a line, the same for the same seed: 4 to 60 calls that read, edit, search
 * and test, with results from a line to a file of 30 KB. The tests run again after every edit, with the same arguments and
 * a result of their own. Three runs in a hundred get stuck for the last third of their calls.
 */
import { closeSync, openSync, writeSync } from "node:fs";
import { randomNumbers, sourceText } from "./arguments.mjs";

const STUCK_IN_A_HUNDRED = 3;
const TEXT = sourceText(1 << 20, 5);
const BUFFERED = 8 << 20;

/** Small results are many, large ones are most of the bytes. */
function resultSize(next) {
  const kind = next(20);
  if (kind < 6) return 20 + next(180);
  if (kind < 14) return 200 + next(1800);
  return kind < 19 ? 2000 + next(6000) : 8000 + next(22_000);
}

function excerpt(next, size) {
  const start = next(TEXT.length - size);
  return TEXT.slice(start, start + size);
}

function callOf(next, step) {
  const path = `src/module-${next(400)}/part-${next(40)}.ts`;
  switch (next(5)) {
    case 0:
      return {
        name: "edit_file",
        args: { path, old: excerpt(next, 80 + next(200)), new: excerpt(next, 80 + next(600)) },
      };
    case 1:
      return { name: "run_tests", args: { command: "npm test", timeout: 120 } };
    case 2:
      return { name: "search", args: { query: excerpt(next, 20 + next(20)), glob: "**/*.ts", limit: 50 } };
    default:
      return { name: "read_file", args: { path, from: 1 + next(500), to: 600 + step } };
  }
}

function runOf(next, number) {
  const count = 4 + next(57);
  const stuck = next(100) < STUCK_IN_A_HUNDRED;
  const calls = [];
  for (let step = 0; step < count; step++) {
    if (stuck && step > (count * 2) / 3) {
      calls.push({ ...calls.at(-1), batch: step });
      continue;
    }
    const failed = next(12) === 0;
    const result = `${failed ? "Error: " : ""}${excerpt(next, failed ? 60 + next(200) : resultSize(next))}`;
    calls.push({ ...callOf(next, step), result, ...(failed ? { error: true } : {}), batch: step });
  }
  return { id: `run-${number}`, calls };
}

/** The same run as a chat with an OpenAI model: arguments are text in text. */
function chatOf({ id, calls }) {
  const messages = [{ role: "user", content: "Please make the tests pass." }];
  calls.forEach(({ name, args, result }, index) => {
    const call = { id: `call_${index}`, type: "function", function: { name, arguments: JSON.stringify(args) } };
    messages.push({ role: "assistant", content: null, tool_calls: [call] });
    messages.push({ role: "tool", tool_call_id: call.id, content: result });
  });
  return { id, messages };
}

/** Writes about `bytes` of runs to `path`; `format`: "runs" or "chats". */
export function writeRecordedRuns(path, bytes, format = "runs", seed = 7) {
  const next = randomNumbers(seed);
  const file = openSync(path, "w");
  let lines = "";
  for (let written = 0, number = 0; written + lines.length < bytes; number++) {
    const run = runOf(next, number);
    lines += `${JSON.stringify(format === "chats" ? chatOf(run) : run)}\n`;
    if (lines.length < BUFFERED) continue;
    written += writeSync(file, lines);
    lines = "";
  }
  writeSync(file, lines);
  closeSync(file);
}
