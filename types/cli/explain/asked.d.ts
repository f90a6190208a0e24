/** What the detectors that look at calls before they run make of one: native/src/run_before.c, told in words. */
import type { Detector } from "../../detectors.ts";
import type { Sighting } from "./observation.ts";
type Seen = Omit<Sighting, "detector" | "place">;
/** A call that the model asked for. */
export interface AskedCall {
    readonly index: number;
    readonly name: string;
    /** Key order does not count; what the tool's policy leaves out neither. */
    readonly identity: string;
    /** Key order counts. */
    readonly verbatim: string;
    readonly round: number;
    readonly poll: boolean;
    /** The tool's own; undefined: the detector's. */
    readonly maxRepeats: number | undefined;
    /** The same; `Infinity`: none. */
    readonly limit: number | undefined;
    /** Of a tool that `similarQuery` names. */
    readonly query: string | undefined;
}
/** What a run knows of the calls that were asked for. */
export declare class AskedCalls {
    #private;
    /** The call is being asked for. */
    ask(call: AskedCall): void;
    /** It was allowed, or ran although it was refused. */
    run(call: AskedCall): void;
    /** A tool that changes things succeeded: every other call may give something new. */
    mutated(call: AskedCall): void;
    turn(): void;
    /** After `ask`, and before `run`. Undefined: this detector looks at completed calls. */
    look(detector: Detector, call: AskedCall): Seen | undefined;
}
export {};
