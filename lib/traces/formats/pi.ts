/** Sessions of pi (`~/.pi/agent/sessions/**.jsonl`), and what `pi --mode json` prints. */
import { type Fields, isFields, plainContent } from "../../history/fields.ts";
import { piMessage } from "../../history/transcript-pi.ts";
import { idOf, timeOf } from "../field-values.ts";
import { Recent } from "../recent.ts";
import type { RunWriter } from "../run-writer.ts";
import type { TraceRuns } from "../trace-runs.ts";
import type { FormatReader, TraceFormatSpec } from "./format.ts";

export const piFormat: TraceFormatSpec = {
  name: "pi",
  description: "sessions of pi; each branch is a run of its own",
  recognises: (value) =>
    MESSAGES.has(value["type"]) && isFields(value["message"])
      ? typeof value["message"]["role"] === "string"
      : value["type"] === "session" && typeof value["id"] === "string" && typeof value["cwd"] === "string",
  reader: piReader,
};

/** In a session, and in what is printed. */
const MESSAGES = new Set<unknown>(["message", "message_end"]);

function piReader(runs: TraceRuns): FormatReader {
  let session: string | undefined;
  /** The run that goes on after an entry that nothing follows yet, by the entry's id. */
  const tips = new Recent<{ id: string | undefined }>();
  /** Entries are a tree: one whose parent already has a child begins a branch, on which the model knows nothing of the other. */
  const runOf = ({ id, parentId }: Fields) => {
    if (typeof id !== "string") return session; // the first version had no tree
    const parent = typeof parentId === "string" ? parentId : "";
    const known = tips.get(parent);
    tips.delete(parent);
    const run = known ?? { id: hasRun ? `${session ?? ""}/${id}` : session };
    hasRun = true;
    tips.set(id, run);
    return run.id;
  };
  let hasRun = false;
  return {
    value(value, line) {
      if (value["type"] === "session") {
        session ??= idOf(value["id"]);
        return;
      }
      const id = runOf(value);
      const { message } = value;
      if (!MESSAGES.has(value["type"]) || !isFields(message)) return;
      const run = runs.of(id, line, timeOf(value["timestamp"]));
      run.at = timeOf(value["timestamp"] ?? message["timestamp"]);
      readMessage(run, message);
    },
  };
}

function readMessage(run: RunWriter, message: Fields): void {
  const { role, content } = message;
  if (role === "user") run.messages.spoke(plainContent(content));
  else if (role === "toolResult" || role === "assistant") run.messages.message(piMessage(message) ?? message);
  if (role === "assistant") run.billedBy(message["usage"]);
}
