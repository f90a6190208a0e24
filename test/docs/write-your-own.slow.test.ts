/** docs/frameworks/write-your-own.md: its adapter passes the conformance suite, and one with a fault does not. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const page = readFileSync(join(root, "docs", "frameworks", "write-your-own.md"), "utf8");
const [agent = "", adapter = "", tests = ""] = [...page.matchAll(/^```js\n([\s\S]*?)^```/gm)].map(([, code]) => code);

let folder = "";
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Outcome {
  passed: number;
  failed: string[];
  stdout: string;
}

/** What `node --test` says of the page's three files. */
function runTests(files: { agent?: string; adapter?: string; tests?: string }): Outcome {
  folder = mkdtempSync(join(tmpdir(), "loopguard-own-"));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules", "loopguard"));
  writeFileSync(join(folder, "agent.mjs"), files.agent ?? agent);
  writeFileSync(join(folder, "adapter.mjs"), files.adapter ?? adapter);
  writeFileSync(join(folder, "adapter.test.mjs"), files.tests ?? tests);
  const { stdout } = spawnSync(process.execPath, ["--test", "--test-reporter=tap", "adapter.test.mjs"], {
    cwd: folder,
    encoding: "utf8",
  });
  const failed = [...stdout.matchAll(/^ +not ok \d+ - (.*)$/gm)].map(([, title = ""]) => title);
  return { passed: stdout.match(/^ +ok \d+ - /gm)?.length ?? 0, failed, stdout };
}

/** The adapter of the page with one line changed. */
function changed(from: string, to: string): string {
  expect(adapter).toContain(from);
  return adapter.replace(from, to);
}

test("the page's adapter passes", () => {
  expect(runTests({})).toMatchObject({ passed: 16, failed: [] });
});

const CALL = "run.call(call, execute, form)";
const FORM = "refused: ({ message }) => message,";

test.each([
  ["takes calls for rounds", CALL, `(run.round(), ${CALL})`, "three identical"],
  ["has one run for all", "own.run()", 'own.run("one")', "two concurrent agents"],
  ["runs refused calls", CALL, "run.call(call, execute, { refused: execute })", "a stuck model"],
  ["runs siblings of an abort", CALL, "run.call(call, execute, { refused: execute })", "no sibling"],
  ["loses warnings", FORM, `${FORM} withMessage: (result) => result,`, "a stuck model"],
  ["does not tell errors", FORM, `${FORM} failure: () => ({ result: "" }),`, "error streak"],
  ["does not end the run", "if (end !== undefined)", "if (false)", "a stuck model"],
  ["does not tell arguments", CALL, "run.call({ id: call.id, name: call.name }, execute, form)", "other arguments"],
  ["does not tell names", CALL, 'run.call({ ...call, name: "search" }, execute, form)', "other tools"],
  ["does not tell results", FORM, `${FORM} outcome: () => ({}),`, "results that change"],
  ["tells all results as one", FORM, `${FORM} outcome: () => ({ result: "" }),`, "results that change"],
  ["loses earlier results", FORM, `${FORM} replayed: () => "[object Object]",`, "replayed"],
  ["loses warnings about errors", FORM, `${FORM} failed: (error) => error,`, "error streak"],
  ["changes healthy results", CALL, `${CALL}.then((result) => result + " ")`, "a healthy agent"],
  ["does not tell of unknown tools", "await run.invalid(call, error)", "{}", "unknownTool"],
  ["does not read its options", "desk(guard, options)", "desk(guard)", "onAbort"],
])("an adapter that %s fails", (_, from, to, title) => {
  const { failed } = runTests({ adapter: changed(from, to) });
  expect(failed.join("\n")).toContain(title);
});

test("a driver without agents that can be run is no success", () => {
  const { passed, stdout } = runTests({ tests: tests.replace("{ generate: ", "{ run: ") });
  expect(passed).toBe(0);
  expect(stdout).toContain("ERR_LOOPGUARD_OPTION");
});

test("a message says what was expected", () => {
  const { stdout } = runTests({
    adapter: changed(CALL, "run.call(call, execute, { refused: ({ end, message }) => (end ? message : execute()) })"),
  });
  expect(stdout).toContain("4 calls ran and the model was asked 5 times; 2 and 5 were expected");
});
