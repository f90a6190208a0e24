import { expect, it } from "vitest";
import { OutputMessages, withText } from "../../lib/frameworks/ai-sdk-output.ts";

it("remembers the last 256 texts", () => {
  const noted = new OutputMessages();
  for (let i = 0; i <= 256; i++) noted.refused(`no ${i}`);
  const own = (output: unknown) => ({ type: "own", output });
  expect(noted.modelOutput("no 0", own)).toEqual({ type: "own", output: "no 0" });
  expect(noted.modelOutput("no 1", own)).toEqual({ type: "text", value: "no 1" });
});

it("adds a message to every kind of output that has room for one", () => {
  const shown = [
    { type: "text", value: "a" },
    { type: "error-text", value: "a" },
    { type: "json", value: { a: 1 } },
    { type: "error-json", value: null },
    { type: "content", value: [{ type: "text", text: "a" }] },
    { type: "execution-denied", reason: "no" },
  ].map((output) => withText(output, "M"));
  expect(shown).toEqual([
    { type: "text", value: "a\n\nM" },
    { type: "error-text", value: "a\n\nM" },
    { type: "text", value: '{"a":1}\n\nM' },
    { type: "error-text", value: "null\n\nM" },
    {
      type: "content",
      value: [
        { type: "text", text: "a" },
        { type: "text", text: "M" },
      ],
    },
    { type: "execution-denied", reason: "no\n\nM" },
  ]);
});
