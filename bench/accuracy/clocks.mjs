/** The clocks that a preset is measured with: seconds from round to round, or none, as in records without times. */

export const NO_CLOCK = undefined;
/** The pace of a usual agent. Runs that have times of their own are replayed at these. */
export const LIVE = 8;

export function clockName(pace) {
  return pace === NO_CLOCK ? "no clock" : `${pace} s a round`;
}
