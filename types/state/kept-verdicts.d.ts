/** The last verdicts that a worker gave on calls with an id, for an id that comes again in its round. */
import type { Verdict } from "../base/types.ts";
import type { Applied } from "./replica.ts";
export declare class KeptVerdicts {
    #private;
    add(id: string, { packed, report }: Applied, verdict: Verdict): void;
    /**
     * The verdict on the call with this id, of which the core says `applied` again; `undefined`: it is not kept. The id alone
     * does not tell. Ids come again in later rounds, and another worker may have had this one judged since:
     *
     *   worker a   round 1  call_0  allow
     *   worker b   round 2  call_0  abort
     *   worker a   round 2  call_0  again: abort, and not what it was told in round 1
     */
    find(id: string, applied: Applied): Verdict | undefined;
    clear(): void;
}
