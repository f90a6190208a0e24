/* meaning.h: how long a call says that it waits. A table of commands, of tools for waiting, of looks at processes. */
#include "json/json.h"
#include "lg_test.h"
#include "text/shell_wait.h"
#include "text/meaning.h"

#define OPEN (-1.0)

static double wait_of(const char *command, size_t len) {
  char *copy = malloc(len + 1); /* not a byte to spare, so that ASan sees a read past it */
  if (copy == NULL) abort();
  memcpy(copy, command, len);
  lg_wait wait = lg__shell_wait(copy, len);
  free(copy);
  return wait.open ? OPEN : wait.ms;
}

static double call_wait(const char *tool, const char *args) {
  lg_workspace *workspace;
  lg_read_order order;
  CHECK_EQ_INT(lg_workspace_new(NULL, &workspace), LG_OK);
  CHECK_EQ_INT(lg__json_read(workspace, args, strlen(args), &order), LG_OK);
  lg_value value = lg_value_at((const uint8_t *)workspace->packed.data, workspace->packed.len);
  double ms = lg__call_wait_ms(lg__name_signs(tool, strlen(tool)), value);
  lg_workspace_free(workspace);
  return ms;
}

typedef struct row {
  const char *text;
  double ms;
} row;

static void check_rows(const row *rows, size_t count) {
  for (size_t i = 0; i < count; i++) {
    double got = wait_of(rows[i].text, strlen(rows[i].text));
    CHECK(got == rows[i].ms);
    if (got != rows[i].ms) fprintf(stderr, "  %g, not %g: %s\n", got, rows[i].ms, rows[i].text);
  }
}
#define CHECK_ROWS(rows) check_rows(rows, sizeof(rows) / sizeof *(rows))

/* ---- commands ---------------------------------------------------------------------------------------------------- */

LG_TEST(sleep_says_how_long_it_waits) {
  static const row rows[] = {{"sleep 30", 30000},
                             {"sleep 0.5", 500},
                             {"sleep .5", 500},
                             {"sleep 1m", 60000},
                             {"sleep 1h", 3600000},
                             {"sleep 1d", 86400000},
                             {"sleep 1m 30s", 90000},
                             {"sleep 5s", 5000},
                             {" \tsleep\t5 ", 5000},
                             {"sleep '5'", 5000},
                             {"sleep \"5\"", 5000},
                             {"\\sleep 5", 5000},
                             {"'sleep' 5", 5000},
                             {"/bin/sleep 5", 5000},
                             {"usleep 500000", 500},
                             {"sleep $N", OPEN},
                             {"sleep ${N:-5}", OPEN},
                             {"sleep \"$N\"", OPEN},
                             {"sleep $((60 * 5))", OPEN},
                             {"sleep $(cat n)", OPEN},
                             {"sleep `cat n`", OPEN},
                             {"sleep infinity", OPEN},
                             {"sleep 0", 0},
                             {"sleep", 0},
                             {"sleep x", 0},
                             {"sleep --help", 0},
                             {"sleep 5 > /dev/null 2>&1", 5000},
                             {"sleep 99999999999999999999999", 31536000000},
                             {"", 0}};
  CHECK_ROWS(rows);
}

LG_TEST(a_sleep_that_is_not_run_is_no_wait) {
  static const row rows[] = {{"cat x # sleep 30", 0},
                             {"# sleep 30", 0},
                             {"cat x\n# sleep 30\nls", 0},
                             {"echo 'do not sleep 30'", 0},
                             {"echo \"; sleep 30\"", 0},
                             {"echo 'it'\\''s; sleep 30'", 0},
                             {"echo $'it\\'s; sleep 30'", 0},
                             {"git log --grep 'sleep 30'", 0},
                             {"git log --grep sleep 30", 0},
                             {"grep -rn sleep 30 .", 0},
                             {"grep 'time.sleep(5)' *.py", 0},
                             {"rg \"sleep\" && ls", 0},
                             {"make sleep 5", 0},
                             {"echo sleep 5", 0},
                             {"echo \\; sleep 5", 0},
                             {"which sleep", 0},
                             {"command -v sleep", 0},
                             {"man sleep 1", 0},
                             {"kill $(pgrep -f 'sleep 30')", 0},
                             {"tmux send-keys 'sleep 30' Enter", 0},
                             {"ls no-sleep 5; ./sleep.sh 5; sleeper 5", 0},
                             {"sed -i 's/sleep 5/sleep 1/' run.sh", 0},
                             {"cat > x.sh <<'EOF'\nsleep 30\nEOF\nchmod +x x.sh", 0},
                             {"cat <<-EOF > x\n\tsleep 30\n\tEOF\nls", 0},
                             {"git commit -m \"$(cat <<'EOF'\nfix\n\nsleep 30\nEOF\n)\"", 0},
                             {"docker run -d alpine sleep 300", 0},
                             {"sleep 30 &", 0},
                             {"nohup sleep 30 > log 2>&1 &", 0},
                             {"(sleep 30; make) & ls", 0},
                             {"{ sleep 30; make; } & ls", 0},
                             {"while true; do sleep 5; done & ls", 0},
                             {"make && sleep 5 & ls", 0},
                             {"timeout 60 make", 0},
                             {"timeout 60 python x.py", 0},
                             {"echo 'unbalanced; sleep 5", 0},
                             {"don't; sleep 5", 0},
                             {"npm run watch", 0},
                             {"tail -n 50 log", 0},
                             {"echo wait; echo watch", 0},
                             {"a=(sleep 5)", 0},
                             {"((sleep = 5))", 0},
                             {"x=sleep; ls 5", 0}};
  CHECK_ROWS(rows);
}

LG_TEST(a_sleep_somewhere_in_a_command_is_found) {
  static const row rows[] = {{"sleep 2; sleep 3", 5000},
                             {"sleep 20 && tail -n 1 build.log", 20000},
                             {"make\nsleep 5\r\nmake", 5000},
                             {"make || sleep 5", 5000},
                             {"make | sleep 5 | sleep 3", 5000},
                             {"make & sleep 5", 5000},
                             {"make 2>&1 | tee log; sleep 5", 5000},
                             {"make &> log; sleep 5", 5000},
                             {"make >log 2>err <in; sleep 5", 5000},
                             {"cat <<< 'x'; sleep 5", 5000},
                             {"diff <(ls a) <(ls b); sleep 5", 5000},
                             {"echo 'it'\"'\"'s'; sleep 5", 5000},
                             {"echo \"a \\\" b\"; sleep 5", 5000},
                             {"echo a\\'b; sleep 5", 5000},
                             {"echo x#y; sleep 5", 5000},
                             {"echo x # it's\nsleep 5", 5000},
                             {"(cd x && sleep 5)", 5000},
                             {"{ sleep 5; }", 5000},
                             {"echo $(sleep 5; date)", 5000},
                             {"echo \"now: $(sleep 5; date)\"", 5000},
                             {"echo `sleep 5`", 5000},
                             {"if true; then sleep 5; fi", 5000},
                             {"if x; then y; else sleep 5; fi", 5000},
                             {"! sleep 5", 5000},
                             {"time sleep 5", 5000},
                             {"f() { sleep 5; }; f", 5000},
                             {"case $x in a) sleep 5;; esac", 5000},
                             {"sleep 5 \\\n&& ls", 5000},
                             {"sleep \\\n  5", 5000},
                             {"cat <<EOF > x\nsleep 30\nEOF\nsleep 5", 5000},
                             {"cat <<A; cat <<'B C'\nsleep 30\nA\nsleep 30\nB C\nsleep 5", 5000},
                             {"echo ${x//[;\"]/y}; sleep 5", 5000},
                             {"x=$((1 << 2)); sleep 5", 5000},
                             {"[[ $x < 3 && -f y ]]; sleep 5", 5000},
                             {"sleep 30 & make; wait", 30000},
                             {"sleep 30 & sleep 10 & wait", 30000},
                             {"make & wait", 0},
                             {"wait", OPEN},
                             {"wait $PID", OPEN}};
  CHECK_ROWS(rows);
}

LG_TEST(programs_that_run_programs_are_seen_through) {
  static const row rows[] = {{"env X=1 sleep 5", 5000},
                             {"X=1 Y='a b' sleep 5", 5000},
                             {"sudo sleep 5", 5000},
                             {"sudo -u root -E sleep 5", 5000},
                             {"nohup nice -n 5 sleep 5", 5000},
                             {"exec sleep 5", 5000},
                             {"bash -c \"sleep 5\"", 5000},
                             {"bash -c 'sleep 5; echo \"sleep 9\"'", 5000},
                             {"bash -lc 'sleep 5 && bash -c \"sleep 3\"'", 8000},
                             {"bash -c \"echo \\\"; sleep 9\\\"; sleep 5\"", 5000},
                             {"bash -c \"x $(sleep 5)\"", 5000},
                             {"bash -eo pipefail -c 'sleep 5'", 5000},
                             {"sh -c 'echo sleep 5'", 0},
                             {"bash sleep.sh 5", 0},
                             {"bash <<'EOF'\nls\nsleep 5\nEOF", 5000},
                             {"timeout 3 bash <<'EOF'\nsleep 5\nEOF", 3000},
                             {"eval 'sleep 5'", 5000},
                             {"eval sleep 5", 5000},
                             {"ssh -p 22 host 'sleep 5; uptime'", 5000},
                             {"ssh host sleep 5", 5000},
                             {"docker exec -it box sleep 5", 5000},
                             {"docker compose exec -T app sh -c 'sleep 5'", 5000},
                             {"kubectl exec pod -c app -- sleep 5", 5000},
                             {"python -c \"import time; time.sleep(5)\"", 5000},
                             {"python3 -c 'import time\ntime.sleep(2); time.sleep(0.5)'", 2500},
                             {"python3.11 -uc 'from time import sleep; sleep(5)'", 5000},
                             {"python3 -c 'import time; time.sleep(n)'", OPEN},
                             {"python3 -c 'import time; time.sleep(60 * 5)'", OPEN},
                             {"python3 -c 'import time\nfor i in range(3): time.sleep(5)'", OPEN},
                             {"python3 -c 'print(\"time.sleep(5)\")'", 0},
                             {"python3 -c 'x = 1 # time.sleep(5)'", 0},
                             {"python3 - <<'EOF'\nimport time\ntime.sleep(5)\nEOF", 5000},
                             {"python3 <<EOF\nimport time\ntime.sleep(5)\nEOF\nls", 5000},
                             {"python3 x.py <<EOF\ntime.sleep(5)\nEOF", 0},
                             {"python -m pytest -k sleep", 0},
                             {"uv run python -c 'import time; time.sleep(5)'", 5000},
                             {"perl -e 'sleep 5'", 5000},
                             {"perl -pe 's/x/sleep 5/' f", 0},
                             {"ruby -e 'sleep(5)'", 5000}};
  CHECK_ROWS(rows);
}

LG_TEST(a_limit_bounds_a_wait_and_is_none) {
  static const row rows[] = {{"timeout 60 x", 0},
                             {"timeout 60 sleep 5", 5000},
                             {"timeout 3 sleep 5", 3000},
                             {"timeout -k 5 -s KILL 1m sleep 300", 60000},
                             {"timeout 10 bash -c 'until x; do sleep 5; done'", 10000},
                             {"timeout 60 bash -c 'until x; do sleep 5; done'", OPEN},
                             {"timeout 15 tail -f log", 15000},
                             {"timeout $T sleep 5", 5000},
                             {"timeout 3 sudo timeout 9 sleep 60", 3000}};
  CHECK_ROWS(rows);
}

LG_TEST(loops_and_watchers_do_not_say_how_long) {
  static const row rows[] = {{"until curl -sf x; do sleep 5; done", OPEN},
                             {"while ! nc -z localhost 80; do sleep 1; done; ls", OPEN},
                             {"while sleep 1; do x; done", OPEN},
                             {"for i in 1 2 3; do x && break; sleep 10; done", OPEN},
                             {"for i in {1..30}\ndo\n  x && break\n  sleep 10\ndone", OPEN},
                             {"for i in 1 2; do for j in 3 4; do sleep 1; done; done", OPEN},
                             {"for f in *; do cat $f; done; sleep 5", 5000},
                             {"while read x; do echo $x; done < f; sleep 5", 5000},
                             {"watch -n 5 ls", OPEN},
                             {"tail -f log", OPEN},
                             {"tail -n 5 -F log | grep -m1 x", OPEN},
                             {"tail --follow=name log", OPEN},
                             {"kubectl wait --for=condition=Ready pod/x --timeout=60s", OPEN},
                             {"timeout 9 kubectl get pods --watch", 9000},
                             {"docker wait x", OPEN},
                             {"npx wait-on http://localhost:3000", OPEN},
                             {"./wait-for-it.sh db:5432", OPEN},
                             {"inotifywait -e modify a.log", OPEN},
                             {"ping -n 30 127.0.0.1", 30000},
                             {"ping -c 4 example.com", 0},
                             {"npx eslint .", 0},
                             {"aws ec2 wait instance-running --instance-ids i-1", OPEN},
                             {"gh run watch 7", OPEN},
                             {"gh pr checks 7 --watch --interval 10", OPEN},
                             {"workmux wait x --timeout 1800", OPEN},
                             {"gh pr create --title wait", 0},
                             {"gh pr comment 7 --body 'wait'", 0},
                             {"docker exec x wait.sh", 0},
                             {"kubectl get pods", 0}};
  CHECK_ROWS(rows);
}

LG_TEST(windows_shells_wait_too) {
  static const row rows[] = {{"Start-Sleep -Seconds 5", 5000},
                             {"Start-Sleep 5; Get-Content log", 5000},
                             {"start-sleep -s 5", 5000},
                             {"Start-Sleep -Milliseconds 500", 500},
                             {"Start-Sleep -Duration ([timespan]::new(0, 0, 5))", OPEN},
                             {"echo a \\\r\n && sleep 3", 3000},
                             {"Start-Sleep -Seconds $n", OPEN},
                             {"powershell -NoProfile -Command \"Start-Sleep -Seconds 5; dir\"", 5000},
                             {"powershell.exe -c Start-Sleep 5", 5000},
                             {"pwsh -File sleep.ps1", 0},
                             {"cmd /c timeout /t 5", 5000},
                             {"timeout /t 5 /nobreak > nul & dir", 5000},
                             {"timeout /t %N%", OPEN},
                             {"while ($true) { Start-Sleep 5 }", OPEN},
                             {"Write-Output 'Start-Sleep 5'", 0}};
  CHECK_ROWS(rows);
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

typedef struct call_row {
  const char *tool, *args;
  double ms;
} call_row;

static void check_calls(const call_row *rows, size_t count) {
  for (size_t i = 0; i < count; i++) {
    double got = call_wait(rows[i].tool, rows[i].args);
    CHECK(got == rows[i].ms);
    if (got != rows[i].ms) fprintf(stderr, "  %g, not %g: %s %s\n", got, rows[i].ms, rows[i].tool, rows[i].args);
  }
}
#define CHECK_CALLS(rows) check_calls(rows, sizeof(rows) / sizeof *(rows))

LG_TEST(the_command_of_a_shell_is_in_one_of_its_members) {
  static const call_row rows[] = {{"Bash", "{\"command\":\"sleep 5\",\"timeout\":60000}", 5000},
                                  {"Bash", "{\"command\":\"sleep 5\",\"run_in_background\":true}", 0},
                                  {"run_shell_command", "{\"command\":\"sleep 5\",\"is_background\":true}", 0},
                                  {"Bash", "{\"command\":\"sleep 5\",\"run_in_background\":false}", 5000},
                                  {"exec_command", "{\"cmd\":\"sleep 90; ls\",\"yield_time_ms\":30000}", 90000},
                                  {"shell", "{\"command\":[\"bash\",\"-lc\",\"sleep 5 && ls\"]}", 5000},
                                  {"shell", "{\"command\":[\"sleep\",\"5\"]}", 5000},
                                  {"shell", "{\"command\":[\"echo\",\"; sleep 5\"]}", 0},
                                  {"shell", "{\"command\":[\"python\",\"-c\",\"import time; time.sleep(5)\"]}", 5000},
                                  {"shell", "{\"command\":[\"sleep 5\"]}", 5000},
                                  {"shell", "\"sleep 5\"", 5000},
                                  {"exec", "{\"command\":\"sleep 5\"}", 5000},
                                  {"search", "{\"command\":\"sleep 5\"}", 0}};
  CHECK_CALLS(rows);
}

LG_TEST(tools_for_waiting_say_how_long_in_a_member) {
  static const call_row rows[] = {{"wait", "{\"seconds\":5}", 5000},
                                  {"wait", "{\"duration\":5}", 5000},
                                  {"wait", "{\"duration\":5000}", 5000},
                                  {"wait", "{\"duration\":\"5\"}", 5000},
                                  {"wait", "{\"duration\":\"5m\"}", 300000},
                                  {"wait", "{\"duration_ms\":500}", 500},
                                  {"wait", "{\"ms\":500}", 500},
                                  {"wait", "{\"durationMs\":500}", 500},
                                  {"wait", "{\"duration_ms\":\"500\"}", 500},
                                  {"wait", "{\"minutes\":1,\"seconds\":30}", 90000},
                                  {"wait", "{\"waitMinutes\":2}", 120000},
                                  {"wait", "5", 5000},
                                  {"wait", "\"5\"", 5000},
                                  {"wait", "{\"seconds\":0}", 0},
                                  {"wait", "{}", OPEN},
                                  {"wait", "{\"seconds\":-3}", OPEN},
                                  {"wait_for_job", "{\"id\":7}", OPEN},
                                  {"delay", "{\"seconds\":5}", 5000},
                                  {"pause", "{\"seconds\":5}", 5000},
                                  {"idle", "{}", OPEN},
                                  {"pause_video", "{\"seconds\":5}", 0},
                                  {"wait_for_job", "{\"id\":7,\"timeout\":10}", 10000},
                                  {"wait_for_job", "{\"id\":7,\"timeout_ms\":600000}", OPEN},
                                  {"browser_wait_for", "{\"time\":3}", 3000},
                                  {"browser_wait_for", "{\"text\":\"Ready\"}", OPEN},
                                  {"sleep", "{\"seconds\":1e300}", OPEN}};
  CHECK_CALLS(rows);
}

LG_TEST(looks_at_work_in_the_background_wait) {
  static const call_row rows[] = {{"write_stdin", "{\"session_id\":1,\"chars\":\"\",\"yield_time_ms\":30000}", OPEN},
                                  {"write_stdin", "{\"session_id\":1}", OPEN},
                                  {"write_stdin", "{\"session_id\":1,\"chars\":\"y\\n\"}", 0},
                                  {"functions.write_stdin", "{\"session_id\":1}", OPEN},
                                  {"mcp__codex__write-stdin", "{\"session_id\":1}", OPEN},
                                  {"BashOutput", "{\"bash_id\":\"a1\",\"filter\":\"x\"}", OPEN},
                                  {"TaskOutput", "{\"task_id\":\"a1\",\"block\":false}", OPEN},
                                  {"bash_output", "{\"process_id\":\"a1\"}", OPEN},
                                  {"AgentOutputTool", "{\"agentId\":\"a1\"}", OPEN},
                                  {"command_status", "{\"CommandId\":\"a1\"}", OPEN},
                                  {"read_bash", "{\"shellId\":\"a1\",\"delay\":5}", OPEN},
                                  {"execute_bash", "{\"command\":\"\",\"is_input\":\"true\"}", OPEN},
                                  {"execute_bash", "{\"command\":\"ls\"}", 0},
                                  {"execute_bash", "{\"command\":\"sleep 5\"}", 5000},
                                  {"process", "{\"action\":\"poll\",\"sessionId\":\"a1\"}", OPEN},
                                  {"process", "{\"action\":\"kill\",\"sessionId\":\"a1\"}", 0},
                                  {"process", "{}", 0},
                                  {"computer", "{\"action\":\"wait\",\"duration\":3}", 3000},
                                  {"computer", "{\"action\":\"screenshot\"}", 0},
                                  {"bash_output_writer", "{}", 0},
                                  {"TaskOutputs", "{}", 0}};
  CHECK_CALLS(rows);
}

/* ---- hostile commands -------------------------------------------------------------------------------------------- */

/* Every beginning and every end of these, and with each byte changed: nothing but ASan, and the range, is asked. */
LG_TEST(broken_commands_are_read_within_their_bounds) {
  static const char *const texts[] = {
      "sudo -u x env A=1 timeout -k 5 60 bash -lc 'sleep $((1+2)); `sleep 5` \"$(sleep 1)\"' 2>&1 | tee x &",
      "cat <<-'E F' > x; python3 - <<EOF\n\tsleep\nE F\nimport time\nfor x in '''a''': time.sleep(5)\nEOF\nwait",
      "for ((i=0;i<3;i++)); do { sleep ${N:-5}; } done; case $x in a|b) sleep 1;; esac; a=(sleep 5) # sleep",
      "cmd /c timeout /t 5 & powershell -Command \"Start-Sleep -s 5\"; kubectl exec p -c x -- sleep $'5\\''"};
  static const char bytes[] = "\"'`$(){};&|<>#\\\n\r \t-=/0s\0\xff";
  for (size_t t = 0; t < sizeof texts / sizeof *texts; t++) {
    size_t len = strlen(texts[t]);
    char *copy = malloc(len);
    if (copy == NULL) abort();
    for (size_t i = 0; i < len; i++) {
      CHECK(wait_of(texts[t], i) >= OPEN && wait_of(texts[t] + i, len - i) >= OPEN);
      for (size_t b = 0; b < sizeof bytes; b++) {
        memcpy(copy, texts[t], len);
        copy[i] = bytes[b];
        CHECK(wait_of(copy, len) >= OPEN);
      }
    }
    free(copy);
  }
}

/* A megabyte of each of these: without a bound on the depth or on what is read again it would not return. */
LG_TEST(long_commands_take_linear_time) {
  static const char *const parts[] = {
      "$(",    "(",          "`",     "\"",       "'",        "{ ",    "while ", "<<E ",      "\n",      "bash -c ",
      "eval ", "timeout 5 ", "sudo ", "((",       "${",       "$'",    "\\",     "<(",        "& ",      "<<E\n",
      "\"$(",  "X=1 ",       "\"\"",  "sleep 5;", "sleep 5 ", "wait&", "case ",  "bash -c '", "ssh x \""};
  enum { SIZE = 1 << 20 };
  char *text = malloc(SIZE + 6);
  if (text == NULL) abort();
  for (size_t p = 0; p < sizeof parts / sizeof *parts; p++) {
    size_t part = strlen(parts[p]), len = 6;
    memcpy(text, "sleep;", 6);
    for (; len + part <= SIZE; len += part) memcpy(text + len, parts[p], part);
    CHECK(wait_of(text, len) >= OPEN);
  }
  free(text);
}
