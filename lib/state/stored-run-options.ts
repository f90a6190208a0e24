/** The options of a run with a store: defaults and checks. */
import { bool, checkKeys, checkObject, integer } from "../base/check-option.ts";
import { optionError } from "../base/errors.ts";
import { RELATION } from "../run/run-options.ts";
import type { LogSettings } from "./shared-log.ts";
import type { StoredRunOptions } from "./stored-run-types.ts";

type RunStore = StoredRunOptions["store"];

const DEFAULTS = { timeoutMs: 1000, retryAfterMs: 1000, maxPending: 10_000 } as const;
const NUMBERS = {
  timeoutMs: integer(1, 3_600_000),
  retryAfterMs: integer(0, 3_600_000),
  maxPending: integer(1, 1_000_000),
} as const;
const METHODS = ["load", "save", "delete"] as const;

/** Whether these are a store, or options with one. */
export function isForStore(value: unknown): boolean {
  return isStore(value) || (typeof value === "object" && value !== null && "store" in value);
}

/** Reads a store, or options with one; `relation` is not checked yet. Throws `ERR_LOOPGUARD_OPTION`. */
export function readStoredRunOptions(from: RunStore | StoredRunOptions): {
  settings: LogSettings;
  relation: Pick<StoredRunOptions, "parent" | "agent">;
} {
  const options = hasStore(from) ? from : { store: from };
  checkObject(options, "options");
  const given: Record<string, unknown> = options;
  checkKeys(given, "", ["store", "onStoreError", "replaceUnreadable", ...RELATION, ...Object.keys(NUMBERS)]);
  for (const [name, check] of Object.entries(NUMBERS)) if (given[name] !== undefined) check(given[name], name);
  const { store, onStoreError = "allow", replaceUnreadable = false } = options;
  if (!isStore(store)) throw optionError("type", "store", store, "a store, such as memoryStore()");
  if (onStoreError !== "allow" && onStoreError !== "throw")
    throw optionError("type", "onStoreError", onStoreError, '"allow" or "throw"');
  bool(replaceUnreadable, "replaceUnreadable");
  const settings = {
    store,
    timeoutMs: options.timeoutMs ?? DEFAULTS.timeoutMs,
    retryAfterMs: options.retryAfterMs ?? DEFAULTS.retryAfterMs,
    maxPending: options.maxPending ?? DEFAULTS.maxPending,
    throws: onStoreError === "throw",
    replaceUnreadable,
  };
  return { settings, relation: { ...options } };
}

function hasStore(from: RunStore | StoredRunOptions): from is StoredRunOptions {
  return typeof from === "object" && from !== null && "store" in from && !isStore(from);
}

function isStore(value: unknown): value is RunStore {
  if (typeof value !== "object" || value === null) return false;
  return METHODS.every((method) => typeof (value as Record<string, unknown>)[method] === "function");
}
