import { type Fields } from "./fields.ts";
/** A message of an assistant that has calls, or a result; `undefined` for anything else. */
export declare function piMessage(entry: Fields): Fields | undefined;
