/**
 * Workers of one run in bad weather. Each has its own way to the store, on which calls are slow, late, lost or refused; their
 * operations overlap, and workers are replaced. Afterwards the store's own order is played to one local run, which must have
 * said what was said, and know what the store knows.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { LoopCall, LoopOutcome, LoopRun, Verdict } from "../../lib/base/types.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { count, cycle, errorStreak, noProgress } from "../../lib/rules/factories.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import { openContainer } from "../../lib/run/snapshot-container.ts";
import { readEntries } from "../../lib/store/journal-entries.ts";
import { STORED_RUN } from "../../lib/store/local-state.ts";
import type { JournalPosition, JournalStore, StateStore } from "../../lib/store/store-interface.ts";
import type { StoredLoopRun } from "../../lib/store/stored-run-options.ts";
import { dice } from "../dice.ts";

const KEY = "r";
const TIMEOUT_MS = 15;
/** Of a worker to get through in good weather. */
const TRIES = 2000;
const OPTIONS: readonly LoopGuardOptions[] = [
  {},
  { detectors: [count({ maxRepeats: 0 })], action: "warn" },
  { maxRepeats: 3, action: "hint" },
  { detectors: [noProgress({ threshold: 2 }), cycle(), errorStreak()], ladder: { warn: 1, hint: 2, abort: 6 } },
];

/** Something that one worker did, and that is one entry. */
interface Deed {
  does: "before" | "after" | "invalid" | "round" | "turn" | "reset";
  call?: LoopCall;
  outcome?: LoopOutcome;
  /** Set once it resolved where a store that fails makes it reject: this is the store's word. */
  said?: Verdict;
  /** It was answered so, or the store confirmed it: the store must have it. */
  acknowledged?: boolean;
}

/** One life of a worker. What it did is numbered as its entries are. */
class Life {
  readonly guard: LoopGuard;
  readonly run: StoredLoopRun;
  readonly throws: boolean;
  readonly deeds: Deed[] = [];
  readonly open: { call: LoopCall; era: number }[] = [];
  writer = "";

  constructor(options: LoopGuardOptions, store: StateStore, throws: boolean) {
    this.throws = throws;
    this.guard = new LoopGuard(options);
    const onStoreError = throws ? "throw" : "allow";
    this.run = this.guard.storedRun(KEY, { store, onStoreError, timeoutMs: TIMEOUT_MS, retryAfterMs: 2 });
  }
}

/** The order that the store gives to entries, seen from beside. */
export interface Witness {
  /** `<writer>:<number>`, each once per time that it is in the store. */
  readonly order: string[];
  /** A worker's way to the store. */
  way(): { store: StateStore; writer(): string };
  /** Sees what it has not seen yet. */
  look(): Promise<void>;
  /** The key is gone. */
  lose(): Promise<void>;
}

export class Storm {
  readonly #chance: () => number;
  readonly #options: LoopGuardOptions;
  readonly #witness: Witness;
  readonly #ways: { store: StateStore; writer(): string }[] = [];
  readonly #lives: Life[] = [];
  readonly #workers: Life[] = [];
  readonly #late: Promise<unknown>[] = [];
  #ids = 0;
  #eras = 0;
  #calm = true;

  constructor(seed: number, witness: Witness) {
    this.#chance = dice(seed);
    this.#options = OPTIONS[Math.floor(this.#chance() * OPTIONS.length)] as LoopGuardOptions;
    this.#witness = witness;
    for (let i = 0; i < 3; i++) this.#workers.push(this.#hire());
  }

  #hire(): Life {
    const way = this.#witness.way();
    const life = new Life(this.#options, this.#weathered(way.store), this.#chance() < 0.6);
    this.#ways.push(way);
    this.#lives.push(life);
    return life;
  }

  /** A store on the other side of a bad line. */
  #weathered(inner: StateStore): StateStore {
    const call = async (work: () => Promise<unknown>): Promise<unknown> => {
      const kind = this.#calm ? 1 : this.#chance();
      const pause = this.#chance() * 3;
      if (kind < 0.04) throw new Error("refused");
      if (kind < 0.08) {
        const done = work();
        this.#late.push(done.catch(() => {}));
        await done;
        throw new Error("lost");
      }
      if (kind < 0.11) await sleep(TIMEOUT_MS + pause); // does it late
      if (kind < 0.5) await sleep(pause);
      const answer = await work();
      if (kind >= 0.11 && kind < 0.14) await sleep(TIMEOUT_MS + pause); // says it late
      return answer;
    };
    return new Proxy(inner, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== "function") return method;
        return (...args: unknown[]) => {
          const done = call(() => method.apply(target, args) as Promise<unknown>);
          this.#late.push(done.catch(() => {}));
          return done;
        };
      },
    });
  }

  async play(steps: number, loses: boolean): Promise<void> {
    await this.#flush(this.#workers[0] as Life); // the first life of the key begins in good weather
    await this.#witness.look();
    this.#calm = false;
    for (let i = 0; i < steps; i++) {
      const doing = this.#step();
      doing.catch(() => {});
      this.#late.push(doing);
      const waits = this.#chance();
      if (waits < 0.3) await doing.catch(() => {});
      else if (waits < 0.5) await sleep(this.#chance() * 4);
      if (loses && this.#chance() < 0.02) await this.#lose();
    }
    await this.#settle();
    for (const life of this.#workers) await life.run.close();
    await this.#check();
    for (const { guard } of this.#lives) guard.close();
  }

  /** Good weather, until nothing is under way and the store has everything. */
  async #settle(): Promise<void> {
    this.#calm = true;
    while (this.#late.length > 0) await Promise.allSettled(this.#late.splice(0));
    // The second time each hears of what those behind it had to send.
    for (const life of [...this.#workers, ...this.#workers]) await this.#flush(life);
    await this.#witness.look();
  }

  async #flush(life: Life): Promise<void> {
    for (let tries = 0; !(await life.run.flush()); tries++) {
      if (tries === TRIES) throw new Error("a worker does not get through in good weather");
      await sleep(3);
    }
    for (const deed of life.deeds) deed.acknowledged = true;
  }

  async #lose(): Promise<void> {
    await this.#settle();
    await this.#witness.lose();
    await this.#flush(this.#pick(this.#workers));
    await this.#witness.look();
    this.#calm = false;
  }

  #pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.#chance() * from.length)] as T;
  }

  async #step(): Promise<void> {
    const at = Math.floor(this.#chance() * 3);
    const life = this.#workers[at] as Life;
    const kind = this.#chance();
    if (kind < 0.55) return this.#ask(life);
    if (kind < 0.75) return this.#finish(life);
    if (kind < 0.8) return void (await this.#tell(life, { does: "invalid", call: this.#call() }));
    if (kind < 0.86) return this.#note(life, "round");
    if (kind < 0.88) return this.#note(life, "turn");
    if (kind < 0.89) return void (await this.#tell(life, { does: "reset" }));
    if (kind < 0.93) return void (await life.run.flush());
    if (kind < 0.97) return void (await life.run.snapshot());
    this.#workers[at] = this.#hire();
    if (this.#chance() < 0.5) await life.run.close(); // else it is as good as killed: it may still be heard of
  }

  #call(): LoopCall {
    const name = this.#pick(["read", "write", "search"]);
    return { id: `call ${++this.#ids}`, name, arguments: { a: this.#pick([1, 2]) } };
  }

  async #ask(life: Life): Promise<void> {
    const call = this.#call();
    const era = this.#eras;
    const verdict = await this.#tell(life, { does: "before", call });
    if (verdict?.action === "allow" || verdict?.action === "warn") life.open.push({ call, era });
  }

  async #finish(life: Life): Promise<void> {
    const [open] = life.open.splice(Math.floor(this.#chance() * life.open.length), 1);
    // What a reset forgot is another matter for a local run than for a stored one.
    if (open === undefined || open.era !== this.#eras) return;
    if (this.#chance() < 0.1) return void (await this.#tell(life, { does: "invalid", call: open.call }));
    const outcome = this.#chance() < 0.8 ? { result: this.#pick(["x", "y"]) } : { error: new Error("no") };
    await this.#tell(life, { does: "after", call: open.call, outcome });
  }

  async #tell(life: Life, deed: Deed): Promise<Verdict | undefined> {
    const { run } = life;
    const { call = { name: "none" }, outcome = {} } = deed;
    life.deeds.push(deed);
    let verdict: Verdict | undefined;
    if (deed.does === "before") verdict = await run.before(call);
    if (deed.does === "after") verdict = await run.after(call, outcome);
    if (deed.does === "invalid") verdict = await run.invalid(call, "no such tool");
    if (deed.does === "reset") {
      this.#eras++;
      await run.reset();
    }
    if (life.throws) deed.acknowledged = true;
    if (life.throws && verdict !== undefined) deed.said = verdict;
    return verdict;
  }

  async #note(life: Life, does: "round" | "turn"): Promise<void> {
    life.deeds.push({ does });
    if (does === "round") life.run.beginRound();
    else life.run.beginTurn();
  }

  async #check(): Promise<void> {
    const { order } = this.#witness;
    const byWriter = new Map(this.#ways.map((way, i) => [way.writer(), this.#lives[i] as Life]));
    const seen = new Set(order);
    if (seen.size !== order.length) throw new Error("an entry is in the store twice");
    for (const [writer, { deeds }] of byWriter)
      deeds.forEach((deed, i) => {
        if (deed.acknowledged && !seen.has(`${writer}:${i + 1}`))
          throw new Error(`${deed.does} ${i + 1} of ${deeds.length} was acknowledged and is not in the store`);
      });
    const guard = new LoopGuard(this.#options);
    const local = guard.run(KEY);
    const replay = new Replay(local);
    for (const entry of order) {
      const [writer = "", seq] = entry.split(":");
      const deed = byWriter.get(writer)?.deeds[Number(seq) - 1];
      if (deed === undefined) throw new Error(`${entry} is in the store, and nobody did it`);
      const expected = replay.take(deed);
      if (deed.said !== undefined && expected !== undefined) same(deed.said, expected, `${deed.does} ${entry}`);
    }
    const late = new LoopGuard(this.#options);
    const stored = late.storedRun(KEY, { store: this.#witness.way().store, timeoutMs: 5000 });
    for (const name of ["read", "write", "search"])
      for (const a of [1, 2]) {
        const call = { name, arguments: { a } };
        same(await stored.before(call), local.before(call), `the state of the store, ${name} ${a}`);
      }
    await stored.close();
    late.close();
    guard.close();
  }
}

/** One run that is told what happened, in order. */
class Replay {
  readonly #run: LoopRun;
  #known = new Set<string>();

  constructor(run: LoopRun) {
    this.#run = run;
  }

  /** What it says; nothing for the outcome of a call that it does not know: one that it refused, or that a reset forgot. */
  take({ does, call = { name: "none" }, outcome = {} }: Deed): Verdict | undefined {
    if (does === "round") this.#run.beginRound();
    if (does === "turn") this.#run.beginTurn();
    if (does === "reset") {
      this.#run.reset();
      this.#known.clear();
    }
    if (does === "invalid") return this.#run.invalid(call, "no such tool");
    if (does === "before") {
      const verdict = this.#run.before(call);
      if (verdict.action === "allow" || verdict.action === "warn") this.#known.add(call.id as string);
      return verdict;
    }
    if (does === "after" && this.#known.has(call.id as string)) return this.#run.after(call, outcome);
    return undefined;
  }
}

function same(said: Verdict, expected: Verdict, of: string): void {
  const facts = ({ action, message, detection }: Verdict) =>
    JSON.stringify([
      action,
      message?.replace(/#[0-9a-f]{8}/g, ""),
      detection?.detector,
      detection?.repeats,
      detection?.strikes,
    ]);
  if (facts(said) !== facts(expected)) throw new Error(`${of}: said ${facts(said)}, and not ${facts(expected)}`);
}

/** Of a journal: what it gives to one who adds nothing. `beside`: the witness's own way to it. */
export function journalWitness(journal: JournalStore, beside: JournalStore = journal): Witness {
  const order: string[] = [];
  let at: JournalPosition | undefined;
  const catchUp = async (): Promise<void> => {
    const state = at === undefined ? "gone" : await beside.append(KEY, at, "0".repeat(16), 1, []);
    const begun = state === "gone" ? await beside.open(KEY, new Uint8Array(0)) : state;
    if (state !== "gone" && state.snapshot !== undefined) throw new Error("the witness came too late");
    for (const { writer, seq } of readEntries(begun.entries)) order.push(`${writer}:${seq}`);
    at = { incarnation: begun.incarnation, offset: begun.offset, mark: begun.mark };
  };
  let looking = Promise.resolve();
  const look = (): Promise<void> => (looking = looking.then(catchUp));
  return {
    order,
    look,
    lose: () => beside.delete(KEY),
    way: () => {
      let own = "";
      const store: JournalStore = {
        open: (key, proposal) => journal.open(key, proposal),
        append: (key, from, writer, firstSeq, entries) => {
          own = writer;
          return journal.append(key, from, writer, firstSeq, entries);
        },
        compact: async (key, from, snapshot) => {
          await look();
          return journal.compact(key, from, snapshot);
        },
        load: (key) => journal.load(key),
        save: (key, bytes, ifVersion) => journal.save(key, bytes, ifVersion),
        delete: (key) => journal.delete(key),
      };
      return { store, writer: () => own };
    },
  };
}

/** Of a store that swaps: who has got how far in the states that were saved, one after another. */
export function swapWitness(inner: StateStore): Witness {
  const order: string[] = [];
  const known = new Set<string>();
  let last = new Map<string, number>();
  return {
    order,
    look: async () => {},
    lose: () => inner.delete(KEY),
    way: () => {
      let own = "";
      const store: StateStore = {
        load: (key) => inner.load(key),
        delete: (key) => inner.delete(key),
        save: async (key, bytes, ifVersion) => {
          const { header } = openContainer(STORED_RUN, bytes);
          const writers = (header as { writers: [string, number][] }).writers;
          const newest = writers.at(-1)?.[0] ?? "";
          if (own === "" && !known.has(newest)) own = newest;
          known.add(newest);
          const saved = await inner.save(key, bytes, ifVersion);
          if (saved === undefined) return undefined;
          for (const [writer, seq] of writers)
            for (let next = (last.get(writer) ?? 0) + 1; next <= seq; next++) order.push(`${writer}:${next}`);
          last = new Map(writers);
          return saved;
        },
      };
      return { store, writer: () => own };
    },
  };
}
