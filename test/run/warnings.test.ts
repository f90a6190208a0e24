/** A warning waits for the result: what is told, when, and that names which nobody has are refused in a row. */
import { expect, it } from "vitest";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";

/** What the model is told with the result of a call; `undefined`: nothing. */
function told(guard: LoopGuard, name: string, args: unknown, result: string): string | undefined {
  guard.beginRound();
  const call = { name, arguments: args };
  const before = guard.before(call);
  expect(before.message === "" || !before.allowed).toBe(true);
  const after = before.allowed ? guard.after(call, { result }) : before;
  return after.action === "allow" ? undefined : after.message;
}

it("a warning is not given below fresh data", () => {
  using guard = new LoopGuard({ maxRepeats: 2, action: "warn" });
  const results = ["a", "b", "c", "d", "d"].map((result) => told(guard, "tail", {}, result) !== undefined);
  expect(results).toEqual([false, false, false, false, true]); // the third strike, and no news
  using stuck = new LoopGuard({ maxRepeats: 2, action: "warn" });
  const same = [1, 2, 3, 4, 5].map(() => told(stuck, "tail", {}, "a") !== undefined);
  expect(same).toEqual([false, false, true, false, true]);
});

it("searches that find nothing and edits that were done are facts, a constant answer that says something is not", () => {
  for (const [result, warned] of [
    ["[]", []],
    ["No results found.", []],
    ["0 rows", []],
    ["OK", []],
    ['{"hits": [], "total": 0}', []],
    ["The file /src/app.ts has been updated successfully.", []],
    ["Comment added.", []],
    ["INSERT 0 1", []],
    ["BEGIN\nUPDATE 3\nCOMMIT", []],
    ["1 row affected", []],
    ["Query OK, 1 row affected", []],
    ["Update 3 is being planned", [6, 8, 11, 17]],
    ["SELECT 3", [6, 8, 11, 17]],
    ["Affected versions: 1.2 to 1.4", [6, 8, 11, 17]],
    ['{"success": true, "path": "/src/app.ts"}', []],
    ['{"success": false, "path": "/src/app.ts"}', [4, 6, 8, 11, 17]],
    ["Not updated, the file is read-only.", [6, 8, 11, 17]],
    ["The old_str and new_str are the same.", [6, 8, 11, 17]],
    ["No such file or directory", [6, 8, 11, 17]],
  ] as const) {
    using guard = new LoopGuard();
    const at = Array.from({ length: 20 }, (_, i) => i + 1).filter((i) => told(guard, "search", { i }, result));
    expect([result, at]).toEqual([result, warned]);
  }
});

/** At which of 40 different searches the model is told of what they gave, a snapshot being taken after each. */
function searchesTold(answer: (query: string, i: number) => string): number[] {
  let guard = new LoopGuard();
  return Array.from({ length: 40 }, (_, i) => i + 1).filter((i) => {
    guard = LoopGuard.restore(guard.snapshot());
    const query = `how ${"to get my money back".slice(0, i % 20)} error ${i}`;
    return told(guard, "search", { query }, answer(query, i)) !== undefined;
  });
}

it("searches that find nothing are told of at the 31st, whatever they say that they looked for", () => {
  for (const inVain of [
    () => "No results.",
    (query) => `No results found for "${query}".`,
    (query) => `No results found for ${query}`,
    (query) => `Web search results for query: "${query}"\n\nNo links found.`,
    (query) => `Found 0 matches for pattern '${query}' in /src`,
    (query) => `No files matching \`${query}\``,
    (query) => `Keine Treffer für ${query}`,
    (query) => `"${`${query} `.repeat(8)}": 0 results (took 3 ms)`,
    (query) => JSON.stringify({ query, page: 1, total: 0, results: [] }),
    (query) => JSON.stringify({ results: [], search_query: query, limit: 20, answer: null }),
    (query) => `There are no rows for ${query}, in no table.`,
  ] as ((query: string, i: number) => string)[])
    expect([inVain("x", 0), searchesTold(inVain)]).toEqual([inVain("x", 0), [31, 33, 36]]);
});

it("searches that find something are no searches in vain, whatever they say that they looked for", () => {
  for (const found of [
    (query, i) => `${i} results for "${query}"`,
    (query, i) => `No exact match for "${query}", but customer ${i} is like it.`,
    (query, i) => `No match for ${query}. Customer ${i} is like it.`,
    (query, i) => `No results for "${query}" among ${i} files`,
    (query) => JSON.stringify({ query: `INSERT INTO t VALUES ('${query}')`, rows: [] }),
    (query, i) => JSON.stringify({ query, results: [], suggestion: `thing ${i}` }),
    (query, i) => JSON.stringify({ query, results: [{ id: i }] }),
    (query) => `The file "${query}" has been updated.`,
    (query) => JSON.stringify({ name: query, children: [] }),
    (query) => JSON.stringify({ keywords: query.split(" ") }),
    (query) => JSON.stringify({ suggestions: [{ query }], total: null }),
    (query) => JSON.stringify({ query: `SELECT '${query}'` }),
    (query, i) => JSON.stringify({ keyword: query, available: i % 2 === 0 }),
    (query) => `No threats found for ${query}`,
    (query) => `No vulnerabilities found for "${query}"`,
    (query) => `No results.\n${query}\n${"This is what the index has instead. ".repeat(6)}`,
  ] as ((query: string, i: number) => string)[])
    expect([found("x", 0), searchesTold(found)]).toEqual([found("x", 0), []]);
});

/** The rounds of "edit, then test" in which the model is told of the test, which fails with this error. */
function roundsTold(error: (round: number) => string, edited: (round: number) => { result?: string; error?: string }) {
  let guard = new LoopGuard();
  return [0, 1, 2, 3, 4, 5].filter((round) => {
    const edit = { name: "edit", arguments: { to: round } };
    const test = { name: "run_tests", arguments: {} };
    guard.beginRound();
    guard.before(edit);
    guard.after(edit, edited(round));
    guard = LoopGuard.restore(guard.snapshot());
    guard.beginRound();
    guard.before(test);
    return guard.after(test, { error: error(round) }).action !== "allow";
  });
}

it("a test that fails with other numbers after each edit is not told of, one that fails the same way is", () => {
  const done = () => ({ result: "The file was changed." });
  expect(roundsTold((round) => `Tests: ${20 - round} failed, ${round} passed`, done)).toEqual([]);
  expect(roundsTold((round) => `Tests: 20 failed in ${round + 3}.5s`, done)).toEqual([2, 3, 4, 5]);
  const notDone = () => ({ error: "no such text" });
  expect(roundsTold((round) => `Tests: ${20 - round} failed, ${round} passed`, notDone)).toEqual([2, 3, 4, 5]);
});

it("the numbers of a warning are true", () => {
  using guard = new LoopGuard();
  const at = (i: number) => told(guard, "search", { i }, "The index is being rebuilt by its owner");
  const said = Array.from({ length: 11 }, (_, i) => at(i)).filter((text) => text !== undefined);
  expect(said.map((text) => text.split(". ")[0])).toEqual([
    "Tool 'search' returned the same result 6 times in a row, whatever its arguments",
    "Tool 'search' returned the same result 8 times in a row, whatever its arguments",
    "Tool 'search' returned the same result 11 times in a row, whatever its arguments",
  ]);
});

it("five calls in a row that cannot run are refused, whatever their names", () => {
  using guard = new LoopGuard();
  const invalid = (name: string) => (guard.beginRound(), guard.invalid({ name, arguments: {} }, `no tool ${name}`));
  expect(["a", "b", "c", "d"].map((name) => invalid(name).action)).toEqual(["allow", "allow", "allow", "allow"]);
  expect(invalid("e")).toMatchObject({ action: "hint", detection: { detector: "unknown_tool", repeats: 5 } });
  told(guard, "read", {}, "x");
  expect(invalid("f").action).toBe("allow");
});
