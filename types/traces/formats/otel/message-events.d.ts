import type { Dialect } from "./dialect.ts";
/** Whether this is the name of an event about calls. */
export declare const isMessageEvent: (name: unknown) => boolean;
/** The attribute with the body of an event: events of spans have no body of their own. */
export declare const EVENT_BODY = "gen_ai.event.content";
export declare const messageEvents: Dialect;
