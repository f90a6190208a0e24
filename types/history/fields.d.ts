/** Reads objects of unknown shape, as they are in messages and traces. */
export type Fields = Record<string, unknown>;
export declare function isFields(value: unknown): value is Fields;
/** The objects in a list; none for anything else. */
export declare function fieldsOf(value: unknown): readonly Fields[];
/** Whether a part of a message with this type is text. */
export declare function isTextPart(type: unknown): boolean;
/** The text of a list of text parts; anything else is returned unchanged. */
export declare function plainContent(content: unknown): unknown;
/** Characters of a text, or of the text parts of a list. */
export declare function textSize(content: unknown): number;
