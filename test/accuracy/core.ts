/** What bench/accuracy measures with, as it stands in `lib`. Only for tests. */
import { gaveOf, newsKey, noteRefusal, regretOf, summedRegret } from "../../lib/cli/tune/regret.ts";
import { fingerprint, LoopGuard } from "../../lib/index.ts";

export const core = { LoopGuard, fingerprint, gaveOf, newsKey, noteRefusal, regretOf, summedRegret };
