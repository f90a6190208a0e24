/** Attributes of spans and log records: as in OTLP, as the SDKs print them, and as exporters flatten them. */
import { type Fields } from "../../../history/fields.ts";
/** Attributes as an object; in OTLP they are a list of keys and typed values. */
export declare function attributesOf(attributes: unknown): Fields;
/** The body of a log record: a typed value of OTLP, or a plain value if an SDK printed it. */
export declare function bodyOf(body: unknown): unknown;
/** The objects of a flattened list: with the prefix `a`, `a.0.x` and `a.1.x` become two objects, each with an `x`. */
export declare function indexed(attributes: Fields, prefix: string): Fields[];
/**
 * Parses a text that is the JSON of an object or a list; returns anything else unchanged, such as a text that was cut.
 */
export declare function structured(value: unknown): unknown;
/** The objects of a list, or the one object; either may be JSON text. */
export declare function listOf(value: unknown): readonly Fields[];
