/** Gemini's API, as a scripted model speaks it, and what the model was shown. */
import { type RecordedRequest, ScriptedServer, sendEvents } from "./scripted-server.ts";

/** One call that the model asks for. */
export interface Call {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** What the model says: a text that ends the turn, or calls. */
export type Reply = string | readonly Call[];

/** What the model reads of one call. */
export type Result = { readonly output?: string; readonly error?: string };

interface Part {
  text?: string;
  functionResponse?: { response: Result };
}

/** A model that gives `reply(index)` to the request `index`, from 0; `undefined` is over the bound. */
export function geminiModel(reply: (index: number, request: RecordedRequest) => Reply | undefined) {
  return ScriptedServer.start({
    isStep: ({ path }) => path.includes(":streamGenerateContent"),
    step: (index, request) => {
      const said = reply(index, request);
      return said === undefined ? undefined : (_request, response) => sendEvents(response, [{ data: chunk(said) }]);
    },
  });
}

function chunk(reply: Reply): object {
  const parts = typeof reply === "string" ? [{ text: reply }] : reply.map((functionCall) => ({ functionCall }));
  return {
    candidates: [{ index: 0, content: { role: "model", parts }, finishReason: "STOP" }],
    usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 10, totalTokenCount: 110 },
    modelVersion: "scripted",
  };
}

/** What the calls of the response before have brought, as the model reads it in `request`. */
export function resultsIn(request: RecordedRequest | undefined): Result[] {
  return lastParts(request).flatMap(({ functionResponse }) =>
    functionResponse === undefined ? [] : [functionResponse.response],
  );
}

/** What the model is told besides, in the last message of `request`. */
export function textIn(request: RecordedRequest | undefined): string {
  return lastParts(request)
    .map(({ text }) => text ?? "")
    .join("\n");
}

function lastParts(request: RecordedRequest | undefined): Part[] {
  const { contents = [] } = (request?.body ?? {}) as { contents?: { parts?: Part[] }[] };
  return contents.at(-1)?.parts ?? [];
}
