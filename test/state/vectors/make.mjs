/**
 * Writes snapshots, and what must hold of them, into this folder: `node test/state/vectors/make.mjs <version>`, from `dist/`.
 *
 * Files of a version are written once, by the release that made it; afterwards they are read for ever and never written.
 */
import { existsSync, writeFileSync } from "node:fs";
import * as loopguard from "../../../dist/index.js";
import { guardOf, play } from "./play.mjs";

const version = Number(process.argv[2]);
const file = (name) => new URL(name, import.meta.url);
const list = `version-${version}.json`;
if (existsSync(file(list))) throw new Error(`${list} is there already; vectors are never written again`);

const call = (name, args, id) => ({ name, arguments: args, ...(id === undefined ? {} : { id }) });
const ask = (asked, run) => ({ does: "before", call: asked, run });
const tell = (told, outcome, run) => ({ does: "after", call: told, outcome, run });
const both = (name, args, result = "same", run) => [
  { does: "beginRound", run },
  ask(call(name, args), run),
  tell(call(name, args), { result }, run),
];
const repeat = (times, make) => Array.from({ length: times }, (_, i) => make(i)).flat();

const BUSY = {
  detectors: [
    ["limit", { limits: { send: 3 }, default: 60 }],
    ["count", { maxRepeats: 6 }],
    ["similarQuery", { tools: ["search"] }],
    ["cycle", { windowSize: 16, minCycleLen: 2, maxCycleLen: 4 }],
    ["noProgress", { threshold: 3 }],
    ["errorStreak", { threshold: 3 }],
    ["unknownTool", {}],
  ],
  ladder: { warn: 1, hint: 2, abort: 6 },
  tools: { job: { poll: { minIntervalMs: 1000, maxWaitMs: 60_000 } }, "write_*": { mutates: true } },
};

const cases = [
  {
    name: "empty",
    options: { maxRepeats: 2, action: "hint" },
    before: [],
    next: [...repeat(3, () => [ask(call("read", { path: "a" }))]), ask(call("read", { path: "b" }))],
  },
  {
    name: "busy",
    options: BUSY,
    before: [
      ...repeat(3, () => both("read", { path: "a" })),
      ...both("write_file", { path: "a", text: "x" }, "ok"),
      ...repeat(2, () => [...both("list", { dir: "." }), ...both("stat", { of: "." }, "s")]),
      ...repeat(3, () => both("ls", {})),
      ...both("search", { query: "how to delete a user account" }, "found"),
      ...both("send", { to: "x" }, "sent"),
      ...both("send", { to: "y" }, "sent"),
      { does: "wait", ms: 5000 },
      ...both("job", { id: 7 }, "running"),
      ...repeat(2, (i) => [
        { does: "beginRound" },
        ask(call("fetch", { page: i })),
        tell(call("fetch", { page: i }), { error: "no such host", status: 404 }),
      ]),
      { does: "invalid", call: call("serach", {}), error: "no such tool" },
      { does: "beginRound" },
      { does: "invalid", call: call("serach", {}), error: "no such tool" },
      { does: "beginRound" },
      ask(call("open", { file: 1 }, "call_1")),
      ask(call("open", { file: 2 }, "call_2")),
    ],
    next: [
      ask(call("open", { file: 2 }, "call_2")),
      tell(call("open", { file: 1 }, "call_1"), { result: "handle" }),
      { does: "wait", ms: 400 },
      ask(call("job", { id: 7 })),
      { does: "wait", ms: 700 },
      ask(call("job", { id: 7 })),
      { does: "beginRound" },
      ask(call("ls", {})),
      ...both("list", { dir: "." }),
      ...both("stat", { of: "." }, "s"),
      { does: "beginRound" },
      ask(call("search", { query: "how to delete a users account" })),
      ask(call("search", { query: "how to deactivate a user account" })),
      ...both("send", { to: "z" }, "sent"),
      ...both("send", { to: "w" }, "sent"),
      { does: "beginRound" },
      ask(call("fetch", { page: 9 })),
      tell(call("fetch", { page: 9 }), { error: "no such host", status: 404 }),
      { does: "beginRound" },
      { does: "invalid", call: call("serach", {}), error: "no such tool" },
      { does: "beginTurn" },
      ask(call("read", { path: "a" })),
    ],
  },
  {
    name: "duplicates",
    options: {
      detectors: [
        ["limit", { default: 3 }],
        ["duplicate", {}],
        ["count", { maxRepeats: 3, canonical: true }],
      ],
    },
    before: [
      ...both("get", { a: 1, b: 2 }),
      ...both("get", { a: 2 }),
      ...both("put", { a: 1 }),
      ask(call("put", { a: 1 })),
    ],
    next: [
      ask(call("get", { b: 2, a: 1 })),
      ...both("get", { a: 3 }),
      ask(call("get", { a: 4 })),
      ask(call("put", { a: 1 })),
      ask(call("put", { a: 1 })),
      { does: "beginTurn" },
      ask(call("put", { a: 1 })),
    ],
  },
  {
    name: "guard",
    options: { preset: "recommended" },
    before: [
      ...repeat(3, () => both("poke", { at: 1 }, "same", undefined)),
      ...repeat(2, () => both("poke", { at: 1 }, "same", "one")),
      ...repeat(7, (i) => both("poke", { at: i }, "same", "größe ✓")),
    ],
    next: [
      ...both("poke", { at: 1 }, "same", undefined),
      ...both("poke", { at: 1 }, "same", "one"),
      ...repeat(4, () => both("poke", { at: 1 }, "same", "größe ✓")),
    ],
  },
];

const out = [];
for (const { name, options, before, next } of cases) {
  const guard = guardOf(loopguard, options, { now: 1_700_000_000_000 });
  const lone = name === "guard" ? null : "lone";
  play(guard, before, lone);
  const bytes = `${name}-${version}.bin`;
  writeFileSync(file(bytes), name === "guard" ? guard.subject.snapshot() : guard.subject.run("lone").snapshot());
  out.push({
    name,
    kind: name === "guard" ? "guard" : "run",
    file: bytes,
    options,
    now: guard.clock.now,
    next,
    expect: play(guard, next, lone),
  });
}

const detector = new loopguard.LoopDetector({ windowSize: 24, maxCycleLen: 6, repeats: 3 });
const signatures = ["a", ..."bcbcb"];
for (const signature of signatures) detector.push(signature);
writeFileSync(file(`detector-${version}.bin`), detector.snapshot());
const next = ["c", "b", "x", "x", "x"];
const expect = next.map((signature) => {
  const { detected, cycleLength, repeats } = detector.push(signature);
  return detected ? { cycleLength, repeats } : null;
});
out.push({ name: "detector", kind: "detector", file: `detector-${version}.bin`, signatures: next, expect });

writeFileSync(file(list), `${JSON.stringify(out, null, 1)}\n`);
