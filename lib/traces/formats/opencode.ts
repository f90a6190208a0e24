/** Sessions of opencode: what `opencode export` prints, and the messages that `opencode-database.ts` reads from its database. */

import { outcomeOf } from "../../base/agent-results.ts";
import { type Fields, fieldsOf, isFields } from "../../history/fields.ts";
import { idOf, timeOf } from "../field-values.ts";
import type { FormatReader, RunWriter, TraceFormatSpec, TraceRuns } from "../run-writer.ts";

export const opencodeFormat: TraceFormatSpec = {
  name: "opencode",
  description:
    "sessions of opencode: its database, and what `opencode export` prints; each sub-agent is a run of its own",
  recognises: (value) => isMessage(value) || (isFields(value["info"]) && fieldsOf(value["messages"]).some(isMessage)),
  reader: opencodeReader,
};

function isMessage({ info, parts }: Fields): boolean {
  return isFields(info) && (info["role"] === "user" || info["role"] === "assistant") && Array.isArray(parts);
}

function opencodeReader(runs: TraceRuns): FormatReader {
  const readMessage = ({ info, parts }: Fields, session: unknown, line: number) => {
    if (!isFields(info)) return;
    const { sessionID, role, time, summary } = info;
    const at = timeOf(isFields(time) ? time["created"] : undefined);
    const run = runs.of(idOf(sessionID, session), line, at);
    if (role === "user") readUser(run, fieldsOf(parts));
    else if (summary !== true) {
      run.at = at;
      readResponse(run, info, fieldsOf(parts));
    }
  };
  return {
    value(value, line) {
      if (isMessage(value)) readMessage(value, undefined, line);
      else if (isFields(value["info"]))
        for (const message of fieldsOf(value["messages"])) readMessage(message, value["info"]["id"], line);
    },
  };
}

/** Parts that the program adds (`synthetic`), and those that ask for a compaction, are not the user's. */
function readUser(run: RunWriter, parts: readonly Fields[]): void {
  const written = parts.filter(({ type, synthetic }) => (type === "text" || type === "file") && synthetic !== true);
  if (written.length > 0) run.messages.spoke(written);
}

function readResponse(run: RunWriter, info: Fields, parts: readonly Fields[]): void {
  const texts = parts.filter(({ type }) => type === "text");
  const calls = parts.filter(({ type, state }) => type === "tool" && isFields(state)).map(callOf);
  if (texts.length + calls.length === 0) return;
  // The message was created before the model began to write it.
  run.at = calls.map(({ state }) => timeIn(state, "start")).find((time) => time !== undefined) ?? run.at;
  run.messages.message(
    { role: "assistant", content: [...texts.map(({ text }) => ({ type: "text", text })), ...calls.map(callPart)] },
    idOf(info["id"]) ?? info,
  );
  run.billedBy(info["tokens"]);
  for (const call of calls) {
    const content = resultPart(call);
    if (content.length === 0) continue;
    run.at = timeIn(call.state, "end") ?? run.at;
    run.messages.message({ role: "tool", content });
  }
}

/** When a call began or ended; those that were interrupted have no end. */
const timeIn = ({ time }: Fields, which: "start" | "end"): number | undefined =>
  isFields(time) ? timeOf(time[which]) : undefined;

interface Call {
  readonly id: unknown;
  readonly name: unknown;
  readonly input: unknown;
  readonly state: Fields;
}

/** A call that could not be made is one of `invalid`, with the tool's name and what is wrong. */
function callOf({ callID: id, tool, state }: Fields): Call {
  const { input, ...rest } = state as Fields;
  if (tool !== "invalid" || !isFields(input) || typeof input["tool"] !== "string")
    return { id, name: tool, input: input ?? {}, state: rest };
  return { id, name: input["tool"], input: {}, state: { status: "error", error: input["error"] } };
}

const callPart = ({ id, name, input }: Call): Fields => ({
  type: "tool-call",
  toolCallId: id,
  toolName: name,
  input,
});

/** A call that was interrupted has no result, nor has one under way. */
function resultPart({ id, name, state }: Call): Fields[] {
  const { status, output, error, metadata } = state;
  if (isFields(metadata) && metadata["interrupted"] === true) return [];
  if (status === "error") return [resultOf(id, "error-text", error)];
  if (status !== "completed" || typeof output !== "string") return [];
  const outcome = outcomeOf(name, state);
  return ["error" in outcome ? resultOf(id, "error-text", outcome.error) : resultOf(id, "json", outcome.result)];
}

const resultOf = (toolCallId: unknown, type: string, value: unknown): Fields => ({
  type: "tool-result",
  toolCallId,
  output: { type, value },
});
