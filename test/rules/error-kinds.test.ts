/** errorStreak with `alike`, which the presets have: failures of one kind are one error. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import { errorStreak } from "../../lib/rules/factories.ts";
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
