/**
 * The desk at which all adapters of agent frameworks work, for adapters of your own: `import { desk } from "loopguard/adapter"`.
 * The guide docs/frameworks/write-your-own.md has one to begin with.
 */
export { AdapterOptions, Admission, AgentRun, AnyRun, AskStream, Awaitable, CallEnds, CallOutcome, CallRun, Desk, DeskInput, DeskSettings, EndForm, NextRequest, OnAbort, Ran, Refusal, RequestEdit, ResultForm, StreamForm, TextKind, TextMonitor, TextPiece, TextStep, TextStream, desk, refusalText } from './shared.js';

/** A result as a text for a model: of content parts their texts, and of images and other bytes what they are. */
declare function resultText(value: unknown): string;

export { resultText };
