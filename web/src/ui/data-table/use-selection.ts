import { useCallback, useMemo, useRef, useState } from "react";
import type { DataTableModel } from "./use-data-table.ts";

/** At most this many rows can be selected at once, because each is read and later written. */
const MOST = 500;

export interface Selection<Row> {
  /** The rows at the time of their selection, so that a later change is noticed. */
  rows: Row[];
  has: (id: string) => boolean;
  /** Whether every row of the list is selected, or as many as possible. */
  isAll: boolean;
  /** Selects or clears the row of a line; a range reaches from the last one to this one. */
  select: (index: number, isRange: boolean) => void;
  /** Selects two neighboring rows, as moving with Shift does. */
  extend: (from: number, to: number) => void;
  /** Reads and selects all rows of the list, at most 500. */
  selectAll: () => Promise<void>;
  clear: () => void;
  nameOf: (row: Row) => string;
}

type RowsById<Row> = ReadonlyMap<string, Row>;

/**
 * Rows of a table that are selected to be changed together. Another `scope`, such as other filters, clears the
 * selection, so that no one changes rows that they do not see; another order keeps it.
 *
 * Keys in a row: `x` selects it, the arrows move between rows, Shift and an arrow selects while moving, Escape
 * clears. A click with Shift selects the rows between.
 */
export function useSelection<Row>(
  table: DataTableModel<Row>,
  scope: string,
  /** Name of a row for screen readers. */
  nameOf: (row: Row) => string,
): Selection<Row> {
  const [state, setState] = useState<{ scope: string; rowsById: RowsById<Row> }>({
    scope,
    rowsById: new Map(),
  });
  const rowsById: RowsById<Row> = useMemo(
    () => (state.scope === scope ? state.rowsById : new Map()),
    [state, scope],
  );
  // Lines and callbacks of the latest render, because rows keep the functions they were rendered with.
  const latest = useRef({ table, rowsById, scope });
  latest.current = { table, rowsById, scope };
  const anchor = useRef(0);

  const update = useCallback((change: (next: Map<string, Row>) => void) => {
    const next = new Map(latest.current.rowsById);
    change(next);
    latest.current.rowsById = next;
    setState({ scope: latest.current.scope, rowsById: next });
  }, []);
  const rowsBetween = useCallback((from: number, to: number): [string, Row][] => {
    const { line, rowId } = latest.current.table;
    const pairs: [string, Row][] = [];
    for (let index = Math.min(from, to); index <= Math.max(from, to); index++) {
      const row = line(index)?.row;
      if (row !== undefined) pairs.push([rowId(row), row]);
    }
    return pairs.slice(0, MOST);
  }, []);
  const select = useCallback(
    (index: number, isRange: boolean) => {
      const rows = rowsBetween(isRange ? anchor.current : index, index);
      const isOn = isRange || rows.some(([id]) => !latest.current.rowsById.has(id));
      anchor.current = index;
      update((next) => {
        for (const [id, row] of rows) isOn ? next.set(id, row) : next.delete(id);
      });
    },
    [update, rowsBetween],
  );
  const extend = useCallback(
    (from: number, to: number) => {
      anchor.current = to;
      update((next) => {
        for (const [id, row] of rowsBetween(from, to)) next.set(id, row);
      });
    },
    [update, rowsBetween],
  );
  const selectAll = useCallback(async () => {
    const { scope, table } = latest.current;
    const rows = await table.readRows(MOST);
    if (latest.current.scope !== scope) return;
    update((next) => {
      for (const row of rows) next.set(table.rowId(row), row);
    });
  }, [update]);
  const clear = useCallback(() => update((next) => next.clear()), [update]);
  const has = useCallback((id: string) => rowsById.has(id), [rowsById]);
  const rows = useMemo(() => [...rowsById.values()], [rowsById]);

  const count = table.paged ? (table.paged.total ?? 0) : table.rows.length;
  return {
    rows,
    has,
    isAll: rows.length > 0 && rows.length >= Math.min(count, MOST),
    select,
    extend,
    selectAll,
    clear,
    nameOf,
  };
}
