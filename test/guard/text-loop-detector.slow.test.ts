/** Text without end. */
import { expect, it } from "vitest";
import { TextLoopDetector } from "../../lib/guard/loop-detector.ts";
import { size } from "../effort.ts";

/** Sentences of words in an order that a generator draws, so none comes again. */
function* novel(length: number): Generator<string> {
  const words = Array.from({ length: 4096 }, (_, i) => `${(i * 7919 + 1e6).toString(26).replace(/\d/g, "e")} `);
  let random = 7;
  for (let said = 0; said < length; ) {
    let text = "";
    while (text.length < 64 * 1024) {
      for (let word = 0; word < 9; word++) {
        random = (Math.imul(random, 1103515245) + 12345) >>> 0;
        text += words[random >>> 20];
      }
      text += "and so on. ";
    }
    said += text.length;
    yield text;
  }
}

it("reads 100 million characters in flat memory, without an alarm, and finds the loop after them", {
  timeout: 60_000,
}, () => {
  using detector = new TextLoopDetector();
  const bytes = detector.snapshot().length;
  let held = 0;
  let chunks = 0;
  for (const text of novel(size(100_000_000))) {
    expect(detector.push(text).detected).toBe(false);
    if (++chunks === 20) held = process.memoryUsage().rss;
  }
  expect(detector.snapshot().length).toBe(bytes);
  if (held > 0) expect(process.memoryUsage().rss - held).toBeLessThan(64 * 1024 * 1024);
  expect(detector.push("I will read the file once more. ".repeat(20))).toMatchObject({ kind: "period", period: 32 });
});
