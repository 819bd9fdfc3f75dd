import type { Column } from "./columns.ts";
import { ExportMenu } from "./export-menu.tsx";

interface Props<Row> {
  /** Name of the table on paper. */
  label: string;
  /** Name of a file, without the day and the ending. */
  fileName: string;
  /** Name of the table in the button's label, if the file's name has no good words for it. */
  spokenName?: string;
  columns: readonly Column<Row>[];
  /** In the order of the screen. */
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** Reads the rows that a list shows only further down; the rows themselves when absent. */
  readRows?: () => Promise<Row[]>;
}

/** Writes or prints a table that is not a `DataTable`. */
export function ExportRows<Row>({ rows, readRows, ...table }: Props<Row>) {
  return (
    <ExportMenu
      table={{
        ...table,
        count: rows.length,
        readRows: readRows ?? (() => Promise.resolve([...rows])),
      }}
    />
  );
}
