/** Arbitraries for fast-check: JSON values with everything in them that goes wrong somewhere. */
import fc from "fast-check";

const LONE_HIGH = "\ud83d";
const LONE_LOW = "\ude00";

/** Surrogates lone and paired, NUL, quotes, separators, and what sorts differently by byte and by UTF-16 unit. */
export const text: fc.Arbitrary<string> = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc
    .array(
      fc.constantFrom(
        "a",
        "b",
        "::",
        '"',
        "\\",
        "/",
        "\n",
        "\u0000",
        "\u001f",
        "\u007f",
        "é",
        "\u2028",
        "\uffff",
        "\ue000",
        "😀",
        LONE_HIGH,
        LONE_LOW,
        "__proto__",
        "10",
        "9",
      ),
      { maxLength: 5 },
    )
    .map((parts) => parts.join("")),
  fc.string({ unit: "binary", maxLength: 6 }),
);

export const number: fc.Arbitrary<number> = fc.oneof(
  fc.integer(),
  fc.integer({ min: -20, max: 20 }).map((offset) => 2 ** 53 + offset),
  fc.integer({ min: -20, max: 20 }).map((offset) => -(2 ** 53) + offset),
  fc.constantFrom(
    0,
    -0,
    0.1,
    0.2,
    0.1 + 0.2,
    1e21,
    1e-7,
    1e-6,
    5e-324,
    1.7976931348623157e308,
    1e20,
    123456789012345680000,
  ),
  fc.integer({ min: -1074, max: 1023 }).map((exponent) => 2 ** exponent),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

const leaf = fc.oneof(text, number, fc.boolean(), fc.constant(null));

/** Objects made by assignment, so that `__proto__` is a key like any other. */
function toObject(members: [string, unknown][]): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const [key, value] of members)
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  return object;
}

export const json: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    leaf,
    fc.array(tie("value"), { maxLength: 5 }),
    fc.array(fc.tuple(text, tie("value")), { maxLength: 6 }).map(toObject),
    fc.tuple(fc.integer({ min: 1, max: 60 }), tie("value")).map(([depth, inner]) => nest(inner, depth)),
  ),
})).value;

/** `depth` arrays and objects around a value. */
export function nest(inner: unknown, depth: number): unknown {
  let value = inner;
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { k: value };
  return value;
}

/** The same value with its keys in another order, at every depth. */
export function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== "object" || value === null) return value;
  return toObject(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reordered(member)]),
  );
}
