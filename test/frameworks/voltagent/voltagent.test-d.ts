/** The options stay those of VoltAgent. Checked by tsc. */
import { Agent, type AgentOptions } from "@voltagent/core";
import { LoopGuard } from "loopguard";
import { withLoopGuard } from "loopguard/voltagent";

declare const model: AgentOptions["model"];

const options: AgentOptions = withLoopGuard({ name: "a", instructions: "Be brief.", model });
new Agent(options);
new Agent(withLoopGuard({ name: "a", instructions: "Be brief.", model }, new LoopGuard()));
new Agent(withLoopGuard({ name: "a", instructions: "Be brief.", model }, { maxRepeats: 3 }));
new Agent(withLoopGuard({ name: "a", instructions: "Be brief.", model }, { recover: true }, { onAbort: "answer" }));
// @ts-expect-error: there is no such option of a guard
withLoopGuard(options, { maxRepeat: 3 });
