/** The options of a run with a store: defaults and checks. */

import { bool, type Checks, checkEach, checkKeys, checkObject, choice, integer } from "../base/check-option.ts";
import { optionError } from "../base/errors.ts";
import type { LoopRun } from "../base/types.ts";
import { RELATION } from "../run/run-tree.ts";
import type { JournalStore, StateStore } from "./store-interface.ts";

/** Options of `guard.storedRun(key, options)`. */
export interface StoredRunOptions {
  /** The store with the state of the run. */
  store: StateStore | JournalStore;
  /**
   * `"allow"`: when the store fails, the run continues without it. `"throw"`: `before`, `after`, `invalid` and `reset`
   * reject with `ERR_LOOPGUARD_STORE`; the call is counted all the same. Default `"allow"`.
   */
  onStoreError?: "allow" | "throw";
  /** Milliseconds that an exchange with the store may take, lost races included. Default 1,000. */
  timeoutMs?: number;
  /** Milliseconds after a failure before the store is asked again. Default 1,000. */
  retryAfterMs?: number;
  /** The number of events that may wait for the store; beyond it the oldest is dropped. Default 10,000. */
  maxPending?: number;
  /** The run that started this one, or its key in the same store. The newest one given counts; without it, a run keeps the one that it has. */
  parent?: string | StoredLoopRun;
  /** The name of the agent that works in the run, for detections. Default: the key. */
  agent?: string;
  /** `true`: a stored state that cannot be read is replaced. Default `false`: it is left as it is. */
  replaceUnreadable?: boolean;
}

/** Methods that wait for the store. */
type Waiting<Run> = {
  [Name in keyof Run]: Run[Name] extends (...given: infer Given) => infer Answer
    ? (...given: Given) => Promise<Answer>
    : never;
};

/**
 * The state of one agent run in a store, shared by all who use the same key and store: workers, processes, steps of a
 * workflow. The verdicts are those of a `LoopRun`; methods that ask the store return a promise, those that judge after one
 * exchange with it. What `beginRound`, `beginTurn` and `compacted` say is sent with the next call, or with `close`.
 *
 * When the store fails, the run continues without it: nothing is thrown (unless `onStoreError` says so), each outage is
 * published once on `loopguard:error`, and events are sent when the store is back, with the next call or `close`.
 *
 * Strikes and usage are shared. But texts, delegations, and the calls that detectors made with `custom` see are only those of
 * this worker, `replay` has only its results, and `stats` its counts.
 *
 * @example
 * await using run = guard.storedRun(sessionId, fileStore("./state"));
 * run.beginTurn();
 * const call = { id, name, arguments: args };
 * const before = await run.before(call);
 * let text = before.message; // of a refused call the model reads this
 * if (before.allowed) {
 *   const result = await tool(args);
 *   const after = await run.after(call, { result });
 *   text = [result, before.message, after.message].filter(Boolean).join("\n\n");
 * }
 */
export interface StoredLoopRun
  extends Waiting<Pick<LoopRun, "before" | "after" | "invalid" | "decide" | "text" | "usage" | "delegate">>,
    Pick<LoopRun, "depth" | "beginRound" | "beginTurn" | "compacted" | "stats" | "tripped"> {
  /** The key. */
  readonly runId: string;
  /** Forgets everything, for all who share the run. */
  reset(): Promise<void>;
  /** The state, for `LoopGuard.restore`, after an exchange with the store. */
  snapshot(): Promise<Uint8Array>;
  /** Sends what waits. `true`: the store has everything up to now. */
  flush(): Promise<boolean>;
  /** Sends what waits and frees the memory. The state stays in the store. Never rejects. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The options with their defaults; `throws`: of `onStoreError`. */
export interface LogSettings extends Readonly<Required<Omit<StoredRunOptions, "onStoreError" | "parent" | "agent">>> {
  readonly throws: boolean;
}

type RunStore = StoredRunOptions["store"];

const CHECKS: Checks = {
  timeoutMs: integer(1, 3_600_000),
  retryAfterMs: integer(0, 3_600_000),
  maxPending: integer(1, 1_000_000),
  onStoreError: choice(["allow", "throw"]),
  replaceUnreadable: bool,
};

/** Whether these are a store, or options with one. */
export function isForStore(value: unknown): value is RunStore | StoredRunOptions {
  return isStore(value) || (typeof value === "object" && value !== null && "store" in value);
}

/** Reads a store, or options with one; `relation` is not checked yet. Throws `ERR_LOOPGUARD_OPTION`. */
export function readStoredRunOptions(from: RunStore | StoredRunOptions): {
  settings: LogSettings;
  relation: Pick<StoredRunOptions, "parent" | "agent">;
} {
  const options = isForStore(from) && !isStore(from) ? from : { store: from };
  checkObject(options, "options");
  checkKeys(options, "", ["store", ...RELATION, ...Object.keys(CHECKS)]);
  checkEach(options, "", CHECKS);
  const { store, onStoreError, timeoutMs = 1000, retryAfterMs = 1000, maxPending = 10_000 } = options;
  if (!isStore(store)) throw optionError("type", "store", store, "a store, such as memoryStore()");
  const { replaceUnreadable = false } = options;
  const throws = onStoreError === "throw";
  const settings = { store, timeoutMs, retryAfterMs, maxPending, throws, replaceUnreadable };
  return { settings, relation: { ...options } };
}

function isStore(value: unknown): value is RunStore {
  if (typeof value !== "object" || value === null) return false;
  return ["load", "save", "delete"].every((method) => typeof (value as Record<string, unknown>)[method] === "function");
}
