/** The common form in which schemas of zod 3 and zod 4 are read: the names are those of zod 4. */
import type { JsonSchema } from "./clean-schema.ts";
/** What one check requires of a value. */
export interface Check {
    /** The length of a string, or the number of items. */
    readonly min?: number | undefined;
    readonly max?: number | undefined;
    readonly formats?: readonly string[];
    readonly pattern?: RegExp | undefined;
    readonly encoding?: string;
    /** Keywords of a number. */
    readonly keywords?: JsonSchema;
}
/** A schema. Which of the optional members are present depends on the type. */
export interface ZodNode {
    readonly type: string;
    readonly checks: readonly Check[];
    /** The keywords that the author gave, `description` for example. */
    readonly metadata: JsonSchema;
    /** `nullable()` and `optional()` have the description of the inner schema; in zod 3 it is among their own metadata. */
    readonly inheritsDescription?: boolean;
    /** The JSON schema that the author wrote in place of ours. */
    readonly toJSONSchema?: (() => unknown) | undefined;
    /** Whether the model may leave out a property with this schema. */
    mayBeLeftOut(): boolean;
    readonly innerType?: unknown;
    readonly in?: unknown;
    readonly out?: unknown;
    /** Present in a codec. */
    readonly transform?: unknown;
    readonly left?: unknown;
    readonly right?: unknown;
    readonly getter?: () => unknown;
    readonly options?: readonly unknown[];
    /** False, and no `discriminator`: an exclusive union (`z.xor`). */
    readonly inclusive?: boolean;
    readonly discriminator?: unknown;
    /** Of a literal or an enum. */
    readonly values?: readonly unknown[];
    readonly pattern?: RegExp | undefined;
    readonly properties?: () => [name: string, schema: unknown][];
    /** The schema of all other properties; `true`: they may have any value. */
    readonly additional?: unknown;
    readonly element?: unknown;
    readonly items?: readonly unknown[];
    readonly rest?: unknown;
    /** How many items a tuple has at least. */
    readonly minItems?: number;
    readonly keyType?: unknown;
    readonly valueType?: unknown;
    /** A record that need not have all of its enum's keys. */
    readonly partial?: boolean;
    /** `"loose"`: properties whose names do not match `keyType` may have any value. */
    readonly mode?: string;
}
export declare function readZod3(schema: unknown): ZodNode;
export declare function readZod4(schema: unknown): ZodNode;
