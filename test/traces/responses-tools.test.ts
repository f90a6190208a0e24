/** Tools that OpenAI's responses have items of their own for, where a fixture has them in no such way. */
import { describe, expect, it } from "vitest";
import { checkMessages } from "../../lib/guard/check-messages.ts";
import { readTraceLines } from "../../lib/traces/read-trace.ts";
import { Recorder } from "./recorder.ts";

const TIMES = [0, 1, 2];
const call = (i: number) => ({ type: "shell_call", call_id: `c${i}`, action: { commands: ["make"] } });
const output = (i: number, outcome: object) => ({
  type: "shell_call_output",
  call_id: `c${i}`,
  output: [{ stdout: "", stderr: "", outcome }],
});

async function storyOf(...items: object[]): Promise<string | undefined> {
  const recorder = new Recorder();
  await readTraceLines([Buffer.from(items.map((item) => JSON.stringify(item)).join("\n"))], "trace", recorder);
  expect(recorder.faults).toEqual([]);
  expect(recorder.runs).toHaveLength(1);
  return recorder.runs[0]?.story;
}

describe("items, one a line", () => {
  it("an output that is a list is no conversation of its own", async () => {
    const exit = { type: "exit", exit_code: 0 };
    const story = await storyOf(...TIMES.flatMap((i) => [call(i), output(i, exit)]));
    expect(story?.match(/\| \d:shell\({"commands":\["make"\]}\) \d=/g)).toHaveLength(TIMES.length);
  });

  it.each([
    [{ type: "exit", exit_code: 0 }, "="],
    [{ type: "exit", exit_code: 2 }, "!"],
    [{ type: "timeout" }, "!"],
    [{}, "="],
  ])("a command that ended with %j", async (outcome, mark) => {
    expect(await storyOf(call(0), output(0, outcome))).toContain(` 0${mark}[`);
  });

  it.each([
    [{ status: "completed" }, '=""'],
    [{ status: "failed" }, '!"failed"'],
    [{ status: "failed", output: "no such file" }, '!"no such file"'],
  ])("a patch with %j", async (outcome, end) => {
    const patch = { type: "apply_patch_call", call_id: "p", operation: { type: "delete_file", path: "a" } };
    const story = await storyOf(patch, { type: "apply_patch_call_output", call_id: "p", ...outcome });
    expect(story).toBe(`| 0:apply_patch({"type":"delete_file","path":"a"}) 0${end}`);
  });
});

it("checkMessages reads them too", () => {
  const items = TIMES.flatMap((i) => [call(i), output(i, { type: "exit", exit_code: 1 })]);
  const verdict = checkMessages([{ role: "user", content: "Build it." }, ...items]);
  expect(verdict).toMatchObject({ detection: { toolName: "shell" } });
  expect(verdict.action).not.toBe("allow");
});
