import { expect, it } from "vitest";
import { withoutGuidance, withoutShell } from "../../lib/text/copilot-results.ts";

const DONE = "same\n<shellId: 10 completed with exit code 0>";

it.each([
  [DONE, "same\n<completed with exit code 0>"],
  ["\n<shellId: 0 completed with exit code -1>", "\n<completed with exit code -1>"],
  // As a part of the output.
  [`${DONE}\nmore`, `${DONE}\nmore`],
  ["<shellId: 1 completed with exit code 0>", "<shellId: 1 completed with exit code 0>"],
  [7, 7],
])("of %j the shell's number is removed: %j", (result, without) => expect(withoutShell(result)).toBe(without));

const GUIDED = `${DONE}\n\nTool "bash" succeeded. Additional guidance from postToolUse hooks:\nTry another way.`;

it.each([
  [GUIDED, DONE],
  [`${GUIDED}\n\nIn two paragraphs.`, DONE],
  ['\n\nTool "bash" is listed.\nNobody succeeded. Additional guidance from postToolUse hooks:\n', undefined],
  [DONE, undefined],
  [null, undefined],
])("of %j the guidance is removed", (result, without) => expect(withoutGuidance(result)).toBe(without ?? result));
