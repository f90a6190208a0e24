/** The digests of a request do not depend on the request before, which only saves hashing what both have. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { MessageDigester } from "../../lib/traces/formats/conversations.ts";
import { tries } from "../effort.ts";

const SIZE = 1_000;

test("are those that a request has alone, whatever the request before", () => {
  const mark = { cache_control: { type: "ephemeral" } };
  const text = fc.constantFrom("a", "b");
  const message = fc.oneof(
    fc.record({ role: fc.constantFrom("system", "user", "assistant"), content: text }),
    text.map((said) => ({ role: "user", content: [{ type: "text", text: said, ...mark }] })),
    text.map((id) => ({ role: "tool", tool_call_id: id, content: "x" })),
  );
  const requests = fc.array(fc.array(message, { maxLength: 4 }), { maxLength: 5 });
  fc.assert(
    fc.property(requests, fc.constantFrom(SIZE, 1 << 24), (all, size) => {
      const digester = new MessageDigester();
      for (const request of all)
        expect(digester.of(structuredClone(request), size)).toEqual(new MessageDigester().of(request, size));
    }),
    { numRuns: tries(200) },
  );
});

test("a message that is repeated is not read as JSON again", () => {
  let read = 0;
  const toJSON = () => read++;
  const message = (content: string) => ({ role: "user", content, toJSON });
  const digester = new MessageDigester();
  digester.of([message("a"), message("b")], SIZE);
  digester.of([message("a"), message("b"), message("c")], SIZE);
  expect(read).toBe(3);
});
