import type { LoopOutcome } from "../base/types.ts";
import type { Fields } from "../history/fields.ts";
import { TranscriptReader, type TranscriptSink } from "../history/transcripts.ts";
import type { OpenTraceRun, TextStream, TraceCall, TraceFault, TraceRunSink } from "./trace-types.ts";
/** Holds the calls of a response back until something else follows, because only then their tokens are known. */
export declare class RunWriter implements TranscriptSink {
    #private;
    /** The time at which the calls that follow were requested, and their outcomes came, in milliseconds since 1970. */
    at: number | undefined;
    constructor(sink: TraceRunSink);
    /** Reads messages of any known provider into this run. */
    get messages(): TranscriptReader;
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
    outcomeAfterRound(index: number, outcome: LoopOutcome, at?: number, size?: number): void;
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
     * The run with this id, or the file's only run without one; opens it if needed. `startedAt`: in milliseconds since 1970.
     */
    of(id: string | undefined, line: number, startedAt?: number): RunWriter;
    /** Opens a run that one line contains completely. The caller ends it. */
    whole(id: string | undefined, line: number, startedAt?: number): RunWriter;
    end(): void;
}
/** Reads the JSON values of one file: its lines, or the elements of its array. */
export interface FormatReader {
    /** `size`: about how many characters of JSON the value takes. */
    value(value: Fields, line: number, size: number): void;
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
    /** Whether the object is a complete run, so that lines can be read in any order and by several threads. */
    whole?(value: Fields): boolean;
    reader(runs: TraceRuns, fault: (fault: TraceFault) => void): FormatReader;
}
