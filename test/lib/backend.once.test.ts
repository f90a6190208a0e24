import { readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { CoreClient } from "../../lib/core/client.ts";
import { Core } from "../../lib/core/core.ts";
import { CoreGuard } from "../../lib/core/guard.ts";
import {
  DETECTOR_TYPES,
  EventFlag,
  IdentityMode,
  NO_TICKET,
  Operation,
  Step,
  VOLATILE_BITS,
} from "../../lib/core/layout.gen.ts";
import { loadNative } from "../../lib/core/native.ts";
import type { PackedVerdict } from "../../lib/core/types.ts";
import { loadWasm, WasmPort } from "../../lib/core/wasm.ts";
import { size, tries } from "../effort.ts";

const MEGABYTES = size(16);
const KEY = new Uint8Array(16).fill(7);
const native = loadNative();
const wasm = loadWasm();
const both: [string, CoreClient][] = [
  ["native", native],
  ["wasm", wasm],
];

const never = (error: unknown): never => {
  throw error;
};
/** A guard that strikes each call of one kind beyond the first so many, and refuses it. */
const counting = (maxRepeats: number, rest: object = {}) => ({
  ladder: { hint: 1 },
  detectors: [{ type: "count", maxRepeats, ...rest }],
});

const ticketOf = (packed: PackedVerdict): number => Math.floor(packed / 16);
const actionOf = (packed: PackedVerdict): number => packed & 7;
const detected = (packed: PackedVerdict): boolean => (packed & 8) !== 0;

/** The value of `act`, or the code of the error that it throws: both builds must agree on either. */
function outcome(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    const { code } = error as { code?: string };
    if (code?.startsWith("ERR_LOOPGUARD_") !== true) throw error;
    return code;
  }
}

/** Any sequence of UTF-16 units: lone surrogates, U+0000 and U+FEFF come often. */
const anyString: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0, max: 0x7f }),
      fc.integer({ min: 0, max: 0xffff }),
      fc.integer({ min: 0xd800, max: 0xdfff }),
      fc.constantFrom(0, 0xfeff, 0xfffd, 0x7f, 0x80, 0x7ff, 0x800, 0xffff),
    ),
    { maxLength: 40 },
  )
  .map((units) => String.fromCharCode(...units));

describe("choosing a backend", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  async function load(env: Record<string, string>): Promise<typeof import("../../lib/core/backend.ts")> {
    vi.stubEnv("LOOPGUARD_BACKEND", undefined);
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    vi.resetModules();
    return await import("../../lib/core/backend.ts");
  }

  it("takes the addon when nothing is asked for", async () => {
    const { backend, backendError } = await load({});
    expect({ backend, backendError }).toEqual({ backend: "native", backendError: undefined });
  });

  it.each(["native", "wasm"] as const)("LOOPGUARD_BACKEND=%s forces it", async (name) => {
    const { backend, backendError, core } = await load({ LOOPGUARD_BACKEND: name });
    expect({ backend, backendError }).toEqual({ backend: name, backendError: undefined });
    expect(core.identify(KEY, IdentityMode.verbatim, "a", {})).toMatch(/^[0-9a-f]{32}$/);
  });

  it("refuses any other value and says what is allowed", async () => {
    await expect(load({ LOOPGUARD_BACKEND: "fast" })).rejects.toMatchObject({
      code: "ERR_LOOPGUARD_BACKEND",
      message: 'LOOPGUARD_BACKEND must be "native" or "wasm", got "fast"',
    });
  });

  it("says so when the addon named by LOOPGUARD_BINDING does not load, even where another one does", async () => {
    const folder = await mkdtemp(join(tmpdir(), "loopguard-"));
    try {
      const path = join(folder, "broken.node");
      writeFileSync(path, "no library");
      const { backend, backendError } = await load({ LOOPGUARD_BINDING: path });
      expect(backend).toBe("native");
      expect(backendError).toMatchObject({ code: "ERR_LOOPGUARD_BACKEND", message: `Could not load ${path}` });
      expect(backendError?.cause).toBeInstanceOf(Error);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe.each(both)("%s", (_name, core) => {
  const identify = (name: string, args?: unknown): string => core.identify(KEY, IdentityMode.verbatim, name, args);

  it("keeps texts apart that a lossy conversion would merge", () => {
    const names = [
      "",
      "\ufffd",
      "\ud800",
      "\udc00",
      "\ud800\udc00",
      "\u0000",
      "\ufeff",
      "\ufeff\ufeff",
      "e\u0301",
      "\u00e9",
    ];
    expect(new Set(names.map((name) => identify(name))).size).toBe(names.length);
  });

  it("gives any name back as it was", () => {
    const run = core.guard(KEY, counting(0)).run();
    const nameBack = (name: string): unknown => {
      expect(detected(run.before(name, undefined, undefined, undefined, 0, 0))).toBe(true);
      return run.report().pattern.at(-1)?.name;
    };
    fc.assert(
      fc.property(anyString, (name) => {
        expect(nameBack(name)).toBe(name);
      }),
      { numRuns: tries(2000) },
    );
  });

  it(`takes texts of ${MEGABYTES} MB, and short ones after them`, () => {
    for (const unit of ["x", "é", "😀"]) {
      const value = [unit.repeat((MEGABYTES << 20) / unit.length)];
      const digest = identify("big", value);
      expect(identify("big", [`${value[0]?.slice(0, -1)}y`])).not.toBe(digest);
      expect(identify("big", value)).toBe(digest);
      expect(identify("big", JSON.stringify(value))).toBe(digest);
    }
    expect(identify("a", {})).toBe(loadWasm().identify(KEY, IdentityMode.verbatim, "a", "{}"));
  });

  it("gives a text back without the white space at its ends, whatever its length", () => {
    for (const length of [0, 10, 20_000, 100_000]) {
      const text = "é".repeat(length);
      for (const around of [text, `  ${text}`, `${text}  `, `  ${text} `])
        expect(core.normalizeVolatile(VOLATILE_BITS.space, around)).toBe(text);
    }
  });

  it("gives each error its code", () => {
    expect(outcome(() => core.canonicalize(IdentityMode.canonical, "{"))).toBe("ERR_LOOPGUARD_EJSON");
    expect(outcome(() => core.snapshotKey(new Uint8Array(8)))).toBe("ERR_LOOPGUARD_ESNAPSHOT");
    expect(outcome(() => core.restoreDetector(new Uint8Array(0)))).toBe("ERR_LOOPGUARD_ESNAPSHOT");
    expect(outcome(() => core.detector(KEY, 0, 1, 1, 2))).toBe("ERR_LOOPGUARD_EINVAL");
    expect(outcome(() => core.guard(KEY, { maxEntries: 0 }))).toBe("ERR_LOOPGUARD_EINVAL");
    expect(() => core.canonicalize(IdentityMode.canonical, "{")).toThrow("The text is not JSON");
  });

  it("says what is wrong with a configuration, and with a profile", () => {
    expect(() => core.guard(KEY, { detectors: [{ type: "count", maxRepeats: -1 }] })).toThrow(
      /"detectors\[0\]\.maxRepeats" must be .*, got -1/,
    );
    const guard = core.guard(KEY, counting(1));
    expect(() => guard.addProfile({ polls: true }, false)).toThrow(/polls/);
    expect(guard.addProfile({ poll: true }, false)).toBe(1);
  });

  it("lets a guard outlive its object for as long as runs use it", () => {
    const guard = core.guard(KEY, counting(1));
    const [first, second] = [guard.run(), guard.run()];
    guard.close();
    guard.close();
    expect(outcome(() => guard.run())).toBe("ERR_LOOPGUARD_CLOSED");
    first.close();
    const verdicts = [1, 2].map(() => second.before("a", {}, undefined, undefined, 0, 0));
    expect(verdicts.map(actionOf)).toEqual([0, 2]);
    second.close();
    second.close();
  });

  it("says what is closed", () => {
    const guard = core.guard(KEY, counting(1));
    const run = guard.run();
    const detector = core.detector(KEY, 8, 1, 2, 3);
    for (const handle of [guard, run, detector]) handle.close();
    const closed = (what: string) => ({
      code: "ERR_LOOPGUARD_CLOSED",
      message: `This ${what} is closed; make a new one`,
    });
    const thrown = (act: () => unknown): unknown => {
      try {
        return act();
      } catch (error) {
        return error;
      }
    };
    for (const handle of [guard, run, detector]) handle.close();
    expect(thrown(() => guard.run())).toMatchObject(closed("guard"));
    expect(thrown(() => guard.addProfile({}, false))).toMatchObject(closed("guard"));
    expect(thrown(() => run.before("a", {}, undefined, undefined, 0, 0))).toMatchObject(closed("run"));
    expect(thrown(() => run.after(0, "r", true, 0, undefined, 0, never))).toMatchObject(closed("run"));
    expect(thrown(() => run.step(Step.beginRound))).toMatchObject(closed("run"));
    expect(thrown(() => run.report())).toMatchObject(closed("run"));
    expect(thrown(() => run.snapshot())).toMatchObject(closed("run"));
    expect(thrown(() => detector.push("a"))).toMatchObject(closed("detector"));
  });

  it("has no ticket for an unknown id, and takes the absence of one", () => {
    const run = core.guard(KEY, counting(1)).run();
    expect(run.ticket("nobody")).toBe(NO_TICKET);
    expect(actionOf(run.after(NO_TICKET, "r", true, 0, undefined, 0, never))).toBe(0);
    const packed = run.before("a", {}, "id", undefined, 0, 0);
    expect(run.ticket("id")).toBe(ticketOf(packed));
  });

  it("refuses a profile that no guard has, by a status in the verdict", () => {
    const run = core.guard(KEY, counting(1)).run();
    expect(run.before("a", {}, undefined, undefined, 99, 0)).toBe(-2);
  });

  it("uses the identity that a profile names", () => {
    const guard = core.guard(KEY, counting(1, { canonical: true }));
    expect(guard.addProfile({ ignore: ["/né/x"] }, true)).toBe(0);
    const keeps = guard.addProfile({ keep: ["a", "b"] }, false);
    const run = guard.run();
    const action = (number: number, args: unknown): number =>
      actionOf(run.before("t", args, undefined, undefined, number, 0));
    expect([action(0, { né: { x: 1 } }), action(0, { né: { x: 2 } })]).toEqual([0, 2]);
    expect([action(keeps, { a: 1, b: 2, c: 3 }), action(keeps, { a: 1, b: 2, c: 4 })]).toEqual([0, 2]);
    expect(action(keeps, { a: 1, b: 3 })).toBe(0);
  });

  it("goes on after a call that ran out of JavaScript stack", () => {
    const text = JSON.stringify({ a: [1, 2, { b: "c" }] });
    const expected = core.canonicalize(IdentityMode.canonical, text);
    let reached = 0;
    const dive = (): void => {
      reached++;
      try {
        core.canonicalize(IdentityMode.canonical, text);
      } finally {
        dive();
      }
    };
    expect(dive).toThrow(RangeError);
    expect(reached).toBeGreaterThan(100);
    expect(core.canonicalize(IdentityMode.canonical, text)).toBe(expected);
  });
});

interface Engine {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: { __stack_pointer: { value: number } } };
}

describe("a trap in WebAssembly", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it("is an error and the end of that one core; its handles can still be closed", () => {
    const { Module, Instance } = (globalThis as unknown as { WebAssembly: Engine }).WebAssembly;
    let pointer = { value: 0 };
    class Spied extends Instance {
      constructor(module: object, imports: object) {
        super(module, imports);
        pointer = this.exports.__stack_pointer;
      }
    }
    vi.stubGlobal("WebAssembly", { Module, Instance: Spied });
    const guard = new CoreGuard(new Core(new WasmPort()), KEY, counting(1));
    const run = guard.run();
    pointer.value = 0; // no stack is left: the next frame lies outside the memory
    expect(() => run.step(Step.beginRound)).toThrow(
      expect.objectContaining({ code: "ERR_LOOPGUARD_MEMORY", cause: expect.any(Error) }),
    );
    expect(outcome(() => run.before("a", {}, undefined, undefined, 0, 0))).toBe("ERR_LOOPGUARD_MEMORY");
    run.close();
    guard.close();
    expect(new WasmPort().call(Operation.run, 0, 0)).toBe(-2);
  });

  it("is followed by a new core, for whoever has none of the old one", () => {
    const { Module, Instance } = (globalThis as unknown as { WebAssembly: Engine }).WebAssembly;
    const pointers: { value: number }[] = [];
    class Spied extends Instance {
      constructor(module: object, imports: object) {
        super(module, imports);
        pointers.push(this.exports.__stack_pointer);
      }
    }
    vi.stubGlobal("WebAssembly", { Module, Instance: Spied });
    const core = loadWasm();
    const digest = core.identify(KEY, IdentityMode.canonical, "a", { b: 1 });
    (pointers[0] as { value: number }).value = 0;
    expect(outcome(() => core.identify(KEY, IdentityMode.canonical, "a", { b: 1 }))).toBe("ERR_LOOPGUARD_MEMORY");
    expect(core.identify(KEY, IdentityMode.canonical, "a", { b: 1 })).toBe(digest);
    expect(pointers).toHaveLength(2);
  });
});

describe("both builds agree", () => {
  const same = (act: (core: CoreClient) => unknown): void => {
    expect(outcome(() => act(wasm))).toEqual(outcome(() => act(native)));
  };
  const runs = { numRuns: tries(3000) };

  it("on identities", () => {
    fc.assert(
      fc.property(
        anyString,
        fc.oneof(anyString, fc.json(), fc.jsonValue(), fc.constant(undefined)),
        fc.constantFrom(0, 1),
        (name, args, mode) => {
          same((core) => core.identify(KEY, mode, name, args));
        },
      ),
      runs,
    );
  });

  it("on canonical text", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyString,
          fc.json(),
          anyString.map((s) => JSON.stringify([s, { [s]: s }])),
        ),
        fc.constantFrom(0, 1),
        (text, mode) => {
          same((core) => core.canonicalize(mode, text));
        },
      ),
      runs,
    );
  });

  it("on volatile spans", () => {
    const words = fc.constantFrom(
      "12:00:01",
      " 15 ms ",
      "0xdeadbeef",
      "attempt 3",
      "/tmp/a.b",
      "\u001b[31m",
      "pid 77",
      "  ",
      "\ud800",
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(words, anyString), { maxLength: 8 }),
        fc.integer({ min: 0, max: 1023 }),
        (parts, classes) => {
          same((core) => core.normalizeVolatile(classes, parts.join("")));
        },
      ),
      runs,
    );
  });

  it("on similarity, to the last bit", () => {
    const text = fc.oneof(anyString, fc.string({ unit: fc.constantFrom("a", "b", " "), maxLength: 250 }));
    fc.assert(
      fc.property(text, text, (a, b) => {
        same((core) => core.similarity(a, b));
      }),
      runs,
    );
  });

  it("on texts of every length around the sizes of their buffers", () => {
    const lengths = [0, 1, 15, 16, 17, 48, 49, 255, 256, 21_838, 21_846, 21_847, 65_535, 65_536, 349_520, 1_048_577];
    for (const unit of ["a", "é", "€", "😀", "\ud800"])
      for (const length of lengths) {
        const text = unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
        same((core) => core.identify(KEY, IdentityMode.verbatim, text, `"${text}"`));
        same((core) => core.identify(KEY, IdentityMode.verbatim, text, { [text]: text }));
      }
  });

  it("on a detector's verdicts and snapshots", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("a", "b", "c", "\ud800"), { maxLength: 60 }),
        fc.integer({ min: 2, max: 4 }),
        (stream, repeats) => {
          same((core) => {
            const detector = core.detector(KEY, 24, 1, 6, repeats);
            const verdicts = stream.map((signature) => detector.push(signature));
            const snapshot = detector.snapshot();
            const restored = core.restoreDetector(snapshot);
            const next = [detector.push("a"), restored.push("a")];
            return [verdicts, Buffer.from(snapshot).toString("hex"), next, restored.at(0), core.snapshotKey(snapshot)];
          });
        },
      ),
      { numRuns: tries(500) },
    );
  });

  it("on whole runs: verdicts, reports, snapshots", () => {
    const detectors = DETECTOR_TYPES.filter((type) => type !== "poll" && type !== "custom").map((type) => ({
      type,
      ...(type === "limit" ? { default: 12 } : {}),
      ...(type === "cycle" ? { minCycleLen: 2, maxCycleLen: 2 } : {}),
    })) as { type: string; name?: string }[];
    detectors.push({ type: "custom", name: "own" });
    const step = fc.record({
      what: fc.constantFrom("call", "call", "call", "call", "invalid", "round", "turn", "detect", "restore"),
      name: fc.constantFrom("read", "write", "poll", "\udc00"),
      args: fc.constantFrom('{"a":1}', { a: 1 }, { a: 2 }, '{ "a": 1 }', "not json", undefined),
      result: fc.constantFrom("ok", "no", '{"t":"12:00:01"}', { t: "12:00:01" }, [], undefined),
      flags: fc.constantFrom(0, 0, 0, EventFlag.failed, EventFlag.failed | EventFlag.transient),
      id: fc.option(fc.constantFrom("1", "2", "3"), { nil: undefined }),
      profile: fc.constantFrom(0, 0, 1, 2),
    });
    const play = (core: CoreClient, steps: (typeof step extends fc.Arbitrary<infer T> ? T : never)[]): unknown => {
      const guard = core.guard(KEY, { maxEntries: 8, ladder: { warn: 1, hint: 2, ask: 3, abort: 5 }, detectors });
      const everything = Object.keys(VOLATILE_BITS);
      guard.addProfile({ volatile: everything, mutates: true }, false);
      guard.addProfile({ poll: { minIntervalMs: 10, maxWaitMs: 100 }, similar: true }, false);
      const run = guard.run();
      const log: unknown[] = [];
      const note = (packed: PackedVerdict): PackedVerdict => {
        log.push(packed, detected(packed) ? run.report() : null);
        return packed;
      };
      steps.forEach(({ what, name, args, result, flags, id, profile }, now) => {
        const text = String(result);
        if (what === "round") run.step(Step.beginRound);
        else if (what === "turn") run.step(Step.beginTurn);
        else if (what === "invalid") note(run.invalid(name, args, id, profile, text, now));
        else if (what === "detect") note(run.detect(detectors.length - 1, name, text, 2));
        else if (what === "restore") run.restore(run.snapshot());
        else {
          const packed = note(run.before(name, args, id, `\n${text}`, profile, now));
          if (packed >= 0) note(run.after(ticketOf(packed), result, true, flags, flags ? text : undefined, now, never));
        }
      });
      log.push(Buffer.from(run.snapshot()).toString("hex"));
      run.close();
      guard.close();
      return log;
    };
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        same((core) => play(core, steps));
      }),
      { numRuns: tries(400) },
    );
  });

  it("and the committed module has no imports", () => {
    const engine = (
      globalThis as unknown as {
        WebAssembly: { Module: { new (bytes: Uint8Array): object; imports(module: object): unknown[] } };
      }
    ).WebAssembly;
    const bytes = readFileSync(new URL("../../native/wasm/loopguard.wasm", import.meta.url));
    expect(engine.Module.imports(new engine.Module(bytes))).toEqual([]);
  });
});
