/** What is left of responses that a loop in text has ended: messages that a provider takes in the next turn. */
import { detectors, findToolLoopError } from "loopguard";
import { expect, test } from "vitest";
import { z } from "zod";
import { guarded, readStream, type StreamResult, VERSIONS } from "./ai-sdk-driver.ts";
import { writer } from "./ai-sdk-writer.ts";
import { CHANT } from "./chant.ts";
import type { Generation } from "./text-loops.ts";

const { textRepeat } = detectors;

const ABORTS = { detectors: [textRepeat({ atOnce: true, ladder: { abort: 1 } })] };
const CALLS: Generation = { words: Array<string>(20).fill(CHANT), call: true };

interface Result {
  readonly response: { readonly messages: readonly { role: string; content: readonly { type: string }[] }[] };
  readonly steps: readonly object[];
}

test.each(VERSIONS.flatMap((version) => [true, false].map((streams) => ({ name: version.name, version, streams }))))(
  "$name, stream: $streams: onAbort stop leaves no call without a result",
  async ({ version: { sdk, mock }, streams }) => {
    const { model, prompts } = writer(
      mock(() => ({ text: "" })),
      [CALLS],
    );
    const execute = async () => "found";
    const search = sdk.tool({ description: "Searches", inputSchema: z.object({ q: z.string() }), execute });
    const settings = { model, tools: { search }, prompt: "Go.", stopWhen: sdk.stepCountIs(5) };
    const own = guarded(settings, ABORTS, { onAbort: "stop" }) as never;
    const made = (streams ? sdk.streamText(own) : await sdk.generateText(own)) as unknown as Result & StreamResult;
    if (streams) await readStream(made);
    const { messages } = await made.response;
    const parts = messages.flatMap(({ content }) => content).map(({ type }) => type);
    expect(parts.sort()).toEqual(["text", "tool-call", "tool-result"]);
    expect(findToolLoopError(await made.steps)?.detection.detector).toBe("text_repeat");
    expect(prompts).toHaveLength(1);
  },
);
