/** The envelope against an oracle that walks values: two values are the same if they are so without the listed members. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { core } from "../../lib/core/backend.ts";
import { VOLATILE_BITS } from "../../lib/core/layout.gen.ts";
import { tries } from "../effort.ts";

const REQUESTS = ["request_id", "requestId", "X-Request-ID"];
const IDS = ["trace_id", "dd.trace_id", "responseId"];
const NUMBERS = ["took", "durationMs", "total_elapsed", "latency", "total_tokens", "execution_time_ms"];
const BOXES = ["usage", "_meta", "ResponseMetadata"];
const ANY = ["rateLimit"];
const CONTENT = ["id", "job", "token", "name", "next", "time", "created", "meta", "x-total-count"];

/** An id is a word with a digit in it; JSON in a string is read, whatever its name. */
const isId = (value: unknown) =>
  typeof value === "number" || (typeof value === "string" && /^[^ {]*\d[^ {]*$/.test(value));
/** Of a request, a generated one: the request 41 may be what was asked for. */
const isGenerated = (value: unknown) => typeof value === "string" && /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value);
const isNumber = (value: unknown) => typeof value === "number" || (typeof value === "string" && /^\d/.test(value));
const isBox = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);

const isEnvelope = (name: string, value: unknown): boolean =>
  (REQUESTS.includes(name) && isGenerated(value)) ||
  ([...IDS, ...ANY].includes(name) && isId(value)) ||
  ([...NUMBERS, ...ANY].includes(name) && isNumber(value)) ||
  ([...BOXES, ...ANY].includes(name) && isBox(value));

/** The value without what its envelope says, JSON in strings included. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, isEnvelope(k, v) ? "\u0000" : plain(v)]));
  if (typeof value !== "string" || !value.startsWith("{")) return value;
  return `\u0001${JSON.stringify(plain(JSON.parse(value)))}`;
}

const UUIDS = ["5f2d1702-9c4e-4b7a-8d21-3e6f0a1b2c3d", "e81ac04d-7b35-4f60-a9d2-51c8e7f3b604"];

const leaf = fc.oneof(
  fc.nat(99),
  fc.uuid(),
  fc.stringMatching(/^[a-z]{1,6}\d{1,3}$/),
  fc.stringMatching(/^[a-z]{1,4} \d{1,2}$/),
);
const { object } = fc.letrec<{ object: Record<string, unknown>; value: unknown }>((tie) => ({
  object: fc.dictionary(fc.constantFrom(...REQUESTS, ...IDS, ...NUMBERS, ...BOXES, ...ANY, ...CONTENT), tie("value"), {
    maxKeys: 5,
  }),
  value: fc.oneof(
    { depthSize: "small" },
    leaf,
    leaf,
    tie("object"),
    fc.array(tie("object"), { maxLength: 2 }),
    tie("object").map((inner) => JSON.stringify(inner)),
  ),
}));

it("values are the same exactly when they are without their envelopes", () => {
  const text = (value: unknown, space?: number): string =>
    core.normalizeVolatile(VOLATILE_BITS.envelope | VOLATILE_BITS.space, JSON.stringify(value, null, space));
  type Held = { said: "something else"; body: Record<string, unknown> };
  const inId = (id: unknown): Held => ({ said: "something else", body: { trace_id: id } });
  const inRequest = (id: unknown): Held => ({ said: "something else", body: { request_id: id } });
  const held = fc.record({ said: fc.constant("something else" as const), body: object });
  fc.assert(
    fc.property(held, held, fc.constantFrom(0, 2), (a, b, space) => {
      const same = JSON.stringify(plain(a)) === JSON.stringify(plain(b));
      expect(text(a, space) === text(b, space)).toBe(same);
    }),
    {
      numRuns: tries(20_000),
      examples: [
        ...["{}", "word", 1].map((id): [Held, Held, 0] => [inId(id), inId(0), 0]),
        ...[UUIDS[1], "a1", 41].map((id): [Held, Held, 0] => [inRequest(id), inRequest(UUIDS[0]), 0]),
        [inRequest(40), inRequest(41), 0],
      ],
    },
  );
});

it("another value in the envelope is the same, another one beside it is not", () => {
  const text = (value: unknown): string => core.normalizeVolatile(VOLATILE_BITS.envelope, JSON.stringify(value));
  fc.assert(
    fc.property(object, fc.nat(99), fc.nat(99), (body, m, n) => {
      const made = (took: number, id: number) => ({
        body,
        inner: JSON.stringify({ took, id, request_id: UUIDS[took % 2] }),
      });
      expect(text(made(m, 1))).toBe(text(made(n, 1)));
      expect(text(made(m, m)) === text(made(m, n))).toBe(m === n);
    }),
    { numRuns: tries(5000) },
  );
});
