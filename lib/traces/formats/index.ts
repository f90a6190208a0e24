/** All formats, the most specific first: the first that recognises an object reads the file. */
import { claudeCodeFormat } from "./claude-code.ts";
import { codexFormat } from "./codex.ts";
import { copilotFormat } from "./copilot.ts";
import { droidFormat } from "./droid.ts";
import { exchangesFormat } from "./exchanges.ts";
import type { TraceFormatSpec } from "./format.ts";
import { geminiCliFormat } from "./gemini-cli.ts";
import { kimiCodeFormat } from "./kimi-code.ts";
import { langfuseFormat } from "./langfuse.ts";
import { langsmithFormat } from "./langsmith.ts";
import { messagesFormat } from "./messages.ts";
import { opencodeFormat } from "./opencode.ts";
import { jaegerFormat } from "./otel/jaeger.ts";
import { otelFormat } from "./otel/otel.ts";
import { piFormat } from "./pi.ts";
import { qwenCodeFormat } from "./qwen-code.ts";
import { callsFormat, runsFormat } from "./recorded.ts";

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
