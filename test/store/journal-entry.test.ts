import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { frameEntry, readEntries } from "../../lib/store/journal-entries.ts";

const WRITER = "0123456789abcdef";
const writer = fc.uint8Array({ minLength: 8, maxLength: 8 }).map((bytes) => Buffer.from(bytes).toString("hex"));
const record = fc.uint8Array().map((bytes) => Buffer.from(bytes).toString("base64"));
const entry = fc.record({ writer, seq: fc.integer({ min: 1, max: 2 ** 50 }), record });

describe("an entry of a journal", () => {
  it("is read as it was written, among others", () => {
    fc.assert(
      fc.property(fc.array(entry), (entries) => {
        const frames = entries.map(frameEntry);
        const read = [...readEntries(frames.join(""))];
        expect(read.map(({ writer, seq, record }) => ({ writer, seq, record }))).toEqual(entries);
        expect(read.map(({ size }) => size)).toEqual(frames.map(({ length }) => length));
      }),
    );
  });

  it("is one line of ASCII, whatever the record is", () => {
    const bytes = Buffer.from(Uint8Array.from({ length: 255 }, (_, i) => i));
    const frame = frameEntry({ writer: WRITER, seq: 12, record: bytes.toString("base64") });
    expect(frame).toMatch(/^0123456789abcdef:12:[A-Za-z0-9+/=]+\n$/);
  });

  const good = frameEntry({ writer: WRITER, seq: 1, record: "AQID" });
  it.each([
    ["cut", good.slice(0, -1)],
    ["without a number", good.replace(":1:", "::")],
    ["with number 0", good.replace(":1:", ":0:")],
    ["with a writer that is too short", good.slice(1)],
    ["with another alphabet", good.replace("AQID", "AQ-D")],
    ["with a line between", `\n${good}`],
  ])("%s is told, with its place", (_, text) => {
    expect(() => [...readEntries(text)]).toThrow(RangeError);
    expect(() => [...readEntries(good + text)]).toThrow(`no entry at character ${good.length} of`);
  });
});
