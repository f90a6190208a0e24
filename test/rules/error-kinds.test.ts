/** errorStreak with `alike`, which the presets have: failures of one kind are one error. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { errorStreak, stall } from "../../lib/rules/factories.ts";
import { ALLOW } from "../../lib/rules/verdict.ts";
import { enough, tries } from "../effort.ts";
import { familyOf } from "../oracles/failure-family.ts";
import { found, make, run } from "./one-detector.ts";

const PATHS = ["/etc/a.conf", "/srv/b/c", "~/d e.txt", "f.md", "/a", "/g_h"];
const KINDS: readonly ((path: string) => string)[] = [
  (path) => `cat: ${path.replace(" ", "_")}: No such file or directory`,
  (path) => `ENOENT: no such file or directory, open '${path}'`,
  (path) => `404 Not Found: ${path.replace(" ", "%20")}`,
  (path) => `column "${path}" does not exist`,
  (path) => `request req_${path.length}9f3a${path.length}c failed after ${path.length} attempts at "${path}"`,
];

describe("errorStreak", () => {
  it.each(KINDS.map((kind) => [kind(PATHS[0] as string), kind] as const))("in the preset warns of: %s", (_, kind) => {
    using guard = new LoopGuard();
    const verdicts = PATHS.map((path) => run(guard, "read", { path }, { error: kind(path) }));
    expect(verdicts.map(({ action }) => action)).toEqual(["allow", "allow", "allow", "warn", "allow", "warn"]);
    expect(verdicts[3]?.message).toMatch(
      /^Tool 'read' failed 4 times in a row with the same kind of error, whatever its arguments\. Read the error/,
    );
    expect(verdicts[3]?.detection).toMatchObject({
      detector: "error_streak",
      evidence: "weak",
      message: "Tool 'read' failed 4 times in a row with the same kind of error.",
      details: { tool: "read", count: 4, threshold: 4, differing: 3 },
    });
  });

  it("never refuses for a kind, also where one error is refused at once", () => {
    using guard = make(errorStreak({ alike: true, ladder: { hint: 1, abort: 2 } }));
    for (let i = 0; i < 40; i++) {
      const verdict = run(guard, "read", { i }, { error: `no file '${i}'` });
      expect(verdict.action === "warn").toBe([2, 4, 7, 13, 25].includes(i)); // as its strikes double
      expect(verdict.allowed).toBe(true);
    }
  });

  it("without `alike` compares whole texts", () => {
    using guard = make(errorStreak());
    for (const path of PATHS) expect(run(guard, "read", { path }, { error: `no file '${path}'` })).toBe(ALLOW);
  });

  it.each([
    ["the same thing in other words", ["cannot read '/a'", "cannot open '/b'", "cannot stat '/c'", "cannot list '/d'"]],
    ["results, however like failures", PATHS.map((path) => ({ result: `no such file: ${path}` }))],
    [
      "failures that are parted by a new success",
      ["no file 'a'", "no file 'b'", { result: 1 }, "no file 'c'", "no file 'd'"],
    ],
  ])("in the preset says nothing of %s", (_, outcomes) => {
    using guard = new LoopGuard();
    outcomes.forEach((it, i) => {
      const outcome = typeof it === "string" ? { error: it } : it;
      expect(run(guard, "read", { i }, outcome).action).toBe("allow");
    });
  });

  const READS = ["a", "b", "c"].map((path) => ({ args: { path }, result: `the text of ${path}` }));
  const DECLARED: readonly ((i: number) => unknown)[] = [
    () => "Error: old_string not found",
    (i) => `No replacement was performed, old_str \`x${i} y\` did not appear verbatim in /a/${i}.txt.`,
    (i) => `ERROR:\nNo replacement was performed, '${i}'`,
    (i) => `ValueError: no such thing as '${i}'`,
    (i) => `Tool execution failed: no page ${i}`,
    (i) => ({ success: false, error: `old_string "a ${"bc".repeat(i + 1)}" not found` }),
    (i) => JSON.stringify({ error: `no such thing as ${i}` }),
    (i) => [{ type: "text", text: `Error executing tool edit: no line ${i} here` }],
    (i) => `Traceback (most recent call last):\n  File "a.py", line ${i}\nKeyError: ${i}`,
  ];

  it.each(DECLARED.map((result) => [JSON.stringify(result(1)), result] as const))(
    "in the preset warns of results that say that they failed, also between other calls: %s",
    (_, result) => {
      for (const between of [false, true]) {
        using guard = new LoopGuard();
        for (const { args, result } of READS) run(guard, "read", args, { result });
        const actions = Array.from({ length: 130 }, (_, i) => {
          const read = READS[i % 3] as (typeof READS)[number];
          if (between) run(guard, "read", read.args, { result: read.result });
          return run(guard, "edit", { i }, { result: result(i) });
        });
        const first = actions.findIndex(({ action }) => action === "warn");
        expect([3, 4, 5]).toContain(first);
        expect(actions[first]?.detection).toMatchObject({ detector: "error_streak", evidence: "weak" });
        expect(actions[first]?.message).toContain(
          " times in a row with the same kind of error, whatever its arguments",
        );
        expect(actions.every(({ allowed }) => allowed)).toBe(true);
      }
    },
  );

  it.each<readonly [string, readonly unknown[]]>([
    [
      "of different kinds",
      ["Error: no file", "Error: bad port", "Error: out of memory", "Error: no route", "Error: no"],
    ],
    [
      "that a success parts",
      ["Error: no 'a'", "Error: no 'b'", "Error: no 'c'", "done: d", "Error: no 'e'", "Error: no 'f'"],
    ],
    ["of searches that found nothing", "abcdef".split("").map((word) => `No results found for '${word}'`)],
    [
      "of files that are about errors",
      "abcdef".split("").map((name) => `import { Failure } from "./${name}"; // error: x`),
    ],
    ["of counts", "abcdef".split("").map((name) => `Errors: 0 in '${name}'`)],
    ["without an error", "abcdef".split("").map((name) => ({ success: true, error: null, of: name }))],
    ["of long output", "abcdef".split("").map((name) => `Error: no '${name}'\n${"and so on. ".repeat(120)}`)],
  ])("in the preset says nothing of results %s", (_, results) => {
    using guard = new LoopGuard();
    results.forEach((result, i) => {
      expect(run(guard, "look", { i }, { result }).action).toBe("allow");
    });
  });

  it("without `alike` takes results for what they are, and with it leaves the verdicts of others alone", () => {
    using strict = make(errorStreak());
    for (let i = 0; i < 9; i++) expect(run(strict, "edit", { i }, { result: "Error: no such text" })).toBe(ALLOW);
    const told = [true, false].map((alike) => {
      using guard = new LoopGuard({
        detectors: [errorStreak({ alike, threshold: 7 }), stall({ threshold: 3 })],
        ladder: { warn: 1, hint: 4 },
      });
      return Array.from({ length: 12 }, (_, i) => {
        const { action, detection } = run(guard, "edit", { i }, { result: "Error: no such text" });
        return [action, detection?.detector];
      });
    });
    expect(told[0]).toEqual(told[1]);
    expect(told[0]?.at(-1)).toEqual(["hint", "stall"]);
  });

  it("goes on with results that say so after a restore", () => {
    let state = new LoopGuard().snapshot();
    const told = [1, 2, 3, 4].map((i) => {
      using restored = LoopGuard.restore(state);
      const verdict = run(restored, "edit", { i }, { result: `Error: no text '${i}'` });
      state = restored.snapshot();
      return found(verdict);
    });
    expect(told).toEqual([null, null, null, "error_streak"]);
  });

  it("goes on after a restore, and where siblings of a round count once", () => {
    using guard = new LoopGuard();
    const [a, b, ...more] = PATHS.map((path) => ({
      call: { name: "read", arguments: { path } },
      error: `no file '${path}'`,
    }));
    guard.beginRound();
    for (const each of [a, b]) if (each !== undefined) guard.before(each.call);
    for (const each of [a, b]) if (each !== undefined) guard.after(each.call, { error: each.error });
    const states = [guard.snapshot()];
    const told = more.map(({ call, error }) => {
      using restored = LoopGuard.restore(states.at(-1) as Uint8Array);
      const verdict = run(restored, call.name, call.arguments, { error });
      states.push(restored.snapshot());
      return found(verdict);
    });
    expect(told).toEqual([null, null, "error_streak", "error_streak"]);
  });

  it("takes for one kind what the oracle does", () => {
    const word = fc.constantFrom(
      "no",
      "file",
      "don't",
      "x/y",
      "/a",
      "b_c",
      "a.b",
      "7",
      "(d)",
      "é",
      "E1:",
      "re-try",
      "=",
      "",
    );
    const quote = fc.constantFrom('"', "'", "`");
    const quoted = fc
      .tuple(quote, fc.array(word, { maxLength: 2 }), quote)
      .map(([a, words, b]) => a + words.join(" ") + b);
    const gap = fc.constantFrom(" ", " ", "\n", ",", "", "; ", "\t");
    const text = fc
      .array(fc.tuple(fc.oneof({ weight: 3, arbitrary: word }, quoted), gap), { minLength: 1, maxLength: 6 })
      .map((parts) => parts.flat().join(""));
    let alike = 0;
    fc.assert(
      fc.property(text, text, fc.boolean(), (one, other, near) => {
        const error = near ? one.replace(/7|b_c|a\.b|\/a/g, "p_q") : other;
        using guard = make(errorStreak({ threshold: 2, alike: true }));
        run(guard, "f", 1, { error: one });
        const { detection } = run(guard, "f", 2, { error });
        const [a, b] = [familyOf(one), familyOf(error)];
        const same = one === error || (a !== undefined && a === b);
        alike += same && one !== error ? 1 : 0;
        expect(detection?.details["differing"] ?? null).toBe(same ? (one === error ? null : 1) : null);
        expect(detection !== null).toBe(same);
      }),
      { numRuns: tries(6000) },
    );
    expect(alike).toBeGreaterThan(enough(300));
  });
});
