/** Which runs settings are chosen on, and which they are tested on. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { halves } from "../../lib/cli/tune/recommend.ts";
import { tries } from "../effort.ts";

interface Named {
  id: string;
  file: string;
  content: string;
}

const runOf = (id: string, file = "/traces/all.jsonl", content = ""): Named => ({ id, file, content });
const ids = (sessions: readonly Named[][]) => sessions.map((session) => session.map(({ id }) => id));
const all = (runs: readonly Named[]) => {
  const { training, calibration } = halves(runs);
  return [...training, ...calibration];
};

describe("sessions", () => {
  it("are a run with its sub-agents, or copies of a run", () => {
    const runs = ["s1", "s1/a", "s1/a/b", "s10", "x/1", "x/2", "s1"].map((id) => runOf(id));
    expect(ids(all(runs)).sort()).toEqual([["s1", "s1/a", "s1/a/b", "s1"], ["s10"], ["x/1"], ["x/2"]]);
  });

  it("are no runs that merely have a file's name, unless they are equal", () => {
    const runs = [
      runOf("log.jsonl", "/a/log.jsonl", "1"),
      runOf("log.jsonl", "/b/log.jsonl", "2"),
      runOf("log.jsonl:7", "/b/log.jsonl", "2"),
      runOf("log.jsonl", "/c/log.jsonl", "2"),
    ];
    expect(all(runs).map((session) => session.length)).toEqual(expect.arrayContaining([1, 2, 1]));
    expect(all(runs)).toHaveLength(3);
  });
});

describe("halves", () => {
  const id = fc
    .tuple(fc.nat(40), fc.constantFrom("", "", "/agent", "/agent/2"))
    .map(([number, agent]) => `r${number}${agent}`);
  const runs = fc.array(id, { maxLength: 60 }).map((names) => names.map((name) => runOf(name)));

  it("hold every run once, and no session in both", () => {
    fc.assert(
      fc.property(runs, (some) => {
        const { training, calibration } = halves(some);
        expect([...training, ...calibration].flat().sort(byId)).toEqual([...some].sort(byId));
        const roots = (sessions: readonly Named[][]) => new Set(sessions.flat().map((run) => root(run, some)));
        for (const name of roots(training)) expect(roots(calibration).has(name)).toBe(false);
      }),
      { numRuns: tries(300) },
    );
  });

  it("depend on the session alone: not on the order, nor on other sessions, nor on the folder", () => {
    const there = (some: readonly Named[]) =>
      new Set(
        halves(some)
          .calibration.flat()
          .map(({ id }) => id),
      );
    fc.assert(
      fc.property(runs, (some) => {
        expect(there([...some].reverse())).toEqual(there(some));
        const roots = some.filter(({ id }) => !id.includes("/"));
        const moved = roots.map(({ id }) => runOf(id, "/elsewhere/b.jsonl"));
        for (const run of moved) expect(there([run]).has(run.id)).toBe(there(some).has(run.id));
      }),
      { numRuns: tries(300) },
    );
  });

  it("are about as large", () => {
    const { training } = halves(Array.from({ length: 2_000 }, (_, i) => runOf(`run-${i}`)));
    expect(Math.abs(training.length - 1_000)).toBeLessThan(100);
  });
});

const byId = (a: Named, b: Named) => (a.id < b.id ? -1 : 1);

/** The shortest id that is there and that this one begins with. */
function root({ id }: Named, runs: readonly Named[]): string {
  const above = runs.map((run) => run.id).filter((other) => id === other || id.startsWith(`${other}/`));
  return above.sort((a, b) => a.length - b.length)[0] as string;
}
