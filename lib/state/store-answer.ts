/** Checks the answers of a user's store: with a wrong type, calls would be lost silently. */
import { optionError } from "../base/errors.ts";
import type { StoredState } from "./state-store.ts";

/** Many databases return `null` for nothing. */
type Maybe<T> = T | null | undefined;

/** The answer of `load`. Throws `ERR_LOOPGUARD_OPTION`. */
export function readState(state: Maybe<StoredState>): StoredState | undefined {
  if (state === null || state === undefined) return undefined;
  if (typeof state !== "object") throw wrongStore("load gives { bytes, version } or undefined", state);
  const { bytes, version }: { bytes: unknown; version: unknown } = state;
  if (!(bytes instanceof Uint8Array)) throw wrongStore("load gives the bytes as a Uint8Array", bytes);
  if (typeof version !== "string") throw wrongStore("load gives the version as a string", version);
  return state;
}

/** The answer of `save`. Throws `ERR_LOOPGUARD_OPTION`. */
export function readVersion(version: Maybe<string>): string | undefined {
  if (version === null || version === undefined) return undefined;
  if (typeof version === "string") return version;
  throw wrongStore("save gives the new version as a string, or undefined where somebody was quicker", version);
}

function wrongStore(does: string, got: unknown): Error {
  return optionError("type", "store", got, `a store whose ${does}`);
}
