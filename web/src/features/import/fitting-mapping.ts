import type { ImportAnswer, ImportMapping } from "../../api/routes.ts";

/** A mapping without the columns that a file lacks, and the names of those. */
export function fittingMapping(
  mapping: ImportMapping,
  columns: ImportAnswer["columns"],
): { mapping: ImportMapping; missing: string[] } {
  const names = new Set(columns.map(({ name }) => name));
  const missing = new Set<string>();
  const fields = Object.entries(mapping.fields).filter(([, source]) => {
    const isThere = !source || !("column" in source) || names.has(source.column);
    if (!isThere) missing.add(source.column);
    return isThere;
  });
  return { mapping: { ...mapping, fields: Object.fromEntries(fields) }, missing: [...missing] };
}
