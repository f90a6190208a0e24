/** The JSON schema of a string with the checks of zod 3 and zod 4. */
import type { JsonSchema } from "./clean-schema.ts";
/** What one check requires of a string. */
export interface StringCheck {
    min?: number;
    max?: number;
    formats?: string[];
    pattern?: RegExp;
    encoding?: string;
}
/** The check of this name; `undefined` if JSON schema cannot express it. */
export declare function namedCheck(name: string): StringCheck | undefined;
export declare const startsWith: (text: string) => StringCheck;
export declare const endsWith: (text: string) => StringCheck;
export declare const includes: (text: string) => StringCheck;
export declare function stringSchema(checks: (StringCheck | undefined)[]): JsonSchema;
