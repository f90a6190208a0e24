/** Recorded agent runs: reading them, and putting one through a `ToolExecutor` that has loop detection on. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { RunContext, ToolExecutor, ToolLoopError } from "loopguard";

/**
 * Every run in the .jsonl and .jsonl.gz files of a folder, one line each:
 * `{ id, source, calls: [{ name, args, result, error?, batch }] }`. Calls with the same `batch` were
 * one model response. Lines without calls (labels and the like) are passed over.
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
 * refusal the next recorded call follows, and an abort ends the run.
 *
 * @returns what became of each call, `{ fate, detection?, message? }`, and the loops as `stats()` counts them. A fate is
 * "ran", "warned" (it ran), "refused", "stopped" (the run ended there) or "unmade" (it would have come after the end).
 */
export async function replay(run) {
  const byArguments = new Map();
  const tools = [...new Set(run.calls.map(({ name }) => name))].map((name) => recordedTool(name, byArguments));
  const executor = new ToolExecutor(tools, { loopDetection: true });
  const ctx = new RunContext({ sessionId: run.id, runId: run.id });
  const fates = run.calls.map(() => ({ fate: "unmade" }));
  const said = new Map();
  ctx.eventBus.on("loop.detected", ({ detection, verdict: { action, message } }) => {
    if (!said.has(detection.callId) || action !== "warn") said.set(detection.callId, { action, detection, message });
  });
  const settle = (results) => {
    for (const { toolCallId, error } of results) {
      const { detection, message } = said.get(toolCallId) ?? {};
      const fate = error === "loop-detected" ? "refused" : detection === undefined ? "ran" : "warned";
      fates[toolCallId] = { fate, detection, message };
    }
  };

  for (const round of rounds(run.calls)) {
    if (round.newTurn) executor.loopGuard.run(ctx.runId).beginTurn();
    try {
      settle(
        await executor.executeAll(
          round.calls.map((call, i) => toolCall(call, round.first + i, byArguments)),
          ctx,
        ),
      );
    } catch (error) {
      if (!ToolLoopError.isInstance(error)) throw error;
      const { detection, message, results } = error;
      settle(results);
      fates[detection.callId] = { fate: "stopped", detection, message };
      break;
    }
  }
  const { loops } = executor.loopGuard.stats();
  executor.loopGuard.close();
  return { fates, loops };
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

/** The tokens that the guard saved: of a refused call its result, of one that was not made all of it. */
export function savedTokens(run, fates) {
  const worth = ({ result, all }, { fate }) => (fate === "refused" ? result : isUnmade(fate) ? all : 0);
  return costsOf(run).reduce((sum, cost, i) => sum + worth(cost, fates[i]), 0);
}

/** The run ended before the call, or at it. */
export function isUnmade(fate) {
  return fate === "stopped" || fate === "unmade";
}

/** The calls of each model response. A gap before one is a model response without a call: an answer, and then a user's turn. */
export function* rounds(calls) {
  for (let first = 0, end = 0; first < calls.length; first = end) {
    const { batch } = calls[first];
    while (end < calls.length && calls[end].batch === batch) end++;
    yield { first, calls: calls.slice(first, end), newTurn: first > 0 && batch - calls[first - 1].batch > 1 };
  }
}

/** A text that the collection had to cut, told apart by the digest of the whole. */
function cut(text, sha1) {
  return `${text}\n[cut here; the whole is ${letters(sha1)}]`;
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

/** Digits as letters: a guard takes numbers and hexadecimal ids in results for no news. */
export function letters(hex) {
  return [...hex].map((digit) => String.fromCharCode("g".charCodeAt(0) + Number.parseInt(digit, 16))).join("");
}
