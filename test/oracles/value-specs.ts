/** Random values of all kinds, by their descriptions: two are the same when their descriptions are. */
import fc from "fast-check";

export type Spec =
  | { readonly is: "plain"; readonly value: string | number | boolean | null }
  | { readonly is: "odd"; readonly name: keyof typeof ODD }
  | { readonly is: "bytes"; readonly of: keyof typeof BYTES; readonly bytes: readonly number[] }
  | { readonly is: "list" | "map" | "set"; readonly items: readonly Spec[] }
  | { readonly is: "object" | "row" | "error"; readonly fields: readonly Spec[] }
  | { readonly is: "opaque" };

class Row {}

const ODD = {
  nan: () => Number.NaN,
  infinity: () => Number.POSITIVE_INFINITY,
  "1n": () => 1n,
  "2n": () => 2n,
  expression: () => /1/,
  symbol: () => Symbol.for("1"),
};

const BYTES = { Uint8Array, Int8Array, Buffer };

const plain = fc.constantFrom(null, true, 0, 1, "", "1", "NaN", "{}", "\u0002", '\u0002["map","Map"]');
const bytes = fc.array(fc.constantFrom(0, 1), { maxLength: 2 });

export const spec: fc.Arbitrary<Spec> = fc.letrec<{ spec: Spec }>((tie) => {
  const few = fc.array(tie("spec"), { maxLength: 2 });
  return {
    spec: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      plain.map((value): Spec => ({ is: "plain", value })),
      fc
        .constantFrom<keyof typeof ODD>("nan", "infinity", "1n", "2n", "expression", "symbol")
        .map((name): Spec => ({ is: "odd", name })),
      fc
        .tuple(fc.constantFrom<keyof typeof BYTES>("Uint8Array", "Int8Array", "Buffer"), bytes)
        .map(([of, bytes]): Spec => ({ is: "bytes", of, bytes })),
      fc.tuple(fc.constantFrom("list", "map", "set"), few).map(([is, items]): Spec => ({ is, items })),
      fc.tuple(fc.constantFrom("object", "row", "error"), few).map(([is, fields]): Spec => ({ is, fields })),
      { weight: 1, arbitrary: fc.constant<Spec>({ is: "opaque" }) },
    ),
  };
}).spec;

export function made(spec: Spec): unknown {
  switch (spec.is) {
    case "plain":
      return spec.value;
    case "odd":
      return ODD[spec.name]();
    case "bytes":
      return BYTES[spec.of].from(spec.bytes);
    case "list":
      return spec.items.map(made);
    case "map":
      return new Map(spec.items.map((item) => [made(item), 1]));
    case "set":
      return new Set(spec.items.map(made));
    case "object":
      return fields(spec.fields);
    case "row":
      // Without fields it would be opaque.
      return Object.assign(new Row(), { id: 1 }, fields(spec.fields));
    case "error":
      return Object.assign(new Error("a"), fields(spec.fields));
    default:
      return new WeakMap();
  }
}

/** A symbol that stands alone is no result; and nothing is the same as what nobody can see. */
export function sameSpec(a: Spec, b: Spec): boolean {
  if (a.is === "odd" && a.name === "symbol") return false;
  return !hasOpaque(a) && spelled(a) === spelled(b);
}

function fields(specs: readonly Spec[]): object {
  return Object.fromEntries(specs.map((spec, i) => [`f${i}`, made(spec)]));
}

function hasOpaque(spec: Spec): boolean {
  if (spec.is === "opaque") return true;
  if ("items" in spec) return spec.items.some(hasOpaque);
  return "fields" in spec && said(spec).some(({ field }) => hasOpaque(field));
}

/** The fields that count, by where they stand: an error's own that nobody can tell say nothing of it. */
function said({ is, fields }: Extract<Spec, { fields: unknown }>): { i: number; field: Spec }[] {
  return fields.map((field, i) => ({ i, field })).filter(({ field }) => is !== "error" || field.is !== "opaque");
}

/** What is in a map or a set twice is there once. */
function spelled(spec: Spec): string {
  if (spec.is !== "map" && spec.is !== "set") {
    if ("items" in spec) return `${spec.is}[${spec.items.map(spelled).join()}]`;
    if (!("fields" in spec)) return JSON.stringify(spec);
    return `${spec.is}[${said(spec).map(({ i, field }) => `${i}:${spelled(field)}`)}]`;
  }
  const texts = spec.items.map(spelled);
  const once = texts.filter((text, i) => texts.indexOf(text) === i || !isScalar(spec.items[i] as Spec));
  return `${spec.is}[${once.join()}]`;
}

function isScalar(spec: Spec): boolean {
  return spec.is === "plain" || (spec.is === "odd" && spec.name !== "expression");
}
