/** What `pruneLoop` makes of random requests is what the types of each provider's own SDK take. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { pruneLoop } from "loopguard";
import { expect, test } from "vitest";
import { conversation } from "../guard/prune/random-requests.ts";
import { RENDERED } from "../guard/prune/rendered-requests.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const REQUESTS = 50;

/** By file: whose requests, what imports the type, and the type of a message. */
const SDKS: Record<string, [provider: string, imports: string, type: string]> = {
  chat: ["OpenAI chat", 'import type { ChatCompletionMessageParam as Chat } from "openai/resources"', "Chat"],
  responses: [
    "OpenAI responses",
    'import type { ResponseInputItem as Item } from "openai/resources/responses/responses"',
    "Item",
  ],
  anthropic: ["Anthropic", 'import type { MessageParam } from "anthropic/resources"', "MessageParam"],
  ai5: ["AI SDK", 'import type { ModelMessage } from "ai5"', "ModelMessage"],
  ai6: ["AI SDK", 'import type { ModelMessage } from "ai6"', "ModelMessage"],
  ai7: ["AI SDK", 'import type { ModelMessage } from "ai7"', "ModelMessage"],
  langchain: [
    "LangChain dictionaries",
    'import { AIMessage, type BaseMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages"',
    "BaseMessage",
  ],
  gemini2: ["Gemini", 'import { type Content, Language, Outcome } from "@google/genai"', "Content"],
  gemini3: ["Gemini", 'import { type Content, Language, Outcome } from "genai3"', "Content"],
};
const CLASSES: Record<string, string> = {
  ai: "AIMessage",
  human: "HumanMessage",
  system: "SystemMessage",
  tool: "ToolMessage",
};

/** What other providers add to OpenAI's shape, and what version 7 calls otherwise. */
const OWN: Record<string, [string, string]> = {
  chat: [',"cache_control":{"type":"ephemeral"}', ""],
  ai7: ['"media"', '"image-data"'],
};

function source(message: Record<string, unknown>): string {
  if (typeof message["type"] === "string" && "data" in message)
    return `new ${CLASSES[message["type"]]}(${JSON.stringify(message["data"])})`;
  return JSON.stringify(message)
    .replaceAll('"PYTHON"', "Language.PYTHON")
    .replaceAll('"OUTCOME_OK"', "Outcome.OUTCOME_OK");
}

test("each provider's SDK takes pruned requests", { timeout: 300_000 }, () => {
  const folder = mkdtempSync(join(here, ".pruned-"));
  try {
    for (const [name, [provider, imports, type]] of Object.entries(SDKS)) {
      let removed = 0;
      const requests = fc.sample(conversation, REQUESTS).map((turns) => {
        const pruned = pruneLoop(RENDERED[provider]?.(turns) ?? [], { toolName: "a" }, { keepText: false });
        removed += pruned.removed;
        return `[${pruned.messages.map(source).join(",\n")}]`.replaceAll(...(OWN[name] ?? ["\0", ""]));
      });
      expect(removed, provider).toBeGreaterThan(REQUESTS / 3);
      const none = `// @ts-expect-error\nexport const wrong: ${type} = { role: 5 };`;
      writeFileSync(
        join(folder, `${name}.ts`),
        `${imports};\n${none}\nexport const requests: ${type}[][] = [${requests.join(",\n")}];\n`,
      );
    }
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ extends: "../tsconfig.json", include: ["*.ts"] }));
    const tsc = join(here, "../../node_modules/typescript/bin/tsc");
    let wrong = "";
    try {
      execFileSync(process.execPath, [tsc, "-p", folder], { stdio: "pipe", encoding: "utf8" });
    } catch (error) {
      wrong = (error as { stdout: string }).stdout;
    }
    expect(wrong).toBe("");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
