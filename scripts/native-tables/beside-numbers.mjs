/** What stands around numbers of processes, and of what a tool has done or used, for native/src/text/spans_log.c. */
import { cString, header } from "./c-text.mjs";

/** Before the number, behind it, and who prints it so. What is behind begins with a blank. */
const AROUND = [
  [" ", " --- [", "Spring Boot"],
  [" ", " Segmentation fault", "shells"],
  [" ", " Killed", "shells"],
  [" ", " Aborted", "shells"],
  [" ", " Terminated", "shells"],
  ["(x", " over ", "kubectl"],
  ["Process: ", " ExecStart", "systemctl"],
  ["sent ", " bytes ", "rsync"],
  ["received ", " bytes ", "rsync"],
  ["    Tasks: ", " (limit: ", "systemctl"],
  ["Max Memory Used: ", " MB", "AWS Lambda"],
  ["tasks: ", " executed", "Gradle"],
  ["task: ", " executed", "Gradle"],
  [", ", " up-to-date", "Gradle"],
  [", ", " from cache", "Gradle"],
  ["Process ", " has finished execution", "Desktop Commander"],
  ["execute job ", " for task ", "Airflow"],
];

/** The bytes that follow the blank in the second, as bits: most numbers are known by that to be in no pair of the list. */
const NEXT = [0n, 64n].map((from) =>
  AROUND.map(([, after]) => BigInt(after.charCodeAt(1)) - from)
    .filter((bit) => bit >= 0n && bit < 64n)
    .reduce((bits, bit) => bits | (1n << bit), 0n),
);

export const besideNumbers = header(
  "LG_BESIDE_NUMBERS_GEN_H",
  "beside-numbers.mjs",
  `static const around AROUND[] = {
${AROUND.map(
  ([before, after, who]) =>
    `    {${cString(before)}, ${cString(after)}, ${before.length}, ${after.length}, '${before.at(-1)}', '${after[1]}'}, /* ${who} */`,
).join("\n")}
};
#define AROUND_NEXT {${NEXT.map((bits) => `UINT64_C(0x${bits.toString(16)})`).join(", ")}}
`,
);
