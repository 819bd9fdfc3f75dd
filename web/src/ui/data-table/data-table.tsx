import { Checkbox, Skeleton, Text, VisuallyHidden } from "@mantine/core";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { useFocusOfRemovedRow } from "../opener.ts";
import { Problem } from "../problem.tsx";
import { useWindowRows } from "../window-rows.ts";
import { ColumnHeads, classOf } from "./column-heads.tsx";
import classes from "./data-table.module.css";
import { rowKey } from "./row-keys.ts";
import { GroupLine, RowLine } from "./table-lines.tsx";
import type { DataTableModel } from "./use-data-table.ts";
import type { Selection } from "./use-selection.ts";

/** The assumed heights of lines before they are measured. */
const HEIGHT = { row: 45, narrow: 69, group: 37 };

interface Props<Row> {
  table: DataTableModel<Row>;
  /** Puts a checkbox before each row; see `useSelection` for the keys. */
  selection?: Selection<Row> | undefined;
  /** The link in the main cell of a row covers the row. */
  opensRows?: boolean;
  /** Attributes of a row, such as `data-open`. */
  rowProps?: (row: Row) => { [name: `data-${string}`]: unknown };
  /** The heading of the footer, which sums all rows; without it there is no footer. */
  foot?: ReactNode;
}

/**
 * A table of any length: only the lines in view are in the DOM, and only the rows of these lines are read. On a
 * phone every row is one cell: the main column, and the others in a line under it.
 */
export function DataTable<Row>(props: Props<Row>) {
  const { paged, count, empty } = props.table;
  useFocusOfRemovedRow(count);
  if (paged?.error) return <Problem error={paged.error} retry={paged.retry} />;
  if (count === undefined) return <Skeleton height={320} />;
  if (count === 0) return <Text c="dimmed">{empty}</Text>;
  return <Lines {...props} count={count} />;
}

function Lines<Row>(props: Props<Row> & { count: number }) {
  const { table, count, selection, opensRows = false, rowProps, foot } = props;
  const { columns, heads, isNarrow, paged, grouping, line, rowId } = table;
  const body = useRef<HTMLTableSectionElement>(null);
  const { indexes, before, after, measure } = useWindowRows({
    list: body,
    count,
    size: (index) => (line(index)?.group ? HEIGHT.group : isNarrow ? HEIGHT.narrow : HEIGHT.row),
  });
  const first = indexes[0] ?? 0;
  const last = indexes.at(-1) ?? 0;
  const show = paged?.show;
  useEffect(() => show?.(first, last), [show, first, last]);
  const onKeyDown = selection && ((event: KeyboardEvent) => rowKey(event, selection));

  return (
    <table
      className={classes.table}
      aria-rowcount={count + 1}
      aria-busy={paged?.isStale}
      data-narrow={isNarrow || undefined}
      onKeyDown={onKeyDown}
    >
      <caption>
        <VisuallyHidden>{table.label}</VisuallyHidden>
      </caption>
      {selection && (
        // Without headers, the spacer for rows out of view would be the first row and divide the table into two equal
        // columns.
        <colgroup>
          <col style={{ width: 32 }} />
        </colgroup>
      )}
      <thead className={isNarrow ? "visually-hidden" : undefined}>
        <ColumnHeads
          columns={isNarrow ? columns.filter(({ isMain }) => isMain) : columns}
          heads={isNarrow ? heads.filter((_, index) => columns[index]?.isMain) : heads}
          select={selection && <SelectAll selection={selection} />}
        />
      </thead>
      <tbody ref={body}>
        <Spacer height={before} />
        {indexes.map((index) => {
          const { row, group } = line(index) ?? {};
          if (group) {
            return (
              <GroupLine
                key={`group ${group.key}`}
                group={group}
                columns={columns}
                head={grouping?.head(group)}
                isSelectable={selection !== undefined}
                isNarrow={isNarrow}
              />
            );
          }
          const id = row && rowId(row);
          return (
            <RowLine
              key={id ?? index}
              row={row}
              index={index}
              columns={columns}
              measure={measure}
              isNarrow={isNarrow}
              opens={opensRows}
              attributes={row && rowProps?.(row)}
              isSelected={id === undefined ? undefined : selection?.has(id)}
              select={selection?.select}
              name={row && selection?.nameOf(row)}
            />
          );
        })}
        <Spacer height={after} />
      </tbody>
      {foot && !isNarrow && (
        <tfoot>
          <tr>
            {selection && <td />}
            {columns.map((column, index) =>
              index === 0 ? (
                <th key={column.id} scope="row">
                  {foot}
                </th>
              ) : (
                <td key={column.id} className={classOf(column)}>
                  {column.total?.(table.rows)}
                </td>
              ),
            )}
          </tr>
        </tfoot>
      )}
    </table>
  );
}

function SelectAll<Row>({ selection }: { selection: Selection<Row> }) {
  return (
    <th scope="col" className={classes.check}>
      <Checkbox
        size="xs"
        aria-label="Select all rows"
        checked={selection.isAll}
        indeterminate={!selection.isAll && selection.rows.length > 0}
        onChange={() => void (selection.isAll ? selection.clear() : selection.selectAll())}
      />
    </th>
  );
}

/** The space of the rows out of view. One cell, because a spanning cell would add columns where some are hidden. */
function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td style={{ height, padding: 0, border: "none" }} />
    </tr>
  );
}
