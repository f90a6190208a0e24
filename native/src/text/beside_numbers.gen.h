/* Made by scripts/build-native-tables.mjs from beside-numbers.mjs. Not to be edited. */
/* clang-format off */
#ifndef LG_BESIDE_NUMBERS_GEN_H
#define LG_BESIDE_NUMBERS_GEN_H

static const around AROUND[] = {
    {" ", " --- [", 1, 6}, /* Spring Boot */
    {" ", " Segmentation fault", 1, 19}, /* shells */
    {" ", " Killed", 1, 7}, /* shells */
    {" ", " Aborted", 1, 8}, /* shells */
    {" ", " Terminated", 1, 11}, /* shells */
    {"(x", " over ", 2, 6}, /* kubectl */
    {"Process: ", " ExecStart", 9, 10}, /* systemctl */
    {"sent ", " bytes ", 5, 7}, /* rsync */
    {"received ", " bytes ", 9, 7}, /* rsync */
    {"    Tasks: ", " (limit: ", 11, 9}, /* systemctl */
    {"Max Memory Used: ", " MB", 17, 3}, /* AWS Lambda */
    {"tasks: ", " executed", 7, 9}, /* Gradle */
    {"task: ", " executed", 6, 9}, /* Gradle */
    {", ", " up-to-date", 2, 11}, /* Gradle */
    {", ", " from cache", 2, 11}, /* Gradle */
    {"Process ", " has finished execution", 8, 23}, /* Desktop Commander */
    {"POST git-upload-pack (", " bytes)", 22, 7}, /* Git */
    {"execute job ", " for task ", 12, 10}, /* Airflow */
};
#define AROUND_NEXT {UINT64_C(0x210000000000), UINT64_C(0x20816400182822)}

#endif
