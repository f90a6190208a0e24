/** Sessions of pi are trees: what is one run, and what is another. */
import { expect, it } from "vitest";
import { readTraceLines } from "../../lib/traces/read-trace.ts";
import { Recorder } from "./recorder.ts";

const call = (command: string) => ({
  message: { role: "assistant", content: [{ type: "toolCall", id: command, name: "bash", arguments: { command } }] },
});

async function stories(...entries: object[]): Promise<Record<string, string>> {
  const recorder = new Recorder();
  const lines = [{ type: "session", id: "s", cwd: "/" }, ...entries].map((entry) => JSON.stringify(entry));
  await readTraceLines([Buffer.from(lines.join("\n"))], "trace", recorder);
  expect(recorder.faults).toEqual([]);
  return Object.fromEntries(recorder.runs.map(({ id, story }) => [id, story.replaceAll('bash({"command":', "(")]));
}

const entry = (id: string, parentId: string | null, what: object = call(id)) => ({
  type: "message",
  id,
  parentId,
  ...what,
});

it("a branch goes on where it was left, whatever came in between", async () => {
  const found = await stories(
    entry("a", null),
    entry("b", "a"),
    entry("c", "a"), // a branch
    entry("d", "b"), // back on the first
    { type: "label", id: "l", parentId: "c", targetId: "a" }, // on the branch
    entry("e", "l"),
    entry("f", null), // another root
  );
  expect(found).toEqual({
    s: '| 0:("a"}) | 1:("b"}) | 2:("d"})',
    "s/c": '| 0:("c"}) | 1:("e"})',
    "s/f": '| 0:("f"})',
  });
});

it("sessions of the first version are no trees, and neither is what is printed", async () => {
  const inOneRun = '| 0:("a"}) | 1:("b"})';
  expect(await stories(...["a", "b"].map((id) => ({ type: "message", ...call(id) })))).toEqual({ s: inOneRun });
  expect(
    await stories(...["a", "b"].map((id) => ({ type: "message_end", ...call(id) })), { type: "agent_end" }),
  ).toEqual({ s: inOneRun });
});

it("what pi adds to a cut output is no difference, and images stay what they are", async () => {
  const output = (n: number) => `x\n\n[Showing lines 1-2 of 9. Full output: /tmp/pi-bash-${n}.log]`;
  const result = (content: object[]) => ({ message: { role: "toolResult", toolCallId: "a", content, isError: false } });
  const found = await stories(
    entry("a", null),
    entry("r", "a", result([{ type: "text", text: output(1) }])),
    entry("a2", "r", call("a")),
    entry("r2", "a2", result([{ type: "image", data: "", mimeType: "image/png" }])),
  );
  expect(found["s"]).toContain('0="x\\n\\n[Showing lines 1-2 of 9. Full output: ]"');
  expect(found["s"]).toContain('"image/png"');
});
