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
  [" ", " IN ", "dig"],
  ["job ", " for task ", "Airflow"],
  ["connection ", " to db", "MySQL"],
];

/** By what stands behind a blank after the number it is known whether one with no colon or comma before it can be of the list. */
const bare = AROUND.filter(([before]) => before.endsWith(" ") && !/[:,] $/.test(before)).map(([, after]) => after[1]);

export const besideNumbers = header(
  "LG_BESIDE_NUMBERS_GEN_H",
  "beside-numbers.mjs",
  `static const around AROUND[] = {
${AROUND.map(
  ([before, after, who]) =>
    `    {${cString(before)}, ${cString(after)}, ${before.length}, ${after.length}}, /* ${who} */`,
).join("\n")}
};
/* With which bytes those go on, behind the blank, that have no colon or comma before the number. */
static const char AROUND_BARE[] = ${cString([...new Set(bare)].join(""))};
`,
);
