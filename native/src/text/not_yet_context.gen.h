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
static const char LG_BEFORE_AMID[] = "\350\277\233\350\241\214 \345\244\204\347\220\206 \346\211\247\350\241\214 \350\231\225\347"
        "\220\206 \346\216\222\351\230\237 \347\255\211\345\276\205 \351\203\250\347\275\262 \345\207"
        "\246\347\220\206 \345\256\237\350\241\214 \351\200\262\350\241\214 \345\276\205\346\251\237"
        " \346\272\226\345\202\231 \345\256\241\346\240\270 \345\212\240\350\275\275 \346\236\204\345"
        "\273\272 \350\277\220\350\241\214 \347\224\237\346\210\220 \345\207\206\345\244\207 \344\277"
        "\235\347\225\231 \343\203\207\343\203\227\343\203\255\343\202\244 \343\203\223\343\203\253\343"
        "\203\211 \350\252\255\343\201\277\350\276\274\343\201\277 \344\275\234\346\210\220 \354\262"
        "\230\353\246\254 \353\214\200\352\270\260 \354\247\204\355\226\211 \354\213\244\355\226\211"
        " \354\244\200\353\271\204 \353\260\260\355\217\254";
static const char LG_STATE_LEADS[] = "is are still process currently now est";
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
        " restored resized attached migrated transferred validated performed applied pulled verarbei"
        "tet bearbeitet geladen erstellt";
static const char LG_YET_THINGS[] = "result results response reply answer update updates output status";

#endif
