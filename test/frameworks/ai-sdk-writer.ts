/** Models of the AI SDK that repeat themselves, for its own tests and for frameworks that use them. */
import { CHANT, CHANT_MAX } from "./chant.ts";
import type { Generation } from "./text-loops.ts";

export type Part = Record<string, unknown>;

export interface Writer {
  model: object;
  prompts: { role: string; content: unknown }[][];
  /** By generation: the characters that the provider gave away, and whether its stream was cancelled. */
  written: number[];
  cancelled: boolean[];
}

/** The model, which then writes these generations; the last one is for all further requests. */
export function writer(mock: object, generations: readonly Generation[]): Writer {
  const prompts: Writer["prompts"] = [];
  const written: number[] = [];
  const cancelled: boolean[] = [];
  const model = mock as Part;
  const flat = model["specificationVersion"] === "v2";
  const count = (total: number): unknown => (flat ? total : { total });
  const usage = { inputTokens: count(1), outputTokens: count(2), totalTokens: 3 };
  const finishReason = (name: string): unknown => (flat ? name : { unified: name, raw: undefined });
  const begin = (prompt: Writer["prompts"][number]) => {
    const at = prompts.push(prompt) - 1;
    return { at, ...(generations[Math.min(at, generations.length - 1)] as Generation) };
  };
  const callOf = (at: number): Part => ({
    type: "tool-call",
    toolCallId: `call_${at}`,
    toolName: "search",
    input: '{"q":"x"}',
  });

  model["doStream"] = async ({ prompt }: { prompt: Writer["prompts"][number] }) => {
    const { at, words, kind = "text", call } = begin(prompt);
    written[at] = 0;
    cancelled[at] = false;
    function* parts(): Generator<Part> {
      yield { type: "stream-start", warnings: [] };
      if (call) yield callOf(at);
      yield { type: `${kind}-start`, id: "0" };
      for (let sentence = 0; ; sentence++) {
        const delta = words === "chant" ? CHANT : words[sentence];
        if (delta === undefined || (written[at] as number) > CHANT_MAX) break;
        written[at] = (written[at] as number) + delta.length;
        yield { type: `${kind}-delta`, id: "0", delta };
      }
      yield { type: `${kind}-end`, id: "0" };
      yield { type: "finish", finishReason: finishReason(call ? "tool-calls" : "stop"), usage };
    }
    const source = parts();
    const stream = new ReadableStream<Part>(
      {
        async pull(controller) {
          await Promise.resolve();
          const { done, value } = source.next();
          if (done) controller.close();
          else controller.enqueue(value);
        },
        cancel() {
          cancelled[at] = true;
        },
      },
      { highWaterMark: 0 },
    );
    return { stream };
  };
  model["doGenerate"] = async ({ prompt }: { prompt: Writer["prompts"][number] }) => {
    const { at, words, kind = "text", call } = begin(prompt);
    const text = words === "chant" ? CHANT.repeat(CHANT_MAX / CHANT.length) : words.join("");
    written[at] = text.length;
    const content = [...(call ? [callOf(at)] : []), { type: kind, text }];
    return { content, finishReason: finishReason(call ? "tool-calls" : "stop"), usage, warnings: [] };
  };
  return { model, prompts, written, cancelled };
}

/** The text of a message of a prompt. */
export function said(prompt: Writer["prompts"][number] | undefined, at: number): string {
  return JSON.stringify(prompt?.at(at)?.content);
}
