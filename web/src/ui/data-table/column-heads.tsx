import { VisuallyHidden } from "@mantine/core";
import { ChevronDownIcon, ChevronUpIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { Column } from "./columns.ts";
import classes from "./data-table.module.css";
import type { Head } from "./use-data-table.ts";

interface Props<Row> {
  columns: readonly Column<Row>[];
  heads: Head[];
  /** Header of the checkboxes that select rows. */
  select: ReactNode;
}

/** Headers of the columns; the header of a sortable column is a button. */
export function ColumnHeads<Row>({ columns, heads, select }: Props<Row>) {
  return (
    <tr>
      {select}
      {columns.map((column, index) => {
        const { sorts = [] } = heads[index] ?? {};
        const direction = sorts.find((sort) => sort.direction)?.direction;
        return (
          <th
            key={column.id}
            scope="col"
            className={classOf(column)}
            style={{ width: column.width }}
            aria-sort={direction && (direction === "asc" ? "ascending" : "descending")}
          >
            {sorts.length > 0 ? (
              <span className={classes.sorts}>
                {sorts[0]?.id !== column.id && (
                  <span className={classes.label}>{column.label}</span>
                )}
                {sorts.map((sort) => (
                  <SortButton key={sort.id} {...sort} />
                ))}
              </span>
            ) : column.isLabelHidden ? (
              <VisuallyHidden>{column.label}</VisuallyHidden>
            ) : (
              <span className={classes.label}>{column.label}</span>
            )}
          </th>
        );
      })}
    </tr>
  );
}

function SortButton({ label, direction, toggle }: Head["sorts"][number]) {
  const Arrow = direction === "desc" ? ChevronDownIcon : ChevronUpIcon;
  return (
    <button
      type="button"
      className={classes.sort}
      data-sorted={direction !== undefined || undefined}
      onClick={toggle}
    >
      {label}
      {direction && <Arrow size={14} aria-hidden />}
    </button>
  );
}

export function classOf<Row>(column: Column<Row>): string {
  return [column.className, column.isNumber && classes.number, column.isWrapped && classes.wrapped]
    .filter(Boolean)
    .join(" ");
}
