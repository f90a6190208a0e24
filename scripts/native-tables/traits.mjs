/** What the scan in C must know of each detector: native/scan/traits.gen.h. */
import { DETECTOR_TYPES } from "../../out/core/layout.gen.js";
import { loopRecord } from "../../out/rules/table.js";
import { cType, header } from "./c-text.mjs";

/** The fields of a detector's record, and of `scan_traits`. */
const TRAITS = {
  ofOneCall: "of_one_call",
  digestsSteps: "digests_steps",
  judgesNews: "judges_news",
  byTime: "by_time",
};

function traitLines() {
  return DETECTOR_TYPES.flatMap((type) => {
    const record = loopRecord(type);
    const fields = Object.keys(TRAITS).filter((key) => record[key]);
    if (fields.length === 0) return [];
    return `    [${cType(type)}] = {${fields.map((key) => `.${TRAITS[key]} = true`).join(", ")}},`;
  });
}

export const traits = header(
  "SCAN_TRAITS_GEN_H",
  "lib/rules",
  `static const scan_traits SCAN_TRAITS[LG_DETECTOR_TYPES] = {
${traitLines().join("\n")}
};
`,
);
