/** Attributes of spans and log records: as in OTLP, as the SDKs print them, and as exporters flatten them. */
import { type Fields, fieldsOf, isFields } from "../../../history/fields.ts";
import { numberOf, wordOf } from "../../field-values.ts";

/** Attributes as an object; in OTLP they are a list of keys and typed values. */
export function attributesOf(attributes: unknown): Fields {
  if (!Array.isArray(attributes)) return isFields(attributes) ? attributes : {};
  return Object.fromEntries(fieldsOf(attributes).map(({ key, value }) => [wordOf(key), plainValue(value)]));
}

const TYPED = ["stringValue", "boolValue", "doubleValue", "bytesValue", "intValue", "arrayValue", "kvlistValue"];

/** The body of a log record: a typed value of OTLP, or a plain value if an SDK printed it. */
export function bodyOf(body: unknown): unknown {
  return isFields(body) && TYPED.some((type) => type in body) ? plainValue(body) : body;
}

function plainValue(value: unknown): unknown {
  if (!isFields(value)) return value;
  const list = (inner: unknown): unknown[] =>
    isFields(inner) && Array.isArray(inner["values"]) ? inner["values"] : [];
  if ("arrayValue" in value) return list(value["arrayValue"]).map(plainValue);
  if ("kvlistValue" in value) return attributesOf(list(value["kvlistValue"]));
  if ("intValue" in value) return numberOf(value["intValue"]);
  return value["stringValue"] ?? value["boolValue"] ?? value["doubleValue"] ?? value["bytesValue"];
}

/** The objects of a flattened list: with the prefix `a`, `a.0.x` and `a.1.x` become two objects, each with an `x`. */
export function indexed(attributes: Fields, prefix: string): Fields[] {
  const start = `${prefix}.`;
  const elements = new Map<number, [string, unknown][]>();
  for (const key of Object.keys(attributes)) {
    if (!key.startsWith(start)) continue;
    const dot = key.indexOf(".", start.length);
    const index = dot < 0 ? Number.NaN : Number(key.slice(start.length, dot));
    if (!Number.isInteger(index)) continue;
    const entry: [string, unknown] = [key.slice(dot + 1), attributes[key]];
    const element = elements.get(index);
    if (element === undefined) elements.set(index, [entry]);
    else element.push(entry);
  }
  return [...elements].sort(([a], [b]) => a - b).map(([, entries]) => Object.fromEntries(entries));
}

/**
 * Parses a text that is the JSON of an object or a list; returns anything else unchanged, such as a text that was cut.
 */
export function structured(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** The objects of a list, or the one object; either may be JSON text. */
export function listOf(value: unknown): readonly Fields[] {
  const list = structured(value);
  return isFields(list) ? [list] : fieldsOf(list);
}
