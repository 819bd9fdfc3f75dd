import type { Format } from "../../../supabase/functions/_domain/words/format.ts";
import { formatDay, formatMoment } from "./dates.ts";
import { formatExactHours, formatPercent } from "./numbers.ts";

/** How sentences of the shared words write values for the reader: their locale, their time zone. */
export const readerFormat: Format = {
  day: formatDay,
  instant: (at) => formatMoment(at),
  number: formatExactHours,
  percent: (value) => formatPercent(value / 100),
};
