import type { ImportAnswer, ImportMapping } from "../../api/routes.ts";

export type Source = NonNullable<ImportMapping["fields"][keyof ImportMapping["fields"]]>;

/** The columns that a field is read from. */
function columnsOf(source: Source): string[] {
  if ("column" in source) return [source.column];
  return "columns" in source ? source.columns : [];
}

/** The columns of the file that map to no field. */
export function unusedColumns(
  { fields }: ImportMapping,
  columns: ImportAnswer["columns"],
): string[] {
  const columnsInUse = Object.values(fields).flatMap((source) => (source ? columnsOf(source) : []));
  return columns.flatMap(({ name }) => (columnsInUse.includes(name) ? [] : [name]));
}

/** A mapping without the columns that a file lacks, and the names of these columns. */
export function fittingMapping(
  mapping: ImportMapping,
  columns: ImportAnswer["columns"],
): { mapping: ImportMapping; missing: string[] } {
  const names = new Set(columns.map(({ name }) => name));
  const missing = new Set<string>();
  const fields = Object.entries(mapping.fields).filter(([, source]) => {
    const lacking = source ? columnsOf(source).filter((column) => !names.has(column)) : [];
    for (const column of lacking) missing.add(column);
    return lacking.length === 0;
  });
  return { mapping: { ...mapping, fields: Object.fromEntries(fields) }, missing: [...missing] };
}
