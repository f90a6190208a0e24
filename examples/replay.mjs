/** Recorded agent runs: reading them, and putting one through a `ToolExecutor` that has loop detection on. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { RunContext, ToolExecutor, ToolLoopError } from "loopguard";

/**
 * Every run in the .jsonl and .jsonl.gz files of a folder, one line each:
 * `{ id, source, calls: [{ name, args, result, error?, batch }] }`. Calls with the same `batch` were one model response.
 * Lines without calls (labels and the like) are passed over.
 */
export function* readRuns(folder) {
  for (const file of readdirSync(folder).sort()) {
    if (!/\.jsonl(\.gz)?$/.test(file)) continue;
    const bytes = readFileSync(join(folder, file));
    const text = (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString();
    for (const line of text.split("\n")) {
      const run = line === "" ? {} : JSON.parse(line);
      if (Array.isArray(run.calls)) yield run;
    }
  }
}

/**
 * Asks an executor for every recorded call, in order, as the model did; the tools give the recorded results. After a
 * refusal the next recorded call follows, and an abort ends the run. Calls are named by their index in `run.calls`:
 * `onRefused(index, detection)` hears of each refusal, `onStopped(index, detection, unmade)` of the abort, with all the
 * calls that were not made because of it.
 */
export async function replay(run, onRefused, onStopped) {
  const byArguments = new Map();
  const names = new Set(run.calls.map((call) => call.name));
  const tools = [...names].map((name) => recordedTool(name, byArguments));
  const executor = new ToolExecutor(tools, { loopDetection: true });
  const ctx = new RunContext({ sessionId: run.id, runId: run.id });
  const detections = new Map();
  let warned = 0;
  ctx.eventBus.on("loop.detected", ({ detection, verdict }) => {
    detections.set(detection.callId, detection);
    if (verdict.action === "warn") warned++;
  });
  /** Tells of refused calls, and gives the indexes of all calls that have an answer. */
  const answered = (results) =>
    results.map(({ toolCallId, error }) => {
      if (error === "loop-detected") onRefused(Number(toolCallId), detections.get(toolCallId));
      return Number(toolCallId);
    });

  for (const round of rounds(run.calls)) {
    if (round.newTurn) executor.loopGuard.run(ctx.runId).beginTurn();
    const calls = round.calls.map((call, i) => toolCall(call, round.first + i, byArguments));
    try {
      answered(await executor.executeAll(calls, ctx));
    } catch (error) {
      if (!ToolLoopError.isInstance(error)) throw error;
      const made = new Set(answered(error.results));
      const unmade = [...run.calls.keys()].filter((index) => index >= round.first && !made.has(index));
      onStopped(Number(error.detection.callId), error.detection, unmade);
      break;
    }
  }
  const { loops } = executor.loopGuard.stats();
  executor.loopGuard.close();
  return { warned, loops };
}

/**
 * What each call of a run costs a model, in tokens by the rule of thumb of four characters: `result` alone, and `all`: its
 * arguments too, and for the first call of a round what the model reads again before it asks, the run so far.
 */
export function costsOf(run) {
  const costs = [];
  let context = 0;
  for (const { calls } of rounds(run.calls)) {
    const before = context;
    for (const [i, call] of calls.entries()) {
      const result = (call.result_len ?? call.result.length) / 4;
      const own = (call.args_len ?? JSON.stringify(call.args).length) / 4 + result;
      costs.push({ result, all: own + (i === 0 ? before : 0) });
      context += own;
    }
  }
  return costs;
}

/** The calls of each model response. A gap before one is a model response without a call: an answer, and then a user's turn. */
export function* rounds(calls) {
  for (let first = 0, end = 0; first < calls.length; first = end) {
    const { batch } = calls[first];
    while (end < calls.length && calls[end].batch === batch) end++;
    yield { first, calls: calls.slice(first, end), newTurn: first > 0 && batch - calls[first - 1].batch > 1 };
  }
}

/**
 * A text that the collection had to cut, told apart by the digest of the whole. In letters: the preset takes numbers and
 * hexadecimal ids in results for no news.
 */
function cut(text, sha1) {
  const letters = [...sha1].map((digit) => String.fromCharCode("g".charCodeAt(0) + Number.parseInt(digit, 16)));
  return `${text}\n[cut here; the whole is ${letters.join("")}]`;
}

/** The arguments as the model made them. */
export function argumentsOf(call) {
  return call.args_sha1 === undefined ? { ...call.args } : { text: cut(call.args, call.args_sha1) };
}

export function resultOf(call) {
  return call.result_sha1 === undefined ? call.result : cut(call.result, call.result_sha1);
}

function toolCall(call, index, byArguments) {
  const args = argumentsOf(call);
  byArguments.set(args, call);
  return { id: String(index), name: call.name, arguments: args };
}

function recordedTool(name, byArguments) {
  return {
    name,
    description: "Gives the recorded result",
    parameters: { safeParse: (data) => ({ success: true, data }) },
    execute: async (args) => {
      const call = byArguments.get(args);
      if (call.error) throw new Error(resultOf(call));
      return resultOf(call);
    },
  };
}
