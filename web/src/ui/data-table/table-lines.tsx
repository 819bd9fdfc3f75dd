import { Checkbox, Skeleton } from "@mantine/core";
import { memo, type ReactNode } from "react";
import { classOf } from "./column-heads.tsx";
import type { Column, Group } from "./columns.ts";
import classes from "./data-table.module.css";

interface RowProps<Row> {
  /** Undefined until its page has loaded. */
  row: Row | undefined;
  index: number;
  columns: readonly Column<Row>[];
  isNarrow: boolean;
  opens: boolean;
  measure: ((element: HTMLElement | null) => void) | undefined;
  attributes: Record<string, unknown> | undefined;
  /** Undefined where rows cannot be selected. */
  isSelected: boolean | undefined;
  select: ((index: number, isRange: boolean) => void) | undefined;
  name: string | undefined;
}

function Row<Row>(props: RowProps<Row>) {
  const { row, index, columns, isNarrow, opens, measure, attributes, isSelected, select } = props;
  return (
    <tr
      ref={measure}
      className={opens ? classes.opens : undefined}
      data-index={index}
      data-selected={isSelected || undefined}
      aria-rowindex={index + 2}
      {...attributes}
    >
      {select && (
        <td className={classes.check}>
          <Checkbox
            size="xs"
            aria-label={`Select: ${props.name ?? ""}`}
            disabled={row === undefined}
            checked={isSelected ?? false}
            onChange={(event) =>
              select(index, (event.nativeEvent as Event & { shiftKey?: boolean }).shiftKey ?? false)
            }
          />
        </td>
      )}
      {isNarrow ? (
        <td>{row === undefined ? placeholder : <Stacked columns={columns} row={row} />}</td>
      ) : (
        columns.map((column) => {
          const Cell = column.isMain ? "th" : "td";
          return (
            <Cell
              key={column.id}
              scope={column.isMain ? "row" : undefined}
              className={classOf(column)}
            >
              {row === undefined ? placeholder : cellOf(column, row)}
            </Cell>
          );
        })
      )}
    </tr>
  );
}

/** Memoized: while the page scrolls, only rows that come into view are rendered. */
export const RowLine = memo(Row) as typeof Row;

export function cellOf<Row>(column: Column<Row>, row: Row): ReactNode {
  return column.cell ? column.cell(row) : column.value?.(row);
}

const placeholder = <Skeleton height={12} width="60%" />;

function Stacked<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  return (
    <>
      {columns.filter(({ isMain }) => isMain).map((column) => cellOf(column, row))}
      <div className={classes.others}>
        {columns
          .filter(({ isMain }) => !isMain)
          .map((column) => ({ column, content: cellOf(column, row) }))
          .filter(({ content }) => content)
          .map(({ column, content }) => (
            <span key={column.id}>
              {column.isNamed && `${column.label} `}
              {content}
            </span>
          ))}
      </div>
    </>
  );
}

interface GroupProps<Row> {
  group: Group<Row>;
  columns: readonly Column<Row>[];
  head: ReactNode;
  isSelectable: boolean;
  isNarrow: boolean;
}

/** Header of a group, which takes the room up to the first sum, with the sums of its rows in their columns. */
export function GroupLine<Row>({ group, columns, head, isSelectable, isNarrow }: GroupProps<Row>) {
  const firstSum = columns.findIndex(({ total }) => total);
  const span = isNarrow ? 1 : firstSum > 0 ? firstSum : columns.length;
  return (
    <tr className={classes.group}>
      {isSelectable && <td />}
      <th scope="rowgroup" colSpan={span}>
        {head}
      </th>
      {(isNarrow ? [] : columns.slice(span)).map((column) => (
        <td key={column.id} className={classOf(column)}>
          {column.total?.(group.rows)}
        </td>
      ))}
    </tr>
  );
}
