/* Made by scripts/build-native-tables.mjs from call-names.mjs. Not to be edited. */
/* clang-format off */
#ifndef LG_SHELL_PROGRAMS_GEN_H
#define LG_SHELL_PROGRAMS_GEN_H

static const struct prefix {
  const char *names, *valued;
} PREFIXES[] = {
    {"env", "uCS"},
    {"sudo", "ughpCTrtURD"},
    {"doas", "uC"},
    {"nice", "n"},
    {"ionice", "cnp"},
    {"time gtime", "fo"},
    {"stdbuf", "ioe"},
    {"caffeinate", "tw"},
    {"xvfb-run", "ansefpl"},
    {"npx bunx", "pc"},
    {"exec", "a"},
    {"command nohup setsid builtin chronic unbuffer", ""},
};
static const char WAITERS[] = "kubectl oc docker podman aws az gh gcloud argocd workmux";

#endif
