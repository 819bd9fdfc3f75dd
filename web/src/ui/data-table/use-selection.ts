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

type Chosen<Row> = ReadonlyMap<string, Row>;

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
  const [state, setState] = useState<{ scope: string; chosen: Chosen<Row> }>({
    scope,
    chosen: new Map(),
  });
  const chosen: Chosen<Row> = useMemo(
    () => (state.scope === scope ? state.chosen : new Map()),
    [state, scope],
  );
  // Lines and callbacks of the latest render, because rows keep the functions they were rendered with.
  const latest = useRef({ table, chosen, scope });
  latest.current = { table, chosen, scope };
  const anchor = useRef(0);

  const put = useCallback((change: (next: Map<string, Row>) => void) => {
    const next = new Map(latest.current.chosen);
    change(next);
    latest.current.chosen = next;
    setState({ scope: latest.current.scope, chosen: next });
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
      const isOn = isRange || rows.some(([id]) => !latest.current.chosen.has(id));
      anchor.current = index;
      put((next) => {
        for (const [id, row] of rows) isOn ? next.set(id, row) : next.delete(id);
      });
    },
    [put, rowsBetween],
  );
  const extend = useCallback(
    (from: number, to: number) => {
      anchor.current = to;
      put((next) => {
        for (const [id, row] of rowsBetween(from, to)) next.set(id, row);
      });
    },
    [put, rowsBetween],
  );
  const selectAll = useCallback(async () => {
    const { scope, table } = latest.current;
    const rows = await table.readRows(MOST);
    if (latest.current.scope !== scope) return;
    put((next) => {
      for (const row of rows) next.set(table.rowId(row), row);
    });
  }, [put]);
  const clear = useCallback(() => put((next) => next.clear()), [put]);
  const has = useCallback((id: string) => chosen.has(id), [chosen]);
  const rows = useMemo(() => [...chosen.values()], [chosen]);

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
