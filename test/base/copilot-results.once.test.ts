import { expect, it } from "vitest";
import { withoutGuidance } from "../../lib/base/agent-results.ts";

const DONE = "same\n<shellId: 10 completed with exit code 0>";
const GUIDED = `${DONE}\n\nTool "bash" succeeded. Additional guidance from postToolUse hooks:\nTry another way.`;

it.each([
  [GUIDED, DONE],
  [`${GUIDED}\n\nIn two paragraphs.`, DONE],
  ['\n\nTool "bash" is listed.\nNobody succeeded. Additional guidance from postToolUse hooks:\n', undefined],
  [DONE, undefined],
  [null, undefined],
])("of %j the guidance is removed", (result, without) => expect(withoutGuidance(result)).toBe(without ?? result));
