/** The bytes of a run's snapshot, read by a reader of its own that knows no word size and no byte order but the written one. */
import { describe, expect, it } from "vitest";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { count, cycle, noNews, similarQuery } from "../../lib/rules/factories.ts";
import { unpackRuns } from "../../lib/run/snapshot-container.ts";

class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  /** Lowest byte first. */
  number(size: number): number {
    return this.bytes(size).reduceRight((high, byte) => high * 256 + byte, 0);
  }

  bytes(size: number): number[] {
    if (size > this.left) throw new RangeError(`${size} bytes are wanted and ${this.left} are left`);
    this.#at += size;
    return [...this.#bytes.subarray(this.#at - size, this.#at)];
  }

  text(size: number): string {
    return Buffer.from(this.bytes(size)).toString();
  }

  /** A number of things, and the things. */
  list<T>(read: () => T): T[] {
    return Array.from({ length: this.number(4) }, read);
  }
}

const DIGEST = 16;
const FINDING = 2 * DIGEST + 4 + 1 + 5 * 4 + 1 + 8 + 8 + 1 + 1 + 8;
const DETECTED = 2;

function readRun(bytes: Uint8Array) {
  const r = new Reader(bytes);
  const frame = { magic: r.text(4), version: r.number(2), key: r.bytes(16), options: r.bytes(8), length: r.number(4) };
  const [round, turn] = [r.number(4), r.number(4)];
  r.bytes(4 + 4 + 1 + DIGEST + 4 + 8 + (4 + 2 + 2 + 1 + 8));
  const detectors = r.list(() => r.bytes(8));
  const counts = r.list(() => ({ key: r.bytes(DIGEST), count: r.number(4), epoch: r.number(4) }));
  const names = r.list(() => (r.bytes(DIGEST), r.text(r.number(2))));
  const tickets = r.number(4);
  r.number(4);
  let open = 0;
  for (let i = 0; i < tickets; i++) {
    if (r.number(1) === 0) continue;
    open++;
    r.bytes(3 * DIGEST + 4 + 4 + 8 + 1);
    const flags = r.number(1);
    r.bytes(1 + 8 + 8 + 4);
    if ((flags & DETECTED) !== 0) r.bytes(FINDING);
  }
  const polls = r.list(() => r.bytes(2 * DIGEST + 8 + 8 + 4));
  const queries = r.list(() => (r.bytes(DIGEST + 4 + 4), r.text(r.number(4))));
  const history = r.list(() => ({ identity: r.bytes(DIGEST), rest: r.bytes(2 * DIGEST + 4 + 1 + 1) }));
  r.number(4);
  const loops = r.list(() => r.bytes(DIGEST + 4 * 4));
  const armed = r.list(() => r.bytes(FINDING + 4 * 4));
  r.bytes(7 * 4);
  const pauses = r.number(1);
  r.bytes(1 + pauses * 4 + 4 * 4 + 1 + 8);
  const told = r.list(() => ({ key: r.bytes(DIGEST), rest: r.bytes(8 + 3 * 4 + 2 + 2 + 1 + 1) }));
  const past = r.list(() => r.bytes(DIGEST));
  const budgets = r.list(() => r.bytes(4 + 4 + 8 + 4 + 6 * 8 + 8 + 4 + 4));
  const checksum = r.bytes(16);
  return {
    frame,
    round,
    turn,
    detectors,
    counts,
    names,
    open,
    polls,
    queries,
    history,
    loops,
    armed,
    told,
    past,
    budgets,
    checksum,
    r,
  };
}

describe("the snapshot of a run", () => {
  it("is what the layout says, number by number", () => {
    using guard = new LoopGuard({
      detectors: [count({ maxRepeats: 2 }), cycle(), similarQuery({ tools: ["search"], threshold: 1 }), noNews()],
      action: "warn",
    });
    for (let i = 0; i < 300; i++) {
      guard.beginRound();
      const call = {
        id: `c${i}`,
        name: ["search", "read_file"][i % 2] as string,
        arguments: { query: `Wörd ${i % 6}` },
      };
      guard.before(call);
      if (i < 299) guard.after(call, { result: i });
    }
    const [run] = unpackRuns(guard.snapshot());
    const { frame, r, ...read } = readRun((run as { bytes: Uint8Array }).bytes);
    expect(frame).toMatchObject({ magic: "LGRN", version: 7 });
    expect(r.left).toBe(0);
    expect(frame.length).toBe((run as { bytes: Uint8Array }).bytes.length - 34 - 16);
    // Rounds are counted from 1, and there was one before the first call of beginRound.
    expect(read).toMatchObject({ round: 301, names: ["search", "read_file"], open: 1, polls: [] });
    expect(read.detectors).toHaveLength(4);
    expect(new Set(read.told.map(({ key }) => `${key}`)).size).toBe(6);
    expect(read.past).toHaveLength(293); // each result but the last of each call
    expect(read.counts.map((entry) => entry.count)).toEqual([50, 50, 50, 50, 50, 50]);
    expect(new Set(read.queries.map((text) => text.trim()))).toEqual(new Set(["wörd 0", "wörd 2", "wörd 4"]));
    expect(new Set(read.history.map(({ identity }) => `${identity}`)).size).toBe(6);
    expect(read.loops.length).toBeGreaterThan(0);
  });
});
