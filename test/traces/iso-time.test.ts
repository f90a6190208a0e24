import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainTime } from "../../lib/traces/field-values.ts";

const digits = (length: number, max = 10 ** length - 1) =>
  fc.nat({ max }).map((number) => String(number).padStart(length, "0"));

/** Times, and texts that are nearly one: numbers beyond their range, other letters in between. */
const nearTime = fc
  .tuple(
    fc.oneof(digits(4), fc.constantFrom("2026", "0001", "-2026")),
    fc.oneof(digits(2, 13), digits(2)),
    fc.oneof(digits(2, 32), digits(2)),
    fc.constantFrom("T", " ", "t", "  "),
    fc.oneof(digits(2, 24), digits(2)),
    fc.oneof(digits(2, 60), digits(2)),
    fc.oneof(digits(2, 60), digits(2)),
    fc.oneof(
      fc.constantFrom("", ".", ",5", ".x"),
      fc.array(digits(1), { minLength: 1, maxLength: 12 }).map((all) => `.${all.join("")}`),
    ),
    fc.constantFrom("Z", "", "z", "+02:00", " Z"),
  )
  .map(([year, month, day, between, hour, minute, second, fraction, zone]) =>
    [`${year}-${month}-${day}${between}${hour}:${minute}:${second}${fraction}`, zone].join(""),
  );

const PLAIN = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?Z?$/;

describe("plainTime", () => {
  it("gives what Date.parse does, or leaves the text to it", () => {
    fc.assert(
      fc.property(nearTime, (text) => {
        const time = plainTime(text);
        if (time === undefined) return;
        expect(text).toMatch(PLAIN);
        expect(time).toBe(Date.parse(`${text.replace(" ", "T").replace("Z", "")}Z`));
      }),
    );
  });

  it.each([
    ["2026-11-01T12:00:00Z", "2026-11-01T12:00:00.000Z"],
    ["2026-11-01T12:00:00.5", "2026-11-01T12:00:00.500Z"],
    ["2026-11-01 12:00:00.123999", "2026-11-01T12:00:00.123Z"],
    ["2024-02-29 23:59:59.9Z", "2024-02-29T23:59:59.900Z"],
    ["0100-01-01T00:00:00", "0100-01-01T00:00:00.000Z"],
  ])("reads %s", (text, iso) => {
    expect(new Date(plainTime(text) as number).toISOString()).toBe(iso);
  });

  it.each([
    "",
    "2026-11-01",
    "2026-11-01T12:00:00+02:00",
    "2026-13-01T12:00:00Z",
    "0099-01-01T00:00:00Z",
    "2026-11-01T24:00:00Z",
  ])("leaves %j to Date.parse", (text) => {
    expect(plainTime(text)).toBeUndefined();
  });
});
