/** The worker: reads and judges traces away from the page. A new question of a kind ends the one before. */
import type { Answer, Question } from "../shared/messages.ts";
import { optionsOf } from "../shared/settings.ts";
import { explainRun } from "./explain-run.ts";
import { readRuns } from "./read-runs.ts";
import { explainSteps } from "./steps.ts";

const running = new Map<Question["kind"], AbortController>();
const scope = self as unknown as { postMessage: (answer: Answer) => void };

async function answer(question: Question, signal: AbortSignal): Promise<void> {
  const { kind, id } = question;
  if (kind === "steps") {
    const { steps, waits, settings } = question;
    scope.postMessage({ kind: "stepped", id, ...explainSteps(steps, waits, optionsOf(settings)) });
  } else if (kind === "explain") {
    const { source, settings, run, line } = question;
    const explained = await explainRun(source, optionsOf(settings), { id: run, line }, signal);
    if (!signal.aborted) scope.postMessage({ kind: "explained", id, ...explained });
  } else {
    const { source, settings } = question;
    const read = await readRuns(source, settings, signal, {
      progress: (bytes) => scope.postMessage({ kind: "progress", id, read: bytes }),
      part: (part) => scope.postMessage({ kind: "runs", id, ...part }),
    });
    if (!signal.aborted) scope.postMessage({ kind: "read", id, ...read });
  }
}

addEventListener("message", ({ data }: MessageEvent<Question>) => {
  running.get(data.kind)?.abort();
  const own = new AbortController();
  running.set(data.kind, own);
  answer(data, own.signal).catch((error: Error) => {
    if (!own.signal.aborted) scope.postMessage({ kind: "failed", id: data.id, message: error.message });
  });
});
