/** Runs of a trace as they are read: who receives them, who writes them, what a format is. */
import type { LoopOutcome } from "../base/types.ts";
import type { Fields } from "../history/fields.ts";
import { TranscriptReader, type TranscriptSink } from "../history/transcripts.ts";
import type { OpenTraceRun, TextStream, TraceCall, TraceFault, TraceRunSink } from "./trace-types.ts";
type LateOutcome = Parameters<TraceRunSink["outcome"]>;
/** Holds the calls of a response back until something else follows, because only then their tokens are known. */
export declare class RunWriter implements TranscriptSink {
    #private;
    /** The time at which the calls that follow were requested, and their outcomes came, in milliseconds since 1970. */
    at: number | undefined;
    constructor(sink: TraceRunSink);
    /** Reads messages of any known provider into this run. */
    get messages(): TranscriptReader;
    /** Reads a whole message of a conversation. `usage`: of its response. */
    message(entry: Fields, usage?: unknown): void;
    /** The number of calls so far. */
    get calls(): number;
    /** What the model said, as `TranscriptSink` has it. `begins`: a new message does, without a round. */
    text(text: string, stream?: TextStream, begins?: boolean): void;
    heard(characters: number): void;
    /** The context was compacted. Before the first call there is nothing to forget. */
    compacted(): void;
    round(): void;
    turn(): void;
    call(call: TraceCall): void;
    /**
     * The total tokens that this round's response was billed for, and how many of them were read from the provider's cache.
     * Values that cannot be a count are ignored.
     */
    billed(tokens: number | undefined, cached?: number): void;
    /** As `billed`, from the usage record of any provider. */
    billedBy(usage: unknown): void;
    outcome(index: number, outcome: LoopOutcome): void;
    /**
     * As `outcome`, but written at the end of the round: the model chose all calls of a round before it saw any outcome. `at`:
     * when it came; `size`: its characters, if they are not those of the outcome.
     */
    outcomeAfterRound(...late: LateOutcome): void;
    end(): void;
}
export declare class TraceRuns {
    #private;
    /** Whether what belongs to a run follows each other. */
    readonly sorted: boolean;
    /** `sorted`: a run ends when another begins. */
    constructor(name: string, open: OpenTraceRun, sorted?: boolean);
    /** Whether any run had a call; valid when all have ended. */
    get called(): boolean;
    /**
     * The run with this id, or the file's only run without one; opens it if needed. `at`: the time of what is read next, and of
     * the run's start if it is opened.
     */
    of(id: string | undefined, line: number, at?: number): RunWriter;
    /** Opens a run that one line contains completely. The caller ends it. */
    whole(id: string | undefined, line: number, startedAt?: number): RunWriter;
    end(): void;
}
/** Reads a JSON value of a file: a line, or an element of its array. `size`: about how many characters of JSON it takes. */
export type ReadValue = (value: Fields, line: number, size: number) => void;
/** A reader that needs more than the values. */
export interface FormatReader {
    value: ReadValue;
    /** A list on one line; absent: its objects are read one by one. */
    list?(values: unknown[], line: number, size: number): void;
    /** The file is at its end. The caller ends the runs that `TraceRuns` has open. */
    end?(): void;
}
export interface TraceFormatSpec {
    readonly name: string;
    /** One line for `--help` and the documentation. */
    readonly description: string;
    /** Whether an object is of this format. */
    recognises(value: Fields): boolean;
    reader(runs: TraceRuns, fault: (fault: TraceFault) => void): ReadValue | FormatReader;
}
export {};
