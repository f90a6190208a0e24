/** Which recorded runs belong together, and on which of them settings are chosen. */
import { createHash } from "node:crypto";
import { basename } from "node:path";
import type { CompactRun } from "./compact-run.ts";

/** Runs that are not independent of each other: a session and its sub-agents, or copies of one run. */
export type Session = readonly CompactRun[];

/** Two parts of the sessions: one to choose settings on, one to test the choice on. */
export interface Halves {
  readonly training: readonly Session[];
  readonly calibration: readonly Session[];
}

/**
 * The sessions, each in the half that a digest of its own name says: about as many in each, whatever the order of the
 * files, and where a session is does not depend on the others.
 */
export function halves(runs: readonly CompactRun[]): Halves {
  const ids = new Set(runs.map(({ id }) => id));
  const sessions = new Map<string, CompactRun[]>();
  for (const run of runs) {
    const name = sessionName(run, ids);
    const session = sessions.get(name);
    if (session === undefined) sessions.set(name, [run]);
    else session.push(run);
  }
  const training: Session[] = [];
  const calibration: Session[] = [];
  for (const [name, session] of sessions) (isEven(name) ? training : calibration).push(session);
  return { training, calibration };
}

/**
 * The id of the session: `s` for the runs `s` and `s/agent-1`. A run without an id of its own is named by its file, and
 * folders may have files of the same name, so its name is what it contains.
 */
function sessionName({ id, file, calls, events }: CompactRun, ids: ReadonlySet<string>): string {
  const named = basename(file);
  if (id === named || id.startsWith(`${named}:`)) return digest(JSON.stringify([id, calls, events])).toString("hex");
  for (let end = id.indexOf("/"); end >= 0; end = id.indexOf("/", end + 1))
    if (ids.has(id.slice(0, end))) return id.slice(0, end);
  return id;
}

function isEven(name: string): boolean {
  return (digest(name)[0] as number) % 2 === 0;
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text, "utf16le").digest();
}
