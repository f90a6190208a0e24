/**
 * The desk at which all adapters of agent frameworks work, for adapters of your own: `import { desk } from "loopguard/adapter"`.
 * The guide docs/frameworks/write-your-own.md has one to begin with.
 */
export { type AdapterOptions, type Admission, type AgentRun, type AnyRun, type AskStream, type Awaitable, type CallEnds, type CallOutcome, type CallRun, type Desk, type DeskInput, type DeskSettings, type NextRequest, type OnAbort, type Ran, type Refusal, type RequestEdit, type ResultForm, type StreamForm, type TextKind, type TextMonitor, type TextPiece, type TextStep, type TextStream, desk, refusalText } from './shared.js';

/** A result as a text for a model: of content parts their texts, and of images and other bytes what they are. */
declare function resultText(value: unknown): string;

export { resultText };
