/** Words about a call (docs/identity.md): what is compared, against an oracle; and what a guard does with them. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { comparedFingerprint } from "../../lib/core/identity.ts";
import { canonicalize, detectors, fingerprint, LoopGuard, type LoopGuardOptions } from "../../lib/index.ts";
import { tries } from "../effort.ts";
import { compared } from "../oracles/about.ts";

const { count } = detectors;

type Args = (number: number) => unknown;

/** The actions of ten calls that all fail with the same words. */
function actions(name: string, args: Args, options: LoopGuardOptions = {}, outcome: object = { error: "1 failed" }) {
  const run = new LoopGuard({ ...options, now: () => 0 }).run("r");
  return Array.from({ length: 10 }, (_, i) => {
    const call = { id: `${i}`, name, arguments: args(i) };
    const { action } = run.before(call);
    if (action === "allow" || action === "warn") run.after(call, outcome);
    return action;
  });
}

const bash: Args = (i) => ({ command: "npm test", description: `Run the tests, ${i}`, timeout: 1000 * i });
const firstRefusal = (said: string[]) => said.findIndex((action) => action !== "allow" && action !== "warn") + 1;

describe("a guard", () => {
  it.each<[string, Args]>([
    ["Bash", bash],
    ["Bash", (i) => JSON.stringify(bash(i))],
    ["exec_command", (i) => ({ cmd: "npm test", workdir: "/x", yield_time_ms: 1000 + i, justification: `${i}` })],
    ["shell", (i) => ({ command: ["bash", "-lc", "npm test"], timeout_ms: i })],
    ["run_shell_command", (i) => ({ description: `${i}`, command: "npm test" })],
    ["run_terminal_cmd", (i) => ({ command: "npm test", is_background: false, explanation: `${i}` })],
    ["execute_bash", (i) => ({ command: "npm test", security_risk: i % 2 ? "LOW" : "MEDIUM" })],
    ["execute_command", (i) => ({ command: "npm test", requires_approval: i % 2 === 0 })],
    ["read_file", (i) => ({ target_file: "x.ts", explanation: `${i}` })],
    ["tests", (i) => ({ command: "npm test", description: `${i}` })],
  ])("refuses the third equal call of %s with other words", (name, args) => {
    expect(firstRefusal(actions(name, args))).toBe(3);
  });

  it.each<[string, Args]>([
    ["create_issue", (i) => ({ title: "bug", description: `${i}` })],
    ["todo", (i) => ({ command: "add", description: `${i}` })],
    ["Bash", (i) => ({ command: "npm test", cwd: `/${i}` })],
    ["Bash", (i) => ({ command: `npm test ${i}` })],
    ["set_alarm", (i) => ({ timeout: i })],
  ])("does not refuse %s with other contents", (name, args) => {
    const said = actions(name, args, {}, { result: "a result that says something of some length" });
    expect(firstRefusal(said)).toBe(0);
  });

  it("counts verbatim identities with all their words, and canonical ones without", () => {
    expect(firstRefusal(actions("Bash", bash, { detectors: [count({ maxRepeats: 3 })], action: "hint" }))).toBe(0);
    const canonical = [count({ maxRepeats: 3, canonical: true })];
    expect(firstRefusal(actions("Bash", bash, { detectors: canonical, action: "hint" }))).toBe(4);
  });

  it("takes the policy's word for what a call is", () => {
    const detectors = [count({ maxRepeats: 3, canonical: true })];
    const options: LoopGuardOptions = { detectors, action: "hint" };
    const refusal = (policy: object, args: Args = bash) =>
      firstRefusal(actions("Bash", args, { ...options, tools: { Bash: policy } }));
    expect(refusal({ identity: ["command", "timeout"] })).toBe(0);
    expect(refusal({ identity: ["command"] })).toBe(4);
    expect(refusal({ identity: (args: unknown) => args })).toBe(0);
    expect(refusal({ ignore: ["description"] })).toBe(4);
    expect(refusal({ ignore: ["n"] }, (i) => ({ ...(bash(i) as object), n: i }))).toBe(4);
  });

  it("judges a history by the same identities", () => {
    const calls = [0, 1, 2].map((i) => ({ id: `${i}`, name: "Bash", arguments: bash(i) }));
    const outcomes = calls.slice(0, 2).map(() => ({ error: "1 failed" }));
    expect(new LoopGuard().check(calls, outcomes)?.detector).toBe("no_news");
  });

  it("goes on after a snapshot", () => {
    const first = new LoopGuard();
    const run = first.run("r");
    for (const i of [0, 1]) {
      const call = { id: `${i}`, name: "Bash", arguments: bash(i) };
      expect(run.before(call).action).toBe("allow");
      run.after(call, { error: "1 failed" });
    }
    const second = LoopGuard.restore(first.snapshot(), {}).run("r");
    expect(second.before({ id: "2", name: "Bash", arguments: bash(2) }).action).toBe("hint");
  });
});

it("leaves the public functions as they are", () => {
  expect(fingerprint("Bash", bash(1))).not.toBe(fingerprint("Bash", bash(2)));
  expect(canonicalize(bash(1))).toContain("timeout");
});

describe("what is compared", () => {
  const names = fc.constantFrom(
    ...["Bash", "exec_command", "mcp__x__write_stdin", "create_issue", "read_file", "TaskOutput", "todo", "run-shell"],
  );
  const keys = fc.constantFrom(
    ...["command", "cmd", "CommandLine", "description", "timeout", "timeout_ms", "yieldTimeMs", "explanation", "cwd"],
    ...["security_risk", "task_progress", "summary", "path", "justification", "Command", "goal", "max-output-tokens"],
  );
  const values = fc.oneof(
    fc.constantFrom<unknown>("ls", "npm test", "./x", "", "a.b", 1, 2, true, null, "create_issue"),
    fc.array(fc.constantFrom("bash", "-lc", "ls"), { maxLength: 2 }),
    fc.dictionary(keys, fc.constantFrom<unknown>("npm test", 1), { maxKeys: 2 }),
  );
  const args = fc.oneof({ weight: 9, arbitrary: fc.dictionary(keys, values, { maxKeys: 5 }) }, values);

  it("is what the oracle leaves of the arguments", () => {
    fc.assert(
      fc.property(names, args, (name, value) => {
        const want = fingerprint(name, JSON.stringify(compared(name, value)));
        expect(comparedFingerprint(name, JSON.stringify(value))).toBe(want);
        if (typeof value !== "string") expect(comparedFingerprint(name, value)).toBe(want);
      }),
      { numRuns: tries(50_000) },
    );
  });

  it("is equal for two calls exactly if the oracle says so", () => {
    fc.assert(
      fc.property(names, args, args, (name, a, b) => {
        const equal =
          canonicalize(JSON.stringify(compared(name, a))) === canonicalize(JSON.stringify(compared(name, b)));
        expect(comparedFingerprint(name, JSON.stringify(a)) === comparedFingerprint(name, JSON.stringify(b))).toBe(
          equal,
        );
      }),
      { numRuns: tries(50_000) },
    );
  });
});
