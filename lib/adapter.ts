/**
 * The desk at which all adapters of agent frameworks work, for adapters of your own: `import { desk } from "loopguard/adapter"`.
 * The guide docs/frameworks/write-your-own.md has one to begin with.
 */
export type { AgentRun, NextRequest } from "./adapter/agent-run.ts";
export type { AnyRun, CallRun, OnAbort } from "./adapter/call-run.ts";
export { type AdapterOptions, type Desk, type DeskInput, type DeskSettings, desk } from "./adapter/desk.ts";
export type { RequestEdit } from "./adapter/recovery.ts";
export {
  type Admission,
  type CallEnds,
  type CallOutcome,
  type Ran,
  type Refusal,
  type ResultForm,
  refusalText,
} from "./adapter/result-form.ts";
export type { TextKind, TextMonitor, TextStep } from "./adapter/text-monitor.ts";
export type { AskStream, StreamForm, TextPiece, TextStream } from "./adapter/text-responses.ts";
export type { Awaitable } from "./base/property.ts";
export { resultText } from "./base/value-text.ts";
