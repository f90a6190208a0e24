/**
 * The state of one session on disk; native/hook/state.h tells the algorithm, and works on the same files. A folder, and in
 * it one file for each generation, named by its number as 16 hex digits; the newest that can be read counts.
 */
import { randomBytes, randomInt } from "node:crypto";
import {
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fingerprint } from "../../identity.ts";
import type { HookEvent } from "./hook-event.ts";

/** Generations that are kept, and how long every one is. */
const KEPT = 8;
const YOUNG_MS = 60_000;
/** A session that nobody has used for so long is removed when another begins. */
const UNUSED_MS = 14 * 24 * 60 * 60_000;
const REMOVED_MAX = 1000;
/** How long others may be quicker before the call goes through unheard. */
const PATIENCE_MS = 5000;
const PAUSE_MS = 0.2;
const PAUSE_DOUBLINGS = 6;

const TEMPORARY = ".tmp-";
/** Below 2^63, so that there is always a next one. */
const GENERATION = /^[0-7][0-9a-f]{15}$/;
const SESSION = /^[0-9a-f]{32}$/;

/** What comes of an event: the next snapshot, and the one that it was made from, if any. */
export interface StateStep<T> {
  readonly bytes: Uint8Array;
  readonly from: Uint8Array | undefined;
  readonly value: T;
}

/** Where the folders of sessions are; `undefined`: there is no place for them. */
export function hooksFolder(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const home = stateHome(env);
  return home === undefined ? undefined : join(home, "loopguard", "hooks");
}

function stateHome({ XDG_STATE_HOME: state, HOME: home, LOCALAPPDATA: local }: NodeJS.ProcessEnv): string | undefined {
  if (state?.startsWith("/")) return state;
  if (process.platform === "win32") return local === undefined || local === "" ? undefined : local;
  if (!home?.startsWith("/")) return undefined;
  return process.platform === "darwin" ? join(home, "Library", "Application Support") : join(home, ".local", "state");
}

/**
 * Tells an event to the newest state of its session and writes what comes of it. `change` is given the snapshots that can
 * be read, newest first, and gives the next one; it is called again when another process was quicker. Throws when the
 * state can be neither read nor written.
 */
export function updateState<T>(event: HookEvent, change: (snapshots: Iterable<Uint8Array>) => StateStep<T>): T {
  const folder = sessionFolder(event);
  const begin = performance.now();
  for (let tries = 0; performance.now() - begin < PATIENCE_MS; tries++) {
    if (tries > 0) pause(PAUSE_MS * 2 ** Math.min(tries, PAUSE_DOUBLINGS));
    const names = generations(folder);
    const { bytes, from, value } = change(read(folder, names.slice(0, KEPT)));
    if (from !== undefined && Buffer.compare(from, bytes) === 0) return value;
    const next = (BigInt(`0x${names[0] ?? "0"}`) + 1n).toString(16).padStart(16, "0");
    if (!write(folder, next, bytes)) continue;
    tidy(folder, [next, ...names].slice(0, KEPT));
    return value;
  }
  throw new Error("the state was taken by others for too long");
}

/** The session's folder; its name is a digest, so nothing of the input reaches the file system. */
function sessionFolder({ dialect, session, agent }: HookEvent): string {
  const hooks = hooksFolder();
  if (hooks === undefined) throw new Error("there is no place for state: neither XDG_STATE_HOME nor HOME is set");
  const folder = join(hooks, fingerprint(dialect, [session, agent ?? null], { canonical: false }));
  if (makeFolder(folder)) removeUnused(hooks);
  return folder;
}

/** Makes a folder and those above it; false: it was there. `recursive` of `mkdirSync` never comes back from /proc. */
function makeFolder(path: string): boolean {
  const make = (): boolean => {
    try {
      mkdirSync(path, { mode: 0o700 });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
      throw error;
    }
  };
  try {
    return make();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || dirname(path) === path) throw error;
    makeFolder(dirname(path));
    return make();
  }
}

/** Newest first. */
function generations(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => GENERATION.test(name) && name !== "0000000000000000")
    .sort()
    .reverse();
}

function* read(folder: string, names: readonly string[]): Generator<Uint8Array> {
  for (const name of names) {
    let bytes: Uint8Array;
    try {
      bytes = readFileSync(join(folder, name));
    } catch {
      continue; // the one before counts
    }
    yield bytes;
  }
}

/** False: there is a generation of this name already. */
function write(folder: string, name: string, bytes: Uint8Array): boolean {
  const temporary = join(folder, `${TEMPORARY}${process.pid}-${randomBytes(8).toString("hex")}`);
  try {
    writeFileSync(temporary, bytes, { flag: "wx", mode: 0o600 });
    linkSync(temporary, join(folder, name));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Removes generations and temporary files that nobody needs any more; somebody else may be at it too. */
function tidy(folder: string, kept: readonly string[]): void {
  const oldest = kept[KEPT - 1];
  for (const name of readdirSync(folder)) {
    const spare = name.startsWith(TEMPORARY) || (oldest !== undefined && GENERATION.test(name) && name < oldest);
    if (!spare) continue;
    quietly(() => {
      const path = join(folder, name);
      if (Date.now() - lstatSync(path).mtimeMs >= YOUNG_MS) unlinkSync(path);
    });
  }
}

/** A folder changes with each generation, so its time is that of the session's last use. */
function removeUnused(hooks: string): void {
  quietly(() => {
    const unused = readdirSync(hooks).filter((name) => {
      const about = SESSION.test(name) ? statSync(join(hooks, name), { throwIfNoEntry: false }) : undefined;
      return about?.isDirectory() === true && Date.now() - about.mtimeMs >= UNUSED_MS;
    });
    for (const name of unused.slice(0, REMOVED_MAX))
      quietly(() => rmSync(join(hooks, name), { recursive: true, force: true }));
  });
}

/** What tidies up is no reason to let a call through unheard. */
function quietly(action: () => void): void {
  try {
    action();
  } catch {}
}

function pause(maxMs: number): void {
  const ms = randomInt(0, 1000) * 0.001 * maxMs;
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
