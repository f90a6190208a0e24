/** A store of somebody's own, which need not keep to its types: what it means is taken, and nothing is lost in silence. */
import { channel } from "node:diagnostics_channel";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import type { ErrorMessage } from "../../lib/rules/diagnostics.ts";
import { count } from "../../lib/rules/factories.ts";
import { memoryStore } from "../../lib/store/memory-store.ts";
import type { JournalState, JournalStore, StateStore, StoredState } from "../../lib/store/store-interface.ts";
import { memoryJournal } from "./memory-journal.ts";

const errors: unknown[] = [];
const hear = (message: unknown): void => void errors.push((message as ErrorMessage).error);
beforeEach(() => channel("loopguard:error").subscribe(hear));
afterEach(() => {
  channel("loopguard:error").unsubscribe(hear);
  errors.length = 0;
});

/** A store whose answers are what `load` and `save` make of those of a sound one. */
function storeOf(answers: {
  load?(state: StoredState | undefined): unknown;
  save?(version?: string): unknown;
}): StateStore {
  const inner = memoryStore();
  const { load = (state) => state, save = (version) => version } = answers;
  return {
    load: async (key) => load(await inner.load(key)) as StoredState,
    save: async (key, bytes, ifVersion) => save(await inner.save(key, bytes, ifVersion)) as string,
    delete: (key) => inner.delete(key),
  };
}

/** How often the one call was counted at each of four steps of two workers in turns. */
async function counts(store: StateStore): Promise<(number | undefined)[]> {
  const guards = [1, 2].map(() => new LoopGuard({ detectors: [count({ maxRepeats: 0 })], action: "warn" }));
  const runs = guards.map((guard) => guard.storedRun("r", { store, timeoutMs: 200, retryAfterMs: 0 }));
  const seen: (number | undefined)[] = [];
  for (const run of [...runs, ...runs]) seen.push((await run.before({ name: "f", arguments: {} })).detection?.repeats);
  await Promise.all(runs.map((run) => run.close()));
  return seen;
}

const shared = (state: Uint8Array): Uint8Array => {
  const bytes = new Uint8Array(new SharedArrayBuffer(state.length + 9), 7, state.length);
  bytes.set(state);
  return bytes;
};

const foreign = (bytes: Uint8Array): Uint8Array => runInNewContext("Uint8Array.from(bytes)", { bytes });

it.each([
  ["null for nothing, and for a lost race", { load: (state) => state ?? null, save: (version) => version ?? null }],
  ["bytes of another realm", { load: (state) => state && { ...state, bytes: foreign(state.bytes) } }],
  ["a Buffer", { load: (state) => state && { ...state, bytes: Buffer.from(state.bytes) } }],
  ["a part of shared memory", { load: (state) => state && { ...state, bytes: shared(state.bytes) } }],
] satisfies [string, Parameters<typeof storeOf>[0]][])("%s is taken for what it means", async (_, answers) => {
  expect(await counts(storeOf(answers))).toEqual([1, 2, 3, 4]);
  expect(errors).toEqual([]);
});

it("a store without promises is taken for what it means", async () => {
  const rows = new Map<string, StoredState>();
  const store = {
    load: (key: string) => rows.get(key),
    save(key: string, bytes: Uint8Array, ifVersion: string | undefined) {
      if (rows.get(key)?.version !== ifVersion) return undefined;
      const version = `${Number(ifVersion ?? 0) + 1}`;
      rows.set(key, { bytes: bytes.slice(), version });
      return version;
    },
    delete: (key: string) => void rows.delete(key),
  };
  expect(await counts(store as unknown as StateStore)).toEqual([1, 2, 3, 4]);
  expect(errors).toEqual([]);
});

it("a store that passes on what another one has is no journal where that has no append", async () => {
  expect(await counts({ ...storeOf({}), append: undefined } as StateStore)).toEqual([1, 2, 3, 4]);
  expect(errors).toEqual([]);
});

it.each([
  ["how many rows it changed", { save: (version) => (version === undefined ? 0 : 1) }, /save gives .* got 1 /],
  ["whether it saved", { save: (version) => version !== undefined }, /save gives .* got true /],
  ["a version that is a number", { load: (state) => state && { ...state, version: 1 } }, /version.* got 1 /],
  ["no version", { load: (state) => state && { bytes: state.bytes } }, /version.* got undefined/],
  ["bytes alone", { load: (state) => state?.bytes }, /bytes.* got undefined/],
  ["a text", { load: (state) => state && "AAAA" }, /load.* got "AAAA"/],
  [
    "bytes as a text",
    { load: (state) => state && { ...state, bytes: Buffer.from(state.bytes).toString("base64") } },
    /bytes.* got "/,
  ],
  ["bytes as JSON", { load: (state) => state && { ...state, bytes: [...state.bytes] } }, /bytes.* got an array of/],
  ["an error without a reason", { load: () => Promise.reject(undefined) }, /without a reason/],
] as [string, Parameters<typeof storeOf>[0], RegExp][])("%s is said to be no answer", async (_, answers, told) => {
  expect(await counts(storeOf(answers))).toHaveLength(4);
  expect(errors[0]).toBeInstanceOf(Error);
  expect(String(errors[0])).toMatch(told);
});

it("a journal that does not give back what it was given is said, and nothing is lost", async () => {
  const inner = memoryJournal();
  const others = async (...args: Parameters<JournalStore["append"]>): Promise<JournalState | "gone"> => {
    const state = await inner.append(...args);
    return state === "gone" ? state : { ...state, entries: state.entries.replaceAll(args[4].join(""), "") };
  };
  const store: JournalStore = { ...inner, append: others };
  expect(await counts(store)).toEqual([1, 2, 3, 4]);
  expect(String(errors[0])).toContain("append did not give back");
});

it.each([
  [
    "throws",
    () => {
      throw new Error("refused");
    },
  ],
  ["gives no promise", () => undefined],
])("a compact that %s costs no call", async (_, compact) => {
  const store = { ...memoryJournal(), compact: compact as unknown as JournalStore["compact"] };
  const guard = new LoopGuard({ detectors: [count({ maxRepeats: 0 })], action: "warn" });
  const run = guard.storedRun("r", store);
  let last = 0;
  for (let i = 0; i < 600; i++) last = (await run.before({ name: "f", arguments: {} })).detection?.repeats ?? 0;
  expect(last).toBe(600);
  expect(await run.flush()).toBe(true);
  await run.close();
});
