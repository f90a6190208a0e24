import { type Fields } from "../../history/fields.ts";
/** An item of OpenAI's responses that is a call. */
export declare function isCallItem({ type }: Fields): boolean;
/** An item of OpenAI's responses that belongs to the item that follows, or may: reasoning, and what the model says first. */
export declare function isLeadItem({ type, role }: Fields): boolean;
/**
 * What the model says to its user in a response with calls. `undefined`: the message has something that cannot be left out,
 * such as a file, a tool that the provider ran, or a marker of the prompt's cache.
 */
export declare function messageTexts(message: Fields): string[] | undefined;
/** Whether a message of results, or one of its parts, is marked. */
export declare function isMarkedResult(message: Fields): boolean;
/** Gives the new result for a result; its place is its number in the message. `note` adds a text to it, if it can. */
type Edit = (result: unknown, place: number, note: Noting) => unknown;
/** The result with the text; `undefined`: there is no place for it. */
type Noting = (text: string) => unknown;
/** The message with its results edited; `undefined` if it has anything but results. The message itself is not changed. */
export declare function editResults<T>(message: T, edit: Edit): T | undefined;
export {};
