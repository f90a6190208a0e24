/* Made by scripts/build-native-tables.mjs from beside-numbers.mjs. Not to be edited. */
/* clang-format off */
#ifndef LG_BESIDE_NUMBERS_GEN_H
#define LG_BESIDE_NUMBERS_GEN_H

static const around AROUND[] = {
    {" ", " --- [", 1, 6, ' ', '-'}, /* Spring Boot */
    {" ", " Segmentation fault", 1, 19, ' ', 'S'}, /* shells */
    {" ", " Killed", 1, 7, ' ', 'K'}, /* shells */
    {" ", " Aborted", 1, 8, ' ', 'A'}, /* shells */
    {" ", " Terminated", 1, 11, ' ', 'T'}, /* shells */
    {"(x", " over ", 2, 6, 'x', 'o'}, /* kubectl */
    {"Process: ", " ExecStart", 9, 10, ' ', 'E'}, /* systemctl */
    {"sent ", " bytes ", 5, 7, ' ', 'b'}, /* rsync */
    {"received ", " bytes ", 9, 7, ' ', 'b'}, /* rsync */
    {"    Tasks: ", " (limit: ", 11, 9, ' ', '('}, /* systemctl */
    {"Max Memory Used: ", " MB", 17, 3, ' ', 'M'}, /* AWS Lambda */
    {"tasks: ", " executed", 7, 9, ' ', 'e'}, /* Gradle */
    {"task: ", " executed", 6, 9, ' ', 'e'}, /* Gradle */
    {", ", " up-to-date", 2, 11, ' ', 'u'}, /* Gradle */
    {", ", " from cache", 2, 11, ' ', 'f'}, /* Gradle */
    {"Process ", " has finished execution", 8, 23, ' ', 'h'}, /* Desktop Commander */
    {"execute job ", " for task ", 12, 10, ' ', 'f'}, /* Airflow */
};
#define AROUND_NEXT {UINT64_C(0x210000000000), UINT64_C(0x20816400182822)}

#endif
