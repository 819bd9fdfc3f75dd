import {
  type ColumnDef,
  columnGroupingFeature,
  createGroupedRowModel,
  createSortedRowModel,
  type RowData,
  rowSortingFeature,
  tableFeatures,
} from "@tanstack/react-table";
import type { ReactNode } from "react";

export type Direction = "asc" | "desc";
export type Value = string | number | null | undefined;

/** A value of a row, which an export writes and a column header may sort by. */
export interface Fact<Row> {
  id: string;
  label: string;
  /** The cell of an export: text, an ISO day, or a number. Without it the fact is not exported. */
  value?: (row: Row) => Value;
  /** Value to sort by, where its order differs from that of `value`. Null comes last in both directions. */
  order?: (row: Row) => Value;
  /** The direction of the first click, if the header sorts by this fact. */
  sort?: Direction | undefined;
}

export interface Column<Row> extends Fact<Row> {
  /** Cell on the screen; the value of the fact when absent. */
  cell?: (row: Row) => ReactNode;
  /** Facts that the cell shows under the first; each sorts and is exported by itself. */
  under?: Fact<Row>[];
  /** The sum of rows, in the header of their group and in the footer of the table. */
  total?: (rows: Row[]) => ReactNode;
  /** In pixels; the main column takes the remaining width. */
  width?: number;
  /** Whether the column names the row. On a phone it is the first line. */
  isMain?: boolean;
  isNumber?: boolean;
  /** Whether text wraps instead of being truncated. */
  isWrapped?: boolean;
  /** Whether a phone, which has no headers, shows the label. */
  isNamed?: boolean;
  /** Whether the label is only for screen readers. */
  isLabelHidden?: boolean;
  /** The column is left out of the table and its exports in windows of at most this many pixels. */
  hideBelow?: number;
  className?: string | undefined;
}

export interface Sort {
  key: string;
  direction: Direction;
  onSort: (key: string, direction: Direction) => void;
}

export interface Group<Row> {
  key: string;
  isClosed: boolean;
  /** In their order. A closed group has its rows too. */
  rows: Row[];
}

export interface Grouping<Row> {
  keyOf: (row: Row) => string;
  /** The order of two groups, each represented by any of its rows. */
  compare: (a: Row, b: Row) => number;
  closed?: readonly string[];
  /** Header of a group, above its rows. */
  head: (group: Group<Row>) => ReactNode;
}

/** A line of the table: a row, or the header of a group. */
export type Line<Row> = { group: Group<Row>; row?: undefined } | { row: Row; group?: undefined };

export const features = tableFeatures({
  columnGroupingFeature,
  rowSortingFeature,
  groupedRowModel: createGroupedRowModel(),
  sortedRowModel: createSortedRowModel(),
});

const GROUP = "(group)";
const TIE = "(tie)";

export interface Arrangement<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  sort?: Pick<Sort, "key" | "direction"> | undefined;
  /** The service sorts: rows keep their order. */
  isSorted?: boolean;
  /** The order of rows whose sorted fact is equal. */
  tie?: ((a: Row, b: Row) => number) | undefined;
  grouping?: Grouping<Row> | undefined;
}

/** The facts of a column, the first one first. */
export function factsOf<Row>(column: Column<Row>): Fact<Row>[] {
  return [column, ...(column.under ?? [])];
}

/**
 * The options of the table that groups and sorts these rows: groups in their order, rows by the sorted
 * fact, equal rows by `tie`. Facts that share a column are columns of their own here.
 */
export function tableOptionsFor<Row extends RowData>(arrangement: Arrangement<Row>) {
  const { rows, rowId, sort, isSorted = false, tie, grouping } = arrangement;
  const sorting = [
    ...(grouping ? [{ id: GROUP, desc: false }] : []),
    ...(sort ? [{ id: sort.key, desc: sort.direction === "desc" }] : []),
    ...(tie ? [{ id: TIE, desc: false }] : []),
  ];
  return {
    features,
    columns: columnsFor(arrangement),
    data: rows as Row[],
    getRowId: rowId,
    manualSorting: isSorted,
    enableSortingRemoval: false,
    enableMultiSort: false,
    state: {
      sorting,
      grouping: grouping ? [GROUP] : [],
    },
  };
}

function columnsFor<Row extends RowData>({ columns, tie, grouping }: Arrangement<Row>) {
  const definitions: ColumnDef<typeof features, Row>[] = columns.flatMap(factsOf).map((fact) => ({
    id: fact.id,
    header: fact.label,
    accessorFn: (row) => (fact.order ?? fact.value)?.(row) ?? undefined,
    enableSorting: fact.sort !== undefined,
    sortDescFirst: fact.sort === "desc",
    sortUndefined: "last",
    sortFn: (a, b, id) => compareValues(a.getValue(id), b.getValue(id)),
  }));
  if (grouping) {
    definitions.push({
      id: GROUP,
      accessorFn: (row) => row,
      getGroupingValue: grouping.keyOf,
      sortFn: (a, b) => grouping.compare(a.original, b.original),
    });
  }
  if (tie) {
    definitions.push({
      id: TIE,
      accessorFn: (row) => row,
      sortFn: (a, b) => tie(a.original, b.original),
    });
  }
  return definitions;
}

function compareValues(a: unknown, b: unknown): number {
  return typeof a === "number" && typeof b === "number"
    ? a - b
    : String(a).localeCompare(String(b));
}

interface ArrangedRow<Row> {
  original: Row;
  groupingValue?: unknown;
  subRows: ArrangedRow<Row>[];
}

/** Groups of arranged rows; a table that is not grouped has none. */
export function groupsOf<Row>(
  arranged: ArrangedRow<Row>[],
  grouping: Grouping<Row> | undefined,
): Group<Row>[] {
  if (!grouping) return [];
  return arranged.map((head) => {
    const key = grouping.keyOf(head.original);
    return {
      key,
      isClosed: grouping.closed?.includes(key) ?? false,
      rows: head.subRows.map(({ original }) => original),
    };
  });
}

/** The lines of a table. A closed group has only its header. */
export function linesOf<Row>(arranged: ArrangedRow<Row>[], groups: Group<Row>[]): Line<Row>[] {
  if (groups.length === 0) return arranged.map(({ original }) => ({ row: original }));
  return groups.flatMap((group): Line<Row>[] => [
    { group },
    ...(group.isClosed ? [] : group.rows.map((row) => ({ row }))),
  ]);
}
