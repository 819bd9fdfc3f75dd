import { dateFormatsOf } from "./import-dates.ts";
import {
  type DateFormat,
  type ImportField,
  importFieldNames,
  importFields,
} from "./import-fields.ts";
import type { FieldSource, ImportMapping } from "./import-mapping.ts";
import { type SourceRow, textIn } from "./import-rows.ts";

/** A column whose days could be read in more than one way. */
export interface UnclearDates {
  field: ImportField;
  column: string;
  samples: string[];
}

/**
 * Adds the date formats to a mapping, inferred from all cells of each column. A column that fits several formats gets
 * the one of them that another column requires. If other columns require none of them, or two, the column is unclear.
 */
export function withDateFormats(
  rows: SourceRow[],
  mapping: ImportMapping,
): { mapping: ImportMapping; unclear: UnclearDates[] } {
  if (mapping.date_format) return { mapping, unclear: [] };
  const columns = importFieldNames.flatMap((field) => {
    const source = mapping.fields[field];
    if (!source || importFields[field] !== "date") return [];
    if ("column" in source && source.date_format) return [];
    const cells = new Set(rows.map(({ cells }) => textIn(cells, source)).filter(Boolean));
    return [{ field, source, cells, formats: dateFormatsOf(cells) }];
  });
  const requiredFormats = columns.flatMap(({ formats }) => (formats.length === 1 ? formats : []));
  const commonFormat = mostFrequent(requiredFormats);
  const fields = { ...mapping.fields };
  const unclear: UnclearDates[] = [];
  for (const { field, source, cells, formats } of columns) {
    if (formats.length === 0) continue;
    const candidates =
      formats.length > 1 ? formats.filter((format) => requiredFormats.includes(format)) : formats;
    if (candidates.length !== 1) {
      const column = "column" in source ? source.column : field;
      unclear.push({ field, column, samples: [...cells].slice(0, 3) });
    } else if (candidates[0] !== commonFormat && "column" in source) {
      fields[field] = { ...source, date_format: candidates[0] as DateFormat } satisfies FieldSource;
    }
  }
  return {
    mapping: { ...mapping, fields, ...(commonFormat && { date_format: commonFormat }) },
    unclear,
  };
}

function mostFrequent(formats: DateFormat[]): DateFormat | undefined {
  const counts = new Map<DateFormat, number>();
  for (const format of formats) counts.set(format, (counts.get(format) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}
