/** The JSON schema of a string with the checks that zod 3 and zod 4 have. */
import type { JsonSchema } from "./clean-schema.ts";
/** What one check says of a string. */
export interface StringCheck {
    min?: number;
    max?: number;
    formats?: string[];
    pattern?: RegExp;
    encoding?: string;
}
/** The check of that name; `undefined` where JSON schema has no word for it. */
export declare function namedCheck(name: string): StringCheck | undefined;
export declare const startsWith: (text: string) => StringCheck;
export declare const endsWith: (text: string) => StringCheck;
export declare const includes: (text: string) => StringCheck;
export declare function stringSchema(checks: (StringCheck | undefined)[]): JsonSchema;
