/** All formats, the most specific first: the first that recognises an object reads the file. */

import type { TraceFormatSpec } from "../run-writer.ts";
import { claudeCodeFormat } from "./claude-code.ts";
import { codexFormat } from "./codex.ts";
import { exchangesFormat } from "./exchanges.ts";
import { geminiCliFormat } from "./gemini-cli.ts";
import { langfuseFormat, langsmithFormat } from "./langsmith-langfuse.ts";
import { messagesFormat } from "./messages.ts";
import { opencodeFormat } from "./opencode.ts";
import { jaegerFormat, otelFormat } from "./otel/otel.ts";
import { copilotFormat, droidFormat, kimiCodeFormat, piFormat, qwenCodeFormat } from "./other-cli-agents.ts";
import { callsFormat, runsFormat } from "./own-formats.ts";

export const FORMATS: readonly TraceFormatSpec[] = [
  codexFormat,
  copilotFormat,
  droidFormat,
  kimiCodeFormat,
  qwenCodeFormat,
  geminiCliFormat,
  opencodeFormat,
  piFormat,
  otelFormat,
  jaegerFormat,
  langsmithFormat,
  langfuseFormat,
  exchangesFormat,
  runsFormat,
  claudeCodeFormat,
  messagesFormat,
  callsFormat,
];
