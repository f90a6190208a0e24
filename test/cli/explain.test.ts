/** `loopguard explain`: which run it takes, and what it shows of it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { ExplainReport } from "../../lib/cli/explain/explain-text.ts";
import type { ScannedRun, ScanReport } from "../../lib/cli/scan-types.ts";
import { runProgram } from "./tune-program.ts";

const folder = mkdtempSync(join(tmpdir(), "loopguard-explain-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function save(name: string, lines: readonly unknown[]): string {
  const path = join(folder, name);
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return path;
}

describe("loopguard explain", () => {
  const runOf = (id: string, calls: readonly (readonly [string, unknown, string])[]) => ({
    id,
    calls: calls.map(([name, args, result], batch) => ({ name, args, result, batch })),
  });
  const loop = (times: number) => Array.from({ length: times }, () => ["read", { path: "a" }, "text"] as const);
  const lead = Array.from({ length: 8 }, (_, i) => ["list", { page: i }, `page ${i} of ${"x".repeat(i)}`] as const);
  const file = save("runs.jsonl", [
    runOf("healthy-run", [["list", {}, "one"]]),
    runOf("short-loop", loop(4)),
    runOf("long-loop", [...lead, ...loop(6)]),
  ]);

  it("takes the run with the most waste, and shows its loop and what is shortly before it", async () => {
    const { code, out, err } = await runProgram(["explain", file]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain("long-loop: 14 calls");
    expect(out).toContain('judged by preset "recommended"; of the runs here it wastes the most calls');
    expect(out).toContain("\n  no_news, read: 4 calls wasted, #11 to #14, counted 5 times; hint from #11\n");
    expect(out).toContain("… 7 calls, #1 to #7: no detector noticed any (--all)\n#8 ");
    expect(out).toMatch(/#10 round \d+, = #9 {2}read \{"path":"a"\} → text/);
    expect(out).toContain("no_progress 2 of 3: same call and result as #9");
    expect(out).toContain("no_news 2 of 2: its last 2 results were equal, and nothing was news since #10: fires");
    expect(out).toContain("⇒ before it runs: hint by no_news, strike 1 (2 times, strong evidence)");
    expect(out).toContain("⇒ when it is back: warn by no_progress, strike 1 (3 times, strong evidence)");
    expect((await runProgram(["explain", file, "--all"])).out).toMatch(/\n#1 .*\n#14 /s);
  });

  it("names of a loop that is only warned of the call of the first warning", async () => {
    const acks = save("acks.jsonl", [
      runOf(
        "acks",
        Array.from({ length: 5 }, () => ["send", { to: "a" }, "OK"] as const),
      ),
    ]);
    const { out } = await runProgram(["explain", acks]);
    expect(out).toContain("\n  no_progress, send: 3 calls wasted, #3 to #5, counted 5 times; warn from #3\n");
  });

  it("takes the run that is named, or says which there are", async () => {
    const report = JSON.parse(
      (await runProgram(["explain", file, "--run", "short-loop", "--json"])).out,
    ) as ExplainReport;
    expect(report).toMatchObject({ version: 1, run: { id: "short-loop", line: 2, calls: 4 }, why: "" });
    const said = report.calls.map((call) => call.said.map(({ action, detector }) => `${action} by ${detector}`));
    const both = ["hint by no_news", "warn by no_progress"];
    expect(said).toEqual([[], [], both, both]);
    const none = await runProgram(["explain", file, "--run", "long-lop"]);
    expect(none).toMatchObject({ code: 2, out: "" });
    expect(none.err).toContain(`holds no run "long-lop"; of its 3 the nearest are\n  long-loop\n  short-loop`);
  });

  it("explains of several runs with one id the most wasteful, and says so", async () => {
    const below = join(folder, "namesakes");
    mkdirSync(below);
    const calls = (many: number) => Array.from({ length: many }, () => ({ name: "read", args: {}, result: "x" }));
    for (const [name, many] of [["a", 3], ["b", 9], ["c", 4]] as const) // biome-ignore format: one line
      save(`namesakes/${name}.jsonl`, [
        { id: "same", calls: calls(many) },
        { id: `other ${name}`, calls: calls(20) },
      ]);
    const { out } = await runProgram(["explain", below, "same", "--no-color"]);
    expect(out).toMatch(/^same: 9 calls\n.*b\.jsonl:1, .*; of the 3 runs with this id it wastes the most calls$/m);
    for (const name of ["d", "e"]) save(`namesakes/${name}.jsonl`, [{ id: "sound", calls: calls(1) }]);
    const { out: sound } = await runProgram(["explain", below, "sound", "--no-color"]);
    expect(sound).toContain("; of the 2 runs with this id it is the longest\n");
    const { out: other } = await runProgram(["explain", below, "other a", "--no-color"]);
    expect(other).not.toContain("with this id");
  });

  it("finds a run in a folder, by what scan prints, whatever is wrong with other files", async () => {
    const below = join(folder, "several");
    mkdirSync(join(below, "deep"), { recursive: true });
    writeFileSync(join(below, "a.jsonl"), `${JSON.stringify(runOf("one", loop(4)))}\n{"id":\n`);
    writeFileSync(join(below, "deep", "b.jsonl"), `${JSON.stringify(runOf("tw\u001bo", loop(6)))}\n`);
    const named = await runProgram(["explain", below, "tw o", "--json"]);
    expect(JSON.parse(named.out)).toMatchObject({
      run: { id: "tw\u001bo", file: join(below, "deep", "b.jsonl"), line: 1 },
    });
    expect(named.err).toContain("a.jsonl:2: not JSON");
    const worst = await runProgram(["explain", below]);
    expect(worst.out).toContain("tw o: 6 calls");
    const none = await runProgram(["explain", below, "three"]);
    expect(none).toMatchObject({ code: 2, out: "" });
    expect(none.err).toContain(`several holds no run "three"; of its 2 the nearest are`);
    expect((await runProgram(["explain", below, "one", "--run", "two"])).err).toContain(
      "name one run: one, or --run two",
    );
    mkdirSync(join(below, "empty"));
    expect((await runProgram(["explain", join(below, "empty")])).code).toBe(2);
  });

  it("of a long run shows the loop, where it would have ended and how it went on, and folds the rest", async () => {
    const file = save("long.jsonl", [runOf("long", [...lead, ...loop(60), ...lead])]);
    const { out } = await runProgram(["explain", file]);
    const lines = out.split("\n");
    expect(lines.slice(2, 8)).toEqual([
      "No times are recorded: waiting was judged by words and counts, not by a clock.",
      "",
      "  no_news, read: 58 calls wasted, #11 to #68, counted 59 times; hint from #11, abort from #15",
      "  the run would have ended before #15: abort by no_news, strike 5",
      "  66 of its 76 calls would not have run, from #11 on",
      "",
    ]);
    const calls = lines.filter((line) => /^(#|…|═)/.test(line)).map((line) => /^(#\d+|…[^:]*|═)/.exec(line)?.[0]);
    expect(calls).toEqual([
      "… 7 calls, #1 to #7",
      ...["#8", "#9", "#10", "#11", "#12", "#13", "#14", "═", "#15"],
      "… 52 calls, #16 to #67",
      "#68",
      "… 8 calls, #69 to #76",
    ]);
    expect(out).toContain("#16 to #67: abort by no_news 52×, warn by no_progress 52× (--all)");
    const all = await runProgram(["explain", file, "--all"]);
    expect(all.out.match(/^#\d+ /gm)).toHaveLength(76);
    expect(all.out.match(/^════ here the run would have ended, before #15/gm)).toHaveLength(1);
    expect(JSON.parse((await runProgram(["explain", file, "--json"])).out)).toMatchObject({ endsAt: 14 });
  });

  it("judges by another preset or a config", async () => {
    expect((await runProgram(["explain", file, "--preset", "strict"])).out).toContain('judged by preset "strict"');
    const config = join(folder, "config.json");
    writeFileSync(config, JSON.stringify({ detectors: [{ type: "count", maxRepeats: 2 }], action: "abort" }));
    const { out } = await runProgram(["explain", file, "--config", config, "--run", "short-loop"]);
    expect(out).toContain("count 2 of 3: same call as #1");
    expect(out).toContain("⇒ before it runs: abort by count, strike 1 (3 times, weak evidence)");
  });

  it("says so when there is no loop, no run, or no file", async () => {
    const healthy = save("healthy.jsonl", [runOf("a", [["list", {}, "one"]])]);
    const { code, out } = await runProgram(["explain", healthy]);
    expect(code).toBe(0);
    expect(out).toContain("no run here has a loop, and this is the longest");
    expect(out).toContain("… 1 call, #1: no detector noticed any (--all)");
    expect((await runProgram(["explain", join(folder, "none.jsonl")])).code).toBe(2);
    expect((await runProgram(["explain", healthy, "--preset", "x"])).code).toBe(2);
  });

  it("names the only run, where another was asked for", async () => {
    const { err } = await runProgram(["explain", save("one.jsonl", [runOf("a", loop(4))]), "b"]);
    expect(err).toContain('holds no run "b"; its only run is\n  a\n');
  });

  it.each([
    ["none.jsonl", "none.jsonl: no such file or directory\n"],
    [
      "https://user:secret@example.com/a.jsonl?token=secret",
      "https://example.com/a.jsonl: is a URL, which only scan reads, of Parquet\n",
    ],
  ])("says of %s once why it cannot be read", async (name, said) => {
    expect(await runProgram(["explain", name])).toEqual({ code: 2, out: "", err: said });
  });

  it("names the longest of many loops, in the order in which they began", async () => {
    const loops = Array.from({ length: 12 }, (_, i) =>
      Array.from({ length: i === 9 ? 30 : 4 }, () => [`tool${i}`, { i }, `text ${i}`] as const),
    );
    const { out } = await runProgram(["explain", save("many.jsonl", [runOf("many", loops.flat())])]);
    const named = out.split("\n").filter((line) => /^ {2}\w+, tool\d+: /.test(line));
    expect(named).toHaveLength(8);
    expect(named.filter((line) => line.includes(", tool9: 28 calls"))).not.toEqual([]);
    const first = named.map((line) => Number(/#(\d+)/.exec(line)?.[1]));
    expect(first).toEqual([...first].sort((a, b) => a - b));
    expect(out).toMatch(/\n {2}and \d+ smaller loops\n/);
  });

  it("writes call by call: the whole may be longer than a text can be", async () => {
    const wrote: number[] = [];
    const calls = Array.from({ length: 200 }, (_, i) => ["read", { i }, `text ${i}`] as const);
    const long = save("pieces.jsonl", [runOf("long", calls)]);
    for (const how of ["--json", "--all"]) {
      const { out } = await runProgram(["explain", long, how], (text) => wrote.push(text.length));
      expect(Math.max(...wrote)).toBeLessThan(out.length / 20);
      if (how === "--json") expect((JSON.parse(out) as ExplainReport).calls).toHaveLength(200);
    }
  });

  it("has the loops that scan has, with their fingerprints, loops in what the model wrote included", async () => {
    const again = "Let me check the file again and think about what to do next. ".repeat(400);
    const call = { id: "c1", type: "function", function: { name: "read", arguments: "{}" } };
    const said = [
      { role: "assistant", content: again, tool_calls: [call] },
      { role: "tool", tool_call_id: "c1", content: "x" },
    ];
    const text = save("said.jsonl", [{ id: "said", messages: said }]);
    for (const [id, file] of Object.entries({ said: text, called: save("called.jsonl", [runOf("called", loop(9))]) })) {
      const scanned = JSON.parse((await runProgram(["scan", file, "--json"])).out) as ScanReport;
      const explained: unknown = JSON.parse((await runProgram(["explain", file, "--json"])).out);
      const [{ detections, saved }] = scanned.runs as [ScannedRun];
      expect([id, detections.length]).toEqual([id, 1]);
      expect(explained).toMatchObject({ run: { id }, loops: detections, saved });
    }
    const { out } = await runProgram(["explain", text]);
    expect(out).toContain("; of the runs here it wastes the most tokens\n");
    expect(out).toMatch(
      /\n {2}text_repeat, \(text\): 22,\d{3} characters wasted in message 1, counted 19 times; hint: "/,
    );
    expect(out).not.toContain("would not have run");
  });

  it("goes on after a broken line, and says so", async () => {
    const broken = join(folder, "broken.jsonl");
    writeFileSync(broken, `${JSON.stringify(runOf("a", loop(4)))}\n{"id":\n${JSON.stringify(runOf("b", loop(5)))}\n`);
    const { code, out, err } = await runProgram(["explain", broken]);
    expect(code).toBe(2);
    expect(err).toMatch(/^.*broken\.jsonl:2: /);
    expect(err.trim().split("\n")).toHaveLength(1);
    expect(out).toContain("b: 5 calls");
  });

  it("writes nothing that would move a terminal's cursor", async () => {
    const odd = save("odd.jsonl", [
      runOf("odd\u001b[1m", [["re\u001b[2Jad", { a: "\u001b[2J\u0007" }, "one\ntwo\u001b]0;x\u0007\u202e"]]),
    ]);
    const { out } = await runProgram(["explain", odd, "--all"]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f\u202e]/);
  });
});
