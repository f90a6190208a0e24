/**
 * The recommended preset at the pace of live agents: a loop is a loop however long the model thinks and the tool works, and
 * what waits is judged by time.
 */
import { describe, expect, it } from "vitest";
import { always, atTimes, inTurn, type Pace, type Script, type Step, untilRefused } from "./paced-agent.ts";

/** Seconds from a result to the next request. */
const PACES: readonly Pace[] = ["no clock", 0, 1, 3, 5, 8, 15, 20, 30, 60];
/** Seconds that a tool works. */
const DURATIONS = [0, 1, 10, 45, 180];

const refusedAt = (pace: Pace, script: Script, options = {}) => untilRefused(pace, script, options).at;
const atThirdOrFourth = (at: number) => expect([3, 4]).toContain(at);

const READ: Step = { name: "read_file", args: { path: "src/app.ts" }, outcome: { result: "export const app = 1;" } };
const FAILING_TEST: Step = {
  name: "run_tests",
  outcome: { result: "FAIL src/app.test.ts > adds\n  expected one to be two" },
};
const FAILING_EDIT: Step = {
  name: "edit_file",
  args: { path: "src/app.ts", old: "const b", new: "const c" },
  outcome: { error: "The old text does not occur in src/app.ts" },
};

/** A call of a shell, whose answer takes some seconds. */
const shell = (command: string, result: string, takes = 0): Step => ({
  name: "bash",
  args: { command },
  outcome: { result },
  takes,
});

describe("a loop is refused at any pace", () => {
  it.each(PACES)("one call with one answer: at the third or fourth call, %s s a step", (pace) => {
    atThirdOrFourth(refusedAt(pace, always(READ)));
    atThirdOrFourth(refusedAt(pace, always({ ...READ, outcome: { error: "ENOENT: no such file" } })));
  });

  it.each(PACES)("the same call at every pace, %s s a step", (pace) => {
    for (const script of [always(READ), always(FAILING_TEST), inTurn(READ, FAILING_TEST)])
      expect(refusedAt(pace, script)).toBe(refusedAt(0, script));
  });

  it.each(DURATIONS)("a test that takes %s s: at the third or fourth call", (takes) => {
    for (const pace of PACES) atThirdOrFourth(refusedAt(pace, always({ ...FAILING_TEST, takes })));
  });

  it.each(PACES)("an edit and a test that fail in turn: by the eighth call, %s s a step", (pace) => {
    for (const takes of DURATIONS)
      expect(refusedAt(pace, inTurn(FAILING_EDIT, { ...FAILING_TEST, takes }))).toBeLessThanOrEqual(8);
  });

  it("at times that were recorded, which are uneven: at the third or fourth call", () => {
    const uneven = [0, 4.2, 21.8, 26.1, 97.4, 103].map((second) => ({ at: second * 1000 }));
    atThirdOrFourth(refusedAt(0, atTimes(always(READ), uneven)));
    const withEnds = [0, 60, 130, 190, 260, 320].map((second) => ({ at: second * 1000, end: (second + 52) * 1000 }));
    atThirdOrFourth(refusedAt(0, atTimes(always(FAILING_TEST), withEnds)));
  });

  it.each(["no clock", 1, 3, 8] as const)("what only looks like a wait: by the fourth call, %s s a step", (pace) => {
    const fakes = [
      "cat x # sleep 30",
      "echo 'do not sleep 30'",
      "git log --grep 'sleep 30'",
      'grep "sleep 30" run.sh',
      "sed -i 's/sleep 30/sleep 5/' run.sh",
      "cat <<EOF > run.sh\nsleep 30\nEOF",
      "sleep --help",
      "man sleep",
    ];
    for (const command of fakes)
      expect(refusedAt(pace, always(shell(command, "nothing of note"))), command).toBeLessThanOrEqual(4);
  });

  it.each([0, 1, 3, 8])("a wait that did not wait, by the clock: by the fourth call, %s s a step", (pace) => {
    const skipped = shell("sleep 30", "waiting is disabled in this sandbox", 0.01);
    expect(refusedAt(pace, always(skipped))).toBeLessThanOrEqual(4);
  });

  it.each(PACES)("words about a call do not make it another: at the third or fourth call, %s s a step", (pace) => {
    const words = ["Run the tests", "Check that tests pass", "Run tests again", "Verify the fix", "Run the suite"];
    const claude: Script = (number) => ({
      name: "Bash",
      args: { command: "npm test", description: words[number % words.length], timeout: 60_000 + number * 1000 },
      outcome: FAILING_TEST.outcome,
    });
    const codex: Script = (number) => ({
      name: "exec_command",
      args: { cmd: "npm test", yield_time_ms: 1000 + number * 500, justification: words[number % words.length] },
      outcome: FAILING_TEST.outcome,
    });
    atThirdOrFourth(refusedAt(pace, claude));
    atThirdOrFourth(refusedAt(pace, codex));
  });
});

const EIGHT_MINUTES = { calls: Number.POSITIVE_INFINITY, seconds: 480 };

describe("what waits is not refused for eight minutes", () => {
  const notYet = [
    "in progress",
    "queued",
    '{"status":"running"}',
    '{"state":"PENDING"}',
    "Build is still running",
    'Waiting for deployment "web" rollout to finish: 0 of 3 updated replicas are available...',
    "0/3 pods ready",
    "deployment: not ready yet",
    "Your request is being processed.",
    '{"status":"IN_QUEUE"}',
    "In Bearbeitung",
    "Procesando...",
    "Traitement en cours",
    "任务正在运行",
    "まだ完了していません",
  ];
  const look = (result: unknown): Step => ({ name: "check", args: { job: "deploy" }, outcome: { result } });
  /** Each text, and each JSON text as the value too. */
  const answers = notYet.flatMap((text) => (text.startsWith("{") ? [text, JSON.parse(text)] : [text]));

  it.each(answers.map((answer) => [answer]))("whose answer says that it is not yet: %j", (answer) => {
    for (const pace of [5, 30, 60]) {
      expect(untilRefused(pace, always(look(answer)), EIGHT_MINUTES).at).toBe(Number.POSITIVE_INFINITY);
      const slow = { ...look(answer), takes: 2 };
      expect(untilRefused(pace, always(slow), EIGHT_MINUTES).at).toBe(Number.POSITIVE_INFINITY);
    }
  });

  it.each(["実行中にエラーが発生しました", "处理中发生错误", "Erreur en cours de traitement"])(
    "but not one that says when it failed: %s",
    (answer) => {
      expect(untilRefused(5, always(look(answer)), EIGHT_MINUTES).at).toBeLessThanOrEqual(4);
    },
  );

  it.each([1, 3, 8, 20])("with a sleep between the looks, %s s a step", (pace) => {
    const looks = inTurn(look("nothing has arrived"), shell("sleep 30", "", 30));
    expect(untilRefused(pace, looks, EIGHT_MINUTES).at).toBe(Number.POSITIVE_INFINITY);
  });

  it.each([1, 3, 8, 20])("with a sleep in the same command, %s s a step", (pace) => {
    const looks = always(shell("sleep 20 && tail -n 1 build.log", "[build] compiling core", 20));
    expect(untilRefused(pace, looks, EIGHT_MINUTES).at).toBe(Number.POSITIVE_INFINITY);
  });

  it.each([1, 3, 8, 20])("which looks at a process in the background, %s s a step", (pace) => {
    const stdin: Step = {
      name: "write_stdin",
      args: { session_id: 7, chars: "" },
      outcome: { result: "compiling core" },
      takes: 20,
    };
    const output: Step = {
      name: "BashOutput",
      args: { bash_id: "shell_a" },
      outcome: { result: "compiling core" },
      takes: 12,
    };
    for (const step of [stdin, output])
      expect(untilRefused(pace, always(step), EIGHT_MINUTES).at).toBe(Number.POSITIVE_INFINITY);
  });

  it("after the agent was idle: at least two minutes, and four times its own median", () => {
    const worked = (number: number): Step => ({
      name: "read_file",
      args: { path: `src/${"abcdefghijklmnopqrst"[number]}.ts` },
      outcome: { result: `file ${"abcdefghijklmnopqrst"[number]}` },
    });
    const thenLooks: Script = (number) =>
      number < 16 ? worked(number) : { ...look("no message for you"), thinks: 150 };
    expect(refusedAt(8, thenLooks, { calls: 21 })).toBe(Number.POSITIVE_INFINITY);
  });
});

describe("waiting has an end", () => {
  const inProgress: Step = { name: "check", args: { job: "deploy" }, outcome: { result: "in progress" } };

  it.each([10, 30, 45])(
    "after thirty minutes and more than 30 looks, every %s s; the text says for how long",
    (pace) => {
      const { at, after, message } = untilRefused(pace, always(inProgress), { calls: 3000 });
      expect(at).toBeGreaterThan(30);
      expect(after).toBeGreaterThanOrEqual(1800);
      expect(after).toBeLessThanOrEqual(1800 + 2 * pace);
      expect(message).toMatch(/\b3[01] ?min/);
    },
  );

  it("after 60 looks, where there is no clock", () => {
    const { at } = untilRefused("no clock", always(inProgress), { calls: 200 });
    expect(at).toBeGreaterThan(60);
    expect(at).toBeLessThanOrEqual(62);
  });

  it("at once, for looks less than a second apart", () => {
    for (const pace of [0, 0.2]) expect(refusedAt(pace, always(inProgress))).toBeLessThanOrEqual(7);
  });

  it.each(PACES)("by count, where the policy says that the tool is no poll, %s s a step", (pace) => {
    const options = { tools: { check: { poll: false } } };
    atThirdOrFourth(refusedAt(pace, always(inProgress), options));
  });
});
