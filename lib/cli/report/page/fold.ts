/** Parts that are folded on a phone, so that the runs are on its first screen; everywhere else, and on paper, they are open. */

/** As in narrow.css. Paper is never narrow: what is folded is printed. */
const NARROW = "screen and (max-width: 620px)";

export function foldOnPhones(parts: readonly HTMLDetailsElement[]): void {
  const narrow = matchMedia(NARROW);
  const adapt = () => {
    for (const part of parts) part.open = !narrow.matches;
  };
  narrow.addEventListener("change", adapt);
  adapt();
}
