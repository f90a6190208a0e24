/** Which recorded runs belong together, and on which of them settings are chosen. */
import { createHash } from "node:crypto";
import { basename } from "node:path";
import type { TriedRun } from "./tried-run.ts";

/** Runs that are not independent of each other: a session and its sub-agents, or copies of one run. */
export type Session<T> = readonly T[];
type Named = Pick<TriedRun, "id" | "file" | "content">;

/**
 * The sessions, each in the half that a digest of its own name says: about as many in each, whatever the order of the
 * files, and where a session is does not depend on the others.
 */
export function halves<T extends Named>(runs: readonly T[]): { training: Session<T>[]; calibration: Session<T>[] } {
  const ids = new Set(runs.map(({ id }) => id));
  const sessions = new Map<string, T[]>();
  for (const run of runs) {
    const name = sessionName(run, ids);
    const session = sessions.get(name);
    if (session === undefined) sessions.set(name, [run]);
    else session.push(run);
  }
  const of = (rest: number) =>
    [...sessions].filter(([name]) => firstByte(name) % 2 === rest).map(([, session]) => session);
  return { training: of(0), calibration: of(1) };
}

/**
 * The id of the session: `s` for the runs `s` and `s/agent-1`. A run without an id of its own is named by its file, and
 * folders may have files of the same name, so its name is what it contains.
 */
function sessionName({ id, file, content }: Named, ids: ReadonlySet<string>): string {
  const named = basename(file);
  if (id === named || id.startsWith(`${named}:`)) return `${id} ${content}`;
  for (let end = id.indexOf("/"); end >= 0; end = id.indexOf("/", end + 1))
    if (ids.has(id.slice(0, end))) return id.slice(0, end);
  return id;
}

function firstByte(text: string): number {
  return createHash("sha256").update(text, "utf16le").digest()[0] as number;
}
