/**
 * Responses that a provider streamed, put together: events of OpenAI (chat completions, responses), Anthropic and Gemini. A
 * stream that was cut gives what it had until then.
 */
import { type Fields } from "../../history/fields.ts";
/** The objects in the text of an event stream (`text/event-stream`); none in any other text. */
export declare function eventsIn(text: string): readonly Fields[];
/** The response that these events make, as the provider gives one that is not streamed; `undefined`: they make none. */
export declare function responseOf(events: readonly Fields[]): Fields | undefined;
