/**
 * Makes the C headers with values of lib/ (from `out/`), so that each default and each text is written in one place:
 * options, presets and texts of transient failures for the core, messages and words for the hook and the scan. `native-tables/` has
 * what goes into each. `--check` writes nothing and fails when a file is out of date.
 */
import { writeOrCheck } from "./generated.mjs";
import { besideNumbers } from "./native-tables/beside-numbers.mjs";
import { byteKinds, wordBytes } from "./native-tables/bytes.mjs";
import { callNames, shellPrograms } from "./native-tables/call-names.mjs";
import { characters } from "./native-tables/characters.mjs";
import { envelopeNames } from "./native-tables/envelope.mjs";
import { frames } from "./native-tables/frames.mjs";
import { ignoredMembers } from "./native-tables/ignored-members.mjs";
import { messages } from "./native-tables/messages.mjs";
import { options } from "./native-tables/options.mjs";
import { presets } from "./native-tables/presets.mjs";
import { resultWords } from "./native-tables/result-words.mjs";
import { times } from "./native-tables/times.mjs";
import { traits } from "./native-tables/traits.mjs";
import { hookWords, notYetContext, ownWords, passingWords, scanFields, scanWords } from "./native-tables/words.mjs";

for (const [file, made] of [
  ["native/hook/words.gen.h", hookWords],
  ["native/programs/messages.gen.h", messages],
  ["native/programs/own_words.gen.h", ownWords],
  ["native/scan/characters.gen.h", characters],
  ["native/scan/fields.gen.h", scanFields],
  ["native/scan/traits.gen.h", traits],
  ["native/scan/words.gen.h", scanWords],
  ["native/src/identity/ignored_members.gen.h", ignoredMembers],
  ["native/src/policy/options.gen.h", options],
  ["native/src/policy/presets.gen.h", presets],
  ["native/src/state/word_bytes.gen.h", wordBytes],
  ["native/src/text/beside_numbers.gen.h", besideNumbers],
  ["native/src/text/byte_kinds.gen.h", byteKinds],
  ["native/src/text/call_names.gen.h", callNames],
  ["native/src/text/envelope_names.gen.h", envelopeNames],
  ["native/src/text/frames.gen.h", frames],
  ["native/src/text/not_yet_context.gen.h", notYetContext],
  ["native/src/text/passing_words.gen.h", passingWords],
  ["native/src/text/result_words.gen.h", resultWords],
  ["native/src/text/shell_programs.gen.h", shellPrograms],
  ["native/src/text/times.gen.h", times],
])
  writeOrCheck(file, made, "lib/", "build-native-tables.mjs");
