import { useEffect } from "react";
import { createPortal } from "react-dom";
import { formatDay, todayOf } from "../../format/dates.ts";
import { countOf } from "../../format/numbers.ts";
import type { ExportedTable } from "./export-button.tsx";
import classes from "./print-sheet.module.css";
import { cellOf } from "./table-lines.tsx";

interface Props<Row> {
  table: ExportedTable<Row>;
  rows: Row[];
  onPrinted: () => void;
}

/** All rows of a table on paper, without the rest of the page. Opens the print dialog. */
export function PrintSheet<Row>({ table, rows, onPrinted }: Props<Row>) {
  useEffect(() => {
    const page = document.documentElement;
    page.dataset["prints"] = "sheet";
    window.addEventListener("afterprint", onPrinted);
    window.print();
    return () => {
      window.removeEventListener("afterprint", onPrinted);
      delete page.dataset["prints"];
    };
  }, [onPrinted]);
  const columns = table.columns.filter(({ value }) => value !== undefined);
  return createPortal(
    <div className={classes.sheet} data-print-sheet>
      <table>
        <caption>
          {table.label}, {formatDay(todayOf())}, {countOf(rows.length, "row")}
        </caption>
        <thead>
          <tr>
            {columns.map(({ id, label, under = [] }) => (
              <th key={id} scope="col">
                {[label, ...under.map((fact) => fact.label)].join(", ")}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={table.rowId(row)}>
              {columns.map((column) => (
                <td key={column.id}>{cellOf(column, row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>,
    document.body,
  );
}
