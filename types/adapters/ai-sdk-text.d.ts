import { type TextWatch } from "./text-watch.ts";
/** How an abort ends the run. `"stop"`: once the calls of the response have their results. `"drop"`: with the response. */
type OnAbort = "throw" | "stop" | "drop";
/** The model, with its texts looked at; anything else, such as a model's name, is returned unchanged. */
export declare function watchModel(model: unknown, watch: TextWatch, onAbort: OnAbort): unknown;
export {};
