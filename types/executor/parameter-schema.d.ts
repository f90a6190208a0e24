/** The schemas that `ToolDef.parameters` accepts, their types, and the check of arguments. */
import { type Awaitable } from "../base/property.ts";
/** zod 3, zod 4, and anything else with `safeParse`. */
export interface SafeParseSchema {
    safeParse(input: unknown): {
        success: boolean;
        data?: unknown;
        error?: unknown;
    };
}
/** The part of https://standardschema.dev that is used here. */
export interface StandardSchema<Input = unknown, Output = Input> {
    readonly "~standard": {
        readonly version: 1;
        readonly vendor: string;
        readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
        readonly types?: {
            readonly input: Input;
            readonly output: Output;
        } | undefined;
    };
}
type StandardResult<Output> = {
    readonly value: Output;
    readonly issues?: undefined;
} | {
    readonly issues: readonly SchemaIssue[];
};
interface SchemaIssue {
    readonly message: string;
    readonly path?: readonly (PropertyKey | {
        readonly key: PropertyKey;
    })[] | undefined;
}
export type ParameterSchema = SafeParseSchema | StandardSchema;
/** The type of the arguments of `execute`: the schema's output type. */
export type InferArguments<Schema> = Schema extends {
    readonly _output: infer Output;
} ? Output : Schema extends {
    readonly "~standard": {
        readonly types?: infer Types;
    };
} ? NonNullable<Types> extends {
    readonly output: infer Output;
} ? Output : unknown : Schema extends {
    safeParse(input: unknown): infer Result;
} ? Extract<Result, {
    success: true;
}> extends {
    data: infer Data;
} ? Data : unknown : unknown;
/** The type of the arguments that the model sends: the schema's input type. */
export type InferInput<Schema> = Schema extends {
    readonly _input: infer Input;
} ? Input : Schema extends {
    readonly "~standard": {
        readonly types?: infer Types;
    };
} ? NonNullable<Types> extends {
    readonly input: infer Input;
} ? Input : unknown : InferArguments<Schema>;
export type ParsedArguments = {
    ok: true;
    value: unknown;
} | {
    ok: false;
    message: string;
    issues?: readonly SchemaIssue[] | undefined;
};
/** Checks arguments. Returns a promise only for an asynchronous schema. Throws what the schema throws. */
export declare function parseArguments(schema: ParameterSchema, input: unknown): Awaitable<ParsedArguments>;
/** An issue of any schema library; no field is certain. */
export interface AnyIssue {
    readonly message?: unknown;
    readonly path?: unknown;
    /** For the issue of a union: see `unionMembers`. */
    readonly errors?: unknown;
    readonly unionErrors?: unknown;
}
/**
 * The issues of each member of a union (`undefined` for a member without issues), or an empty list for any other issue.
 * Paths of these issues start at the root in zod 3, and at the union in zod 4.
 */
export declare function unionMembers({ errors, unionErrors }: AnyIssue): {
    members: (readonly AnyIssue[] | undefined)[];
    fromRoot: boolean;
};
/** A parameter for the model. */
interface Field {
    readonly type: "string" | "number";
    readonly description: string;
    readonly optional?: true;
}
/** The schemas that a `ToolDef` needs for an object with these members. Other members are dropped. */
export declare function plainSchema(fields: Readonly<Record<string, Field>>): {
    parameters: SafeParseSchema;
    rawJsonSchema: Record<string, unknown>;
};
export {};
