import type { Format } from "../../../supabase/functions/_domain/words/format.ts";
import { formatDay, formatMoment } from "./dates.ts";
import { formatExactHours, formatPercent } from "./numbers.ts";

/** The reader's locale and time zone, for values in the shared wording. */
export const readerFormat: Format = {
  day: formatDay,
  instant: (at) => formatMoment(at),
  number: formatExactHours,
  percent: (value) => formatPercent(value / 100),
};
