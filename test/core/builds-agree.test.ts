/** The addon and WebAssembly give the same answers, whatever they are asked. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CoreClient } from "../../lib/core/client.ts";
import { detectEvent, stepEvent, writeCall } from "../../lib/core/event.ts";
import { DETECTOR_TYPES, EventFlag, EventTag, IdentityMode, Step, VOLATILE_BITS } from "../../lib/core/layout.gen.ts";
import type { PackedVerdict } from "../../lib/core/types.ts";
import { tries } from "../effort.ts";
import { native, wasm } from "./both-builds.ts";
import { anyString, detected, KEY, outcome, ticketOf } from "./builds.ts";

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
      ...(type === "similar_query" ? { tools: ["polled"] } : {}),
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
      const tools = {
        steady: { volatile: Object.keys(VOLATILE_BITS), mutates: true },
        polled: { poll: { minIntervalMs: 10, maxWaitMs: 100 } },
      };
      const ladder = { warn: 1, hint: 2, ask: 3, abort: 5 };
      const guard = core.guard(KEY, { maxEntries: 8, ladder, detectors, tools });
      const run = guard.run();
      const log: unknown[] = [];
      const note = (packed: PackedVerdict): PackedVerdict => {
        log.push(packed, detected(packed) ? run.report() : null);
        return packed;
      };
      steps.forEach(({ what, name, args, result, flags, id, profile }, now) => {
        const text = String(result);
        if (what === "round") run.tell(stepEvent(Step.beginRound));
        else if (what === "turn") run.tell(stepEvent(Step.beginTurn));
        else if (what === "invalid")
          note(run.judge((core) => writeCall(core, EventTag.invalid, name, args, id, text, profile, now)));
        else if (what === "detect") note(run.judge(detectEvent(detectors.length - 1, 0, name, text, 2)));
        else if (what === "restore") run.restore(run.snapshot());
        else {
          const packed = note(run.before(name, args, id, `\n${text}`, profile, now));
          if (packed >= 0) note(run.after(ticketOf(packed), result, true, flags, flags ? text : undefined, now));
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
