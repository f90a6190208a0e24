/** Sessions of opencode: what `opencode export` prints, and the messages that trace-bytes.ts reads from its database. */

import { outcomeOf } from "../../base/agent-results.ts";
import type { LoopOutcome } from "../../base/types.ts";
import { type Fields, fieldsOf, isFields, objectOf } from "../../history/fields.ts";
import { callPart } from "../../history/transcript-shapes.ts";
import { idOf, timeOf } from "../field-values.ts";
import type { ReadValue, RunWriter, TraceFormatSpec, TraceRuns } from "../run-writer.ts";

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

function opencodeReader(runs: TraceRuns): ReadValue {
  const readMessage = ({ info, parts }: Fields, session: unknown, line: number) => {
    if (!isFields(info)) return;
    const { sessionID, role, time, summary } = info;
    const run = runs.of(idOf(sessionID, session), line, timeOf(objectOf(time)["created"]));
    if (role === "user") readUser(run, fieldsOf(parts));
    else if (summary !== true) readAnswer(run, info, fieldsOf(parts));
  };
  return (value, line) => {
    if (isMessage(value)) readMessage(value, undefined, line);
    else if (isFields(value["info"]))
      for (const message of fieldsOf(value["messages"])) readMessage(message, value["info"]["id"], line);
  };
}

/** Parts that the program adds (`synthetic`), and those that ask for a compaction, are not the user's. */
function readUser(run: RunWriter, parts: readonly Fields[]): void {
  const written = parts.filter(({ type, synthetic }) => (type === "text" || type === "file") && synthetic !== true);
  if (written.length > 0) run.messages.spoke(written);
}

function readAnswer(run: RunWriter, info: Fields, parts: readonly Fields[]): void {
  const texts = parts.filter(({ type }) => type === "text");
  const calls = parts.filter(({ type, state }) => type === "tool" && isFields(state)).map(callOf);
  if (texts.length + calls.length === 0) return;
  // The message was created before the model began to write it.
  run.at = calls.map(({ state }) => timeIn(state, "start")).find((time) => time !== undefined) ?? run.at;
  const said = texts.map(({ text }) => ({ type: "text", text }));
  const asked = calls.map(({ id, name, input }) => callPart(id, name, input));
  run.response(idOf(info["id"]) ?? info, [...said, ...asked]);
  run.billedBy(info["tokens"]);
  for (const call of calls) {
    const outcome = outcomeIn(call);
    if (outcome === undefined) continue;
    run.at = timeIn(call.state, "end") ?? run.at;
    run.result(call.id, outcome.error ?? outcome.result, "error" in outcome);
  }
}

/** When a call began or ended; those that were interrupted have no end. */
const timeIn = ({ time }: Fields, which: "start" | "end"): number | undefined => timeOf(objectOf(time)[which]);

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

/** A call that was interrupted has no result, nor has one under way. */
function outcomeIn({ name, state }: Call): LoopOutcome | undefined {
  const { status, output, error, metadata } = state;
  if (objectOf(metadata)["interrupted"] === true) return undefined;
  if (status === "error") return { error };
  return status === "completed" && typeof output === "string" ? outcomeOf(name, state) : undefined;
}
