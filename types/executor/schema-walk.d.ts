/** What the conversions of zod 3 and zod 4 share. */
import type { JsonSchema } from "./clean-schema.ts";
/** Keeps the conversion of a schema that contains itself, or makes new ones for ever, within bounds. */
export declare class SchemaWalk {
    #private;
    /** What `convert` gives, or `{}`, which allows everything: inside of `schema` itself, and beyond the bounds. */
    enter(schema: unknown, convert: () => JsonSchema | undefined): JsonSchema | undefined;
}
/** Where a schema stands: the value of a property may be left out, any other may not. */
export interface Place {
    walk: SchemaWalk;
    property: boolean;
}
/** `undefined`: nothing that a model could send, such as a function, so that it is left out. */
export type Converter<Def> = (def: Def, place: Place) => JsonSchema | undefined;
/** One type, or the list of different ones. */
export declare function typeKeyword(types: string[]): string | string[];
/** Nothing is allowed. */
export declare const nothing: () => JsonSchema;
/** A value that is not in a property cannot be left out, but it may be `undefined`. */
export declare function optionalValue(inner: JsonSchema): JsonSchema;
export declare function anyOf(options: (JsonSchema | undefined)[]): JsonSchema | undefined;
export declare function objectSchema(properties: [name: string, schema: JsonSchema | undefined, required: boolean][], additional: unknown): JsonSchema;
export declare function tupleSchema(items: (JsonSchema | undefined)[], minItems: number, rest: JsonSchema | undefined): JsonSchema;
/** A map is sent as its entries. */
export declare function mapSchema(key?: JsonSchema, value?: JsonSchema): JsonSchema;
export declare function allOf(...parts: (JsonSchema | undefined)[]): JsonSchema;
/** Intersections of intersections are one. */
export declare function intersectionSchema(left: JsonSchema | undefined, right: JsonSchema | undefined): JsonSchema | undefined;
/** `propertyNames` of a record, from the JSON schema of its keys, which are strings anyway. */
export declare function keyNames(keys: JsonSchema): JsonSchema;
/** A literal, or one of several. */
export declare function literalSchema(values: unknown[]): JsonSchema;
/** `undefined` for what JSON cannot say. */
export declare function literalType(value: unknown): string | undefined;
/** Of a TypeScript enum, or an object like it. A numeric one has a second entry for each member, from value to name. */
export declare function enumSchema(members: Record<string, string | number>): JsonSchema;
/** Whether no value has a type of both: what goes into a pipe is then not what comes out of it. */
export declare function contradict(one: JsonSchema | undefined, other: JsonSchema | undefined): boolean;
