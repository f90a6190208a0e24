/* Made by scripts/build-native-tables.mjs from not-yet-context.mjs. Not to be edited. */
/* clang-format off */
#ifndef LG_NOT_YET_CONTEXT_GEN_H
#define LG_NOT_YET_CONTEXT_GEN_H

static const char *const LG_STATE_KEYS[] = {
    "status",
    "state",
    "phase",
    "stage",
    "statename",
    "conclusion",
    "health",
    "active",
    "stat",
    "external-ip",
    "estado",
    "statut",
    "stato",
    "\321\201\320\276\321\201\321\202\320\276\321\217\320\275\320\270\320\265",
    "\321\201\321\202\320\260\321\202\321\203\321\201",
    "\354\203\201\355\203\234",
    "\347\212\266\346\200\201",
    "\347\212\266\346\205\213",
};
#define LG_STATUS_KEYS 2 /* of them, where keyed states stand */
static const char LG_STATE_LEADS[] = "is are still process currently now";
static const char LG_SHARE_WORDS[] = "ready available running complete completed done finished progress processed deployed downlo"
        "aded uploaded pending containercreating";
static const char LG_SHARE_LEADS[] = "step stage phase part chunk batch task init";
static const char LG_SHARE_WORKS[] = "build deploy deployment job export import backup migration pipeline sync";
static const char LG_SHARE_COLUMNS[] = "ready completions progress replicas";
static const char LG_TIMED_COLUMNS[] = "time starttime start_time start started duration elapsed progress completions exitcode time"
        "stamp";
static const char LG_WORKS[] = "ready pulling pushing fetching converting issuing building starting processing preparing pr"
        "ovisioning creating containercreating podinitializing deploying deleting terminating stoppi"
        "ng modifying updating initializing installing loading downloading uploading validating fina"
        "lizing indexing compiling rendering generating transcoding migrating resizing activating ca"
        "ncelling restarting restoring rebooting upgrading exporting importing syncing";
static const char *const LG_OVER[] = {
    "ed",
    "error",
    "done",
    "complete",
    "success",
    "failure",
};
static const char LG_DENIALS[] = "no not nothing none nobody never already while stopped without isn aren wasn weren hasn hav"
        "en 0 invalid unknown unexpected expected";
static const char LG_OWN_WORK[] = "puzzle game level quest mission lesson course quiz exercise profile form checklist rebase";
static const char LG_LASTING[] = "warning missing failing passing existing outstanding nothing something anything conflicting"
        " blocking listening serving trading sleeping string using having showing matching following"
        " according crashing during incoming outgoing ongoing";
static const char LG_TASK_KEYS[] = "title todo description subject";
static const char LG_YET_WORDS[] = "ready available complete completed finished started done mined confirmed processed propagat"
        "ed uploaded delivered received approved reviewed resolved provisioned deployed published bu"
        "ilt indexed generated settled cleared responded arrived terminated synced created issued pr"
        "epared verified met updated deleted exported imported converted encoded transcoded rendered"
        " restored resized attached migrated transferred validated performed applied pulled";
static const char LG_YET_THINGS[] = "result results response reply answer update updates output status";

#endif
