/** Policies of tools that cannot work are refused at construction, by name. */
import { expect, it } from "vitest";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";

type Row = [what: string, make: () => unknown, name: "TypeError" | "RangeError", message: RegExp];

const guard = (options: unknown) => () => new LoopGuard(options as LoopGuardOptions);

const rows: Row[] = [
  [
    "tools that are no object",
    guard({ tools: ["a"] }),
    "TypeError",
    /"tools" must be an object from tool names to policies/,
  ],
  ["a policy that is none", guard({ tools: { a: true } }), "TypeError", /"tools\["a"\]" must be a policy, or false/],
  [
    "an unknown policy",
    guard({ tools: { a: { ignored: ["x"] } } }),
    "TypeError",
    /"tools\["a"\]\.ignored" must be a known option \(did you mean "ignore"/,
  ],
  [
    "identity of no use",
    guard({ tools: { a: { identity: "q" } } }),
    "TypeError",
    /"tools\["a"\]\.identity" must be an array of argument names/,
  ],
  [
    "identity of numbers",
    guard({ tools: { a: { identity: [1] } } }),
    "TypeError",
    /identity\[0\]" must be a non-empty string/,
  ],
  [
    "a pointer longer than the core follows",
    guard({ tools: { a: { ignore: ["id", "/a".repeat(128)] } } }),
    "RangeError",
    /\.ignore\[1\]" must be a JSON pointer of 127 tokens at most/,
  ],
  [
    "a name that is no text to the core",
    guard({ tools: { a: { identity: ["q", "\ud800"] } } }),
    "TypeError",
    /identity\[1\]" must be text without U\+0000 and without halves/,
  ],
  [
    "a pointer with U+0000",
    guard({ tools: { a: { ignore: ["/a/\0"] } } }),
    "TypeError",
    /ignore\[0\]" must be text without U\+0000/,
  ],
  [
    "ignore beside a function",
    guard({ tools: { a: { identity: () => 1, ignore: ["x"] } } }),
    "TypeError",
    /\.ignore" must be absent/,
  ],
  [
    "an unknown volatile class",
    guard({ tools: { a: { volatile: [5] } } }),
    "TypeError",
    /\.volatile\[0\]" must be a member's name, a JSON pointer, one of timestamps, /,
  ],
  [
    "a pointer of too many tokens among volatile",
    guard({ tools: { a: { volatile: ["/a".repeat(128)] } } }),
    "RangeError",
    /\.volatile\[0\]" must be a JSON pointer of 127 tokens at most/,
  ],
  [
    "volatile that is no array",
    guard({ tools: { a: { volatile: /x/ } } }),
    "TypeError",
    /\.volatile" must be an array/,
  ],
  [
    "poll of no use",
    guard({ tools: { a: { poll: 5 } } }),
    "TypeError",
    /\.poll" must be true, false or \{ minIntervalMs, maxWaitMs, final \}/,
  ],
  [
    "poll with an unknown number",
    guard({ tools: { a: { poll: { interval: 5 } } } }),
    "TypeError",
    /\.poll\.interval" must be a known option/,
  ],
  [
    "poll with a final answer instead of a function",
    guard({ tools: { a: { poll: { final: "done" } } } }),
    "TypeError",
    /\.poll\.final" must be a function of a result/,
  ],
  [
    "poll with a negative number",
    guard({ tools: { a: { poll: { maxWaitMs: -5 } } } }),
    "RangeError",
    /\.poll\.maxWaitMs" must be a number from 0/,
  ],
  [
    "a policy's maxRepeats of 0",
    guard({ tools: { a: { maxRepeats: 0 } } }),
    "RangeError",
    /\.maxRepeats" must be an integer from 1/,
  ],
  ["a policy's limit of 0", guard({ tools: { a: { limit: 0 } } }), "RangeError", /\.limit" must be an integer from 1/],
  [
    "a policy's mutates as text",
    guard({ tools: { a: { mutates: "yes" } } }),
    "TypeError",
    /\.mutates" must be true or false/,
  ],
  [
    "a policy's ladder",
    guard({ tools: { a: { ladder: { hint: 5, abort: 1 } } } }),
    "RangeError",
    /"tools\["a"\]\.ladder\.abort"/,
  ],
];

it.each(rows)("%s", (_what, make, name, message) => {
  expect(make).toThrow(
    expect.objectContaining({ name, code: "ERR_LOOPGUARD_OPTION", message: expect.stringMatching(message) }),
  );
});
