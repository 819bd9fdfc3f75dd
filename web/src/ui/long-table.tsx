import { Skeleton, Text, VisuallyHidden } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type ReactNode, useEffect, useRef } from "react";
import classes from "./long-table.module.css";
import { Problem } from "./problem.tsx";
import { SortableHead } from "./sortable-head.tsx";
import { useWindowRows } from "./window-rows.ts";

export interface Column<Row> {
  key: string;
  label: string;
  cell: (row: Row) => ReactNode;
  /** In pixels; the main column takes what is left. */
  width?: number;
  isMain?: boolean;
  isNumber?: boolean;
  /** Breaks into lines instead of being cut. */
  isWrapped?: boolean;
  /** Says its label where there are no column heads. */
  isNamed?: boolean;
  /** Left out of narrower tables. */
  hideBelow?: "md" | "lg";
  /** Present where the head sorts the table by this column. */
  sort?: {
    direction: "asc" | "desc" | undefined;
    onSort: (direction: "asc" | "desc") => void;
  };
}

interface Rows<Row> {
  total: number | undefined;
  row: (index: number) => Row | undefined;
  show: (first: number, last: number) => void;
  isStale: boolean;
  error: unknown;
  retry: () => void;
}

interface Props<Row> {
  label: string;
  columns: Column<Row>[];
  rows: Rows<Row>;
  empty: string;
  /** The main cell of a row has a link that covers the row. */
  opensRows?: boolean;
}

/** The assumed height of a row before it is measured. */
const ROW_HEIGHT = { wide: 45, narrow: 69 };

/**
 * A table of any length: only the lines in view are in the page, only their pages are read. On a phone
 * every row is one cell: the main column, and the others in a line under it.
 */
export function LongTable<Row>(props: Props<Row>) {
  const { rows, empty } = props;
  if (rows.error) return <Problem error={rows.error} retry={rows.retry} />;
  if (rows.total === undefined) return <Skeleton height={320} />;
  if (rows.total === 0) return <Text c="dimmed">{empty}</Text>;
  return <Lines {...props} count={rows.total} />;
}

function Lines<Row>({ label, columns, rows, count, opensRows }: Props<Row> & { count: number }) {
  const body = useRef<HTMLTableSectionElement>(null);
  const isNarrow = useMediaQuery("(max-width: 600px)", false, { getInitialValueInEffect: false });
  const heads = isNarrow ? columns.filter((column) => column.isMain) : columns;
  const { indexes, before, after, measure } = useWindowRows({
    list: body,
    count,
    size: () => (isNarrow ? ROW_HEIGHT.narrow : ROW_HEIGHT.wide),
  });
  const first = indexes[0] ?? 0;
  const last = indexes.at(-1) ?? 0;
  const { show } = rows;
  useEffect(() => show(first, last), [show, first, last]);

  return (
    <table className={classes.table} aria-rowcount={count + 1} aria-busy={rows.isStale}>
      <caption>
        <VisuallyHidden>{label}</VisuallyHidden>
      </caption>
      <thead className={isNarrow ? "visually-hidden" : undefined}>
        <tr>
          {heads.map((column) =>
            column.sort ? (
              <SortableHead
                key={column.key}
                label={column.label}
                className={`${classOf(column)} ${classes.sorted}`}
                width={column.width}
                {...column.sort}
              />
            ) : (
              <th
                key={column.key}
                scope="col"
                className={classOf(column)}
                style={{ width: column.width }}
              >
                {column.label}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody ref={body}>
        <Spacer height={before} />
        {indexes.map((index) => {
          const row = rows.row(index);
          return (
            <tr
              key={index}
              ref={measure}
              className={opensRows ? classes.opens : undefined}
              data-index={index}
              aria-rowindex={index + 2}
            >
              {isNarrow ? (
                <td>{row ? <Stacked columns={columns} row={row} /> : waiting}</td>
              ) : (
                columns.map((column) => (
                  <td key={column.key} className={classOf(column)}>
                    {row ? column.cell(row) : waiting}
                  </td>
                ))
              )}
            </tr>
          );
        })}
        <Spacer height={after} />
      </tbody>
    </table>
  );
}

const waiting = <Skeleton height={12} width="60%" />;

function Stacked<Row>({ columns, row }: { columns: Column<Row>[]; row: Row }) {
  return (
    <>
      {columns.find((column) => column.isMain)?.cell(row)}
      <div className={classes.others}>
        {columns
          .filter((column) => !column.isMain)
          .map((column) => ({ column, content: column.cell(row) }))
          .filter(({ content }) => content)
          .map(({ column, content }) => (
            <span key={column.key}>
              {column.isNamed && `${column.label} `}
              {content}
            </span>
          ))}
      </div>
    </>
  );
}

function classOf<Row>(column: Column<Row>): string {
  return [
    column.isNumber && classes.number,
    column.isWrapped && classes.wrapped,
    column.hideBelow && classes[`below-${column.hideBelow}`],
  ]
    .filter(Boolean)
    .join(" ");
}

/** Stands for the rows out of view. One cell: spanning would add columns where some are hidden. */
function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td style={{ height, padding: 0, border: "none" }} />
    </tr>
  );
}
