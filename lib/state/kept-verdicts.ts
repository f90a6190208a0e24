/** The last verdicts that a worker gave on calls with an id, for an id that comes again in its round. */

import type { Verdict } from "../base/types.ts";
import type { CoreReport } from "../core/types.ts";
import { packedAction } from "../report/verdict.ts";
import type { Applied } from "./replica.ts";
import { Ring } from "./ring.ts";

const VERDICTS_MAX = 256;

interface Kept {
  readonly id: string;
  readonly packed: Applied["packed"];
  readonly report: CoreReport | undefined;
  readonly verdict: Verdict;
}

export class KeptVerdicts {
  readonly #newest = new Ring<Kept>(VERDICTS_MAX);

  add(id: string, { packed, report }: Applied, verdict: Verdict): void {
    this.#newest.add({ id, packed, report, verdict });
  }

  /**
   * The verdict on the call with this id, of which the core says `applied` again; `undefined`: it is not kept. The id alone
   * does not tell. Ids come again in later rounds, and another worker may have had this one judged since:
   *
   *   worker a   round 1  call_0  allow
   *   worker b   round 2  call_0  abort
   *   worker a   round 2  call_0  again: abort, and not what it was told in round 1
   */
  find(id: string, applied: Applied): Verdict | undefined {
    return this.#newest.all().findLast((kept) => kept.id === id && isSame(kept, applied))?.verdict;
  }

  clear(): void {
    this.#newest.clear();
  }
}

/** The action may have changed to the one that the user's function decided on; of a warning that waits, the host sees none. */
function isSame(kept: Kept, { packed, report }: Applied): boolean {
  const action = packedAction(packed);
  const waits = action === "warn" && kept.verdict.action === "allow";
  return (
    (action === packedAction(kept.packed) || action === kept.verdict.action || waits) &&
    kept.report?.detector === report?.detector &&
    kept.report?.strikes === report?.strikes &&
    kept.report?.repeats === report?.repeats &&
    kept.report?.fingerprint === report?.fingerprint
  );
}
