/** What a recorded run contains, as far as it can be seen without a guard. Upper bounds: when in doubt they are `true`. */
export interface RunFacts {
    /** One call was requested this many times. */
    requests(times: number): boolean;
    /** One call failed this many times. */
    fails(times: number): boolean;
    /** One call had the same outcome this many times. */
    repeats(times: number): boolean;
    /** One tool was requested this many times. */
    uses(times: number): boolean;
    /** One tool had the same outcome this many times in a row. */
    stalls(times: number): boolean;
    /** One tool failed with the same error this many times in a row, whatever other tools did in between. */
    keepsFailing(times: number): boolean;
}
