/** The parts that the conversions of zod 3 and zod 4 schemas share. */
import type { JsonSchema } from "./clean-schema.ts";
/** Limits the conversion of a schema that contains itself, or that creates new schemas without end. */
export declare class SchemaWalk {
    #private;
    /**
     * The result of `convert`; or `{}`, which allows everything, where `schema` contains itself and beyond the limits.
     */
    enter(schema: unknown, convert: () => JsonSchema | undefined): JsonSchema | undefined;
}
/** The position of a schema: only the value of a property may be left out. */
export interface Place {
    walk: SchemaWalk;
    property: boolean;
}
/** Converts a schema; `undefined` for a value that a model cannot send, such as a function: it is left out. */
export type Converter<Def> = (def: Def, place: Place) => JsonSchema | undefined;
/** The value of the keyword `type`: one type, or a list of different ones. */
export declare function typeKeyword(types: string[]): string | string[];
/** The schema that allows nothing. */
export declare const nothing: () => JsonSchema;
/** An optional value that is not a property: it cannot be left out, but may be `undefined`. */
export declare function optionalValue(inner: JsonSchema): JsonSchema;
export declare function anyOf(options: (JsonSchema | undefined)[]): JsonSchema | undefined;
export declare function objectSchema(properties: [name: string, schema: JsonSchema | undefined, required: boolean][], additional: unknown): JsonSchema;
export declare function tupleSchema(items: (JsonSchema | undefined)[], minItems: number, rest: JsonSchema | undefined): JsonSchema;
/** A map, which is sent as the list of its entries. */
export declare function mapSchema(key?: JsonSchema, value?: JsonSchema): JsonSchema;
export declare function allOf(...parts: (JsonSchema | undefined)[]): JsonSchema;
/** An intersection; nested intersections are flattened. */
export declare function intersectionSchema(left: JsonSchema | undefined, right: JsonSchema | undefined): JsonSchema | undefined;
/** `propertyNames` of a record, from the JSON schema of its keys, without `type`: keys are always strings. */
export declare function keyNames(keys: JsonSchema): JsonSchema;
/** A literal, or a choice of several. */
export declare function literalSchema(values: unknown[]): JsonSchema;
/** The JSON type of a literal; `undefined` for one that JSON cannot express. */
export declare function literalType(value: unknown): string | undefined;
/**
 * The values of a TypeScript enum, or a similar object. A numeric enum also has an entry from each value to its name.
 */
export declare function enumSchema(members: Record<string, string | number>): JsonSchema;
/** Whether no value matches the types of both: then the output of a pipe differs from its input. */
export declare function contradict(one: JsonSchema | undefined, other: JsonSchema | undefined): boolean;
