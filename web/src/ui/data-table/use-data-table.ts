import type { RowData } from "@tanstack/react-table";
import { useTable } from "@tanstack/react-table";
import { useMemo, useSyncExternalStore } from "react";
import {
  type Arrangement,
  type Column,
  type Group,
  groupsOf,
  type Line,
  linesOf,
  type Sort,
  tableOptionsFor,
} from "./columns.ts";

/** Rows that the service sends a page at a time, sorted and filtered. */
export interface PagedRows<Row> {
  /** Undefined until the first page is loaded. */
  total: number | undefined;
  /** Undefined until its page is loaded. */
  row: (index: number) => Row | undefined;
  /** Reads the pages of the rows in view. */
  show: (first: number, last: number) => void;
  /** Reads rows from the first one on, at most `limit`. */
  readAll: (limit?: number) => Promise<Row[]>;
  isStale: boolean;
  error: unknown;
  retry: () => void;
}

export interface DataTableOptions<Row>
  extends Omit<Arrangement<Row>, "rows" | "sort" | "isSorted"> {
  /** Name of the table for screen readers and on paper. */
  label: string;
  /** Name of an exported file, without its date and extension. */
  fileName: string;
  /** All rows, or pages of them; the table sorts and groups only a complete list. */
  rows: readonly Row[] | PagedRows<Row>;
  sort?: Sort | undefined;
  /** Explains the table's purpose and the first step if there are no rows. */
  empty?: string;
  /** Widest window in which rows are not divided into columns. */
  narrow?: number;
}

export interface DataTableModel<Row> {
  label: string;
  fileName: string;
  empty: string;
  /** Columns in view. */
  columns: readonly Column<Row>[];
  heads: Head[];
  sort: Sort | undefined;
  grouping: Arrangement<Row>["grouping"];
  groups: Group<Row>[];
  /** All rows in their order, including those of closed groups; empty where the service sends pages. */
  rows: Row[];
  rowId: (row: Row) => string;
  /** Number of rows and group headings; undefined until they are loaded. */
  count: number | undefined;
  line: (index: number) => Line<Row> | undefined;
  /** The rows that the table shows, in their order, including those out of view. */
  readRows: (limit?: number) => Promise<Row[]>;
  /** Present where the service sends pages. */
  paged: PagedRows<Row> | undefined;
  /** Whether the window is too narrow for columns, as on a phone. */
  isNarrow: boolean;
}

/** Header of a column; each fact in the column has its own button. */
export interface Head {
  id: string;
  sorts: {
    id: string;
    label: string;
    direction: "asc" | "desc" | undefined;
    toggle: () => void;
  }[];
}

const noRows: never[] = [];

/**
 * Sorts, groups and lists rows for `DataTable`, `RowCards`, `ExportMenu` and `useSelection`, which all
 * take its result. `columns`, `tie` and `grouping` must keep their identity between renders: define
 * them outside the component or with `useMemo`. `sort` and closed groups are usually in the URL.
 *
 *     const table = useDataTable({ label: "Tasks", fileName: "tasks", columns, rows, rowId, sort });
 *     const selection = useSelection(table, filters, (task) => task.title);
 *     <ExportMenu table={table} />
 *     <DataTable table={table} selection={selection} />
 *     <SelectionBar selection={selection} one="task">
 *       <Button onClick={() => edit(selection.rows)}>Edit tasks</Button>
 *     </SelectionBar>
 */
export function useDataTable<Row extends RowData>(
  options: DataTableOptions<Row>,
): DataTableModel<Row> {
  const { columns, rows, grouping, sort, tie, rowId, label, fileName } = options;
  const { empty = "", narrow = 600 } = options;
  const paged = isPaged(rows) ? rows : undefined;
  const isSorted = paged !== undefined;
  const data = isPaged(rows) ? noRows : rows;
  const width = useWindowWidth([narrow, ...columns.map(({ hideBelow = 0 }) => hideBelow)]);
  const isNarrow = width <= narrow;
  const hiddenColumns = columns
    .filter(({ hideBelow = 0 }) => !isNarrow && width <= hideBelow)
    .map(({ id }) => id)
    .join();
  const { key, direction } = sort ?? {};
  const arrangement = useMemo(
    () =>
      tableOptionsFor({
        columns,
        rows: data,
        rowId,
        sort: key && direction ? { key, direction } : undefined,
        tie,
        grouping,
        isSorted,
      }),
    [columns, data, rowId, key, direction, tie, grouping, isSorted],
  );
  const table = useTable({
    ...arrangement,
    onSortingChange: (update) => {
      const [next] = typeof update === "function" ? update(arrangement.state.sorting) : update;
      if (next) sort?.onSort(next.id, next.desc ? "desc" : "asc");
    },
  });
  const arranged = table.getRowModel().rows;
  const groups = useMemo(() => groupsOf(arranged, grouping), [arranged, grouping]);
  const sortedRows = useMemo(
    () =>
      grouping ? groups.flatMap((group) => group.rows) : arranged.map(({ original }) => original),
    [arranged, groups, grouping],
  );
  const lines = useMemo(() => linesOf(arranged, groups), [arranged, groups]);
  const readRows = async (limit = Number.POSITIVE_INFINITY) =>
    paged ? paged.readAll(limit) : lines.flatMap(({ row }) => row ?? []).slice(0, limit);
  const visibleColumns = useMemo(
    () => columns.filter(({ id }) => !hiddenColumns.split(",").includes(id)),
    [columns, hiddenColumns],
  );

  return {
    label,
    fileName,
    empty,
    sort,
    grouping,
    groups,
    rows: sortedRows,
    rowId,
    paged,
    isNarrow,
    columns: visibleColumns,
    heads: visibleColumns.map(({ id, under = [] }) => ({
      id,
      sorts: [id, ...under.map((fact) => fact.id)].flatMap((columnId) => {
        const column = table.getColumn(columnId);
        if (!sort || !column?.getCanSort()) return [];
        return {
          id: columnId,
          label: String(column.columnDef.header),
          direction: column.getIsSorted() || undefined,
          toggle: () => column.toggleSorting(),
        };
      }),
    })),
    count: paged ? paged.total : lines.length,
    line: (index) => {
      if (!paged) return lines[index];
      const row = paged.row(index);
      return row && { row };
    },
    readRows,
  };
}

function isPaged<Row>(rows: readonly Row[] | PagedRows<Row>): rows is PagedRows<Row> {
  return !Array.isArray(rows);
}

/** Width of the window, as the first of these limits that it does not exceed; infinite above all of them. */
function useWindowWidth(limits: number[]): number {
  return useSyncExternalStore(onResize, () =>
    Math.min(...limits.filter((limit) => window.innerWidth <= limit), Number.POSITIVE_INFINITY),
  );
}

function onResize(onChange: () => void): () => void {
  window.addEventListener("resize", onChange);
  return () => window.removeEventListener("resize", onChange);
}
