import type { DetectionMessage } from "../report/diagnostics.ts";
/** A message on `loopguard:detection`. Any copy of the package in the process speaks there: what is newer may be missing. */
export interface ToldDetection extends DetectionMessage {
    /** The call had run when the loop was found. */
    ran?: true;
    /** Nobody acts on the verdict. */
    shadow?: true;
}
