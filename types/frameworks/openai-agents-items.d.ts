/** An item of a request or a response, as far as it is read here. */
export interface Item {
    readonly type?: string;
    readonly content?: unknown;
    readonly rawContent?: unknown;
    readonly [name: string]: unknown;
}
export interface Request {
    readonly input: string | readonly Item[];
    readonly outputType?: unknown;
    readonly signal?: AbortSignal;
    readonly tools?: readonly {
        readonly name?: unknown;
        readonly parameters?: unknown;
    }[];
    readonly modelSettings?: object;
}
export interface Usage {
    add(other: Usage): void;
}
export interface Response {
    readonly output: readonly Item[];
    readonly usage: Usage;
}
export interface StreamEvent {
    readonly type: string;
    readonly delta?: string;
    readonly event?: {
        readonly type?: unknown;
        readonly delta?: unknown;
    };
    readonly response?: {
        readonly output: readonly Item[];
    };
}
export interface Model {
    getResponse(request: Request): Promise<Response>;
    getStreamedResponse(request: Request): AsyncIterable<StreamEvent>;
}
export declare function isModel(value: unknown): value is Model;
/** Whether the answer is JSON, of which a part alone is of no use. */
export declare function isTyped({ outputType }: Request): boolean;
export declare function userItem(text: string): Item;
export declare function assistantItem(text: string): Item;
/** The model itself never said that it was done. */
export declare function endedResponse(output: readonly Item[]): NonNullable<StreamEvent["response"]> & {
    id: string;
    usage: object;
};
