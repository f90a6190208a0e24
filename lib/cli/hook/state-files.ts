/** The state of one session on disk: numbered generations (lib/store), as native/hook reads and writes them, too. */
import { randomInt } from "node:crypto";
import { closeSync, fstatSync, lstatSync, openSync, readdirSync, readFileSync, rmSync, type Stats } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { orElse } from "../../base/property.ts";
import { generationName, listGenerations, makeFolder, READ_ONLY, writeNext } from "../../store/file-generations.ts";

/** Generations that are tried; if none is readable, the session starts over. */
const TRIED = 8;
/** A session that was not used for so long is removed when another begins. */
const UNUSED_MS = 14 * 24 * 60 * 60_000;
const REMOVED_MAX = 1000;
/** How long to retry while other processes write first; after that, the call runs without being judged. */
const PATIENCE_MS = 5000;
const PAUSE_DOUBLINGS = 4;

const SESSION = /^[0-9a-f]{32}$/;

/** The result of an event: the next snapshot, and the one that it was made from, if any. */
export interface StateStep<T> {
  readonly bytes: Uint8Array;
  readonly from: Uint8Array | undefined;
  readonly value: T;
}

/** The folder of all sessions. Throws if it is not this user's, or the environment names no place for it. */
export function hooksFolder(env: NodeJS.ProcessEnv = process.env): string {
  const home = stateHome(env);
  if (home === undefined) throw new Error("no folder for the state: neither XDG_STATE_HOME nor HOME is set");
  const folder = join(home, "loopguard", "hooks");
  makeFolder(folder);
  mustBeOurs(folder);
  return folder;
}

/** Windows tells no owner. */
export function isOwn({ uid }: Stats): boolean {
  return uid === (process.geteuid?.() ?? uid);
}

/** Writable by others. Windows has rights of another kind. */
const OTHERS = process.platform === "win32" ? 0 : 0o022;

/** Throws for a symbolic link, a file, and a folder of another user or that others can change. */
function mustBeOurs(folder: string): void {
  const about = lstatSync(folder);
  if (about.isDirectory() && isOwn(about) && (about.mode & OTHERS) === 0) return;
  throw new Error(`${folder}: must be a folder of this user's that others cannot change`);
}

/** The bytes of a file of this user's; `undefined` for anything else. */
export function readOwn(path: string): Uint8Array | undefined {
  return orElse(() => {
    const file = openSync(path, READ_ONLY);
    try {
      const about = fstatSync(file);
      return about.isFile() && isOwn(about) ? readFileSync(file) : undefined;
    } finally {
      closeSync(file);
    }
  }, undefined);
}

function stateHome({ XDG_STATE_HOME: state, HOME: home, LOCALAPPDATA: local }: NodeJS.ProcessEnv): string | undefined {
  if (state?.startsWith("/")) return state;
  if (process.platform === "win32") return local === undefined || local === "" ? undefined : local;
  if (!home?.startsWith("/")) return undefined;
  return process.platform === "darwin" ? join(home, "Library", "Application Support") : join(home, ".local", "state");
}

/**
 * Reads the state of a session, by the name of its folder, and writes the next. `change` receives the readable snapshots, newest first, and
 * returns the next one; it is called again if another process has written first. Rejects if the state cannot be written.
 */
export async function updateState<T>(
  session: string,
  change: (snapshots: Iterable<Uint8Array>) => StateStep<T>,
): Promise<T> {
  const folder = sessionFolder(session);
  const begin = performance.now();
  for (let tries = 0; performance.now() - begin < PATIENCE_MS; tries++) {
    if (tries > 0) await setTimeout(randomInt(1 + 2 ** Math.min(tries, PAUSE_DOUBLINGS)));
    const { numbers } = listGenerations(folder);
    let newest: Uint8Array | undefined;
    const { bytes, from, value } = change(
      (function* () {
        for (const number of numbers.slice(0, TRIED)) {
          const snapshot = readOwn(join(folder, generationName(number)));
          if (number === numbers[0]) newest = snapshot;
          if (snapshot !== undefined) yield snapshot;
        }
      })(),
    );
    // A snapshot that was made from an older state than the newest is always written.
    const same = from !== undefined && from === newest && Buffer.compare(from, bytes) === 0;
    if (same || (await writeNext(folder, numbers[0] ?? 0, bytes, false))) return value;
  }
  throw new Error("the state was taken by others for too long");
}

function sessionFolder(session: string): string {
  const hooks = hooksFolder();
  const folder = join(hooks, session);
  if (makeFolder(folder)) removeUnused(hooks);
  mustBeOurs(folder);
  return folder;
}

/**
 * Each new generation changes the folder's time, so that is the time of the session's last use. A failed clean-up must not
 * prevent the judgement of a call.
 */
function removeUnused(hooks: string): void {
  orElse(() => {
    const unused = readdirSync(hooks).filter((name) => {
      const about = SESSION.test(name) ? lstatSync(join(hooks, name), { throwIfNoEntry: false }) : undefined;
      return about?.isDirectory() === true && Date.now() - about.mtimeMs >= UNUSED_MS;
    });
    for (const name of unused.slice(0, REMOVED_MAX))
      orElse(() => rmSync(join(hooks, name), { recursive: true, force: true }), undefined);
  }, undefined);
}
