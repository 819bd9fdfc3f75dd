import { type ReactNode, useRef } from "react";
import { useWindowRows } from "../window-rows.ts";
import type { Group } from "./columns.ts";
import classes from "./row-cards.module.css";
import type { DataTableModel } from "./use-data-table.ts";

interface Props<Row> {
  table: DataTableModel<Row>;
  card: (row: Row, index: number) => ReactNode;
  /** Assumed height of a card in pixels before it is measured. */
  cardHeight: number;
  /** Header above the cards of a group. */
  head: (group: Group<Row>) => ReactNode;
}

const HEAD_HEIGHT = 44;

/** The rows of a table as one column of cards under the headers of their groups, for a phone. */
export function RowCards<Row>({ table, card, cardHeight, head }: Props<Row>) {
  const list = useRef<HTMLDivElement>(null);
  const { before, after, indexes, measure } = useWindowRows({
    list,
    count: table.count ?? 0,
    size: (index) => (table.line(index)?.group ? HEAD_HEIGHT : cardHeight),
  });
  return (
    <div ref={list}>
      <div style={{ height: before }} />
      {indexes.map((index) => {
        const { row, group } = table.line(index) ?? {};
        return (
          <div
            key={group ? `group ${group.key}` : row === undefined ? index : table.rowId(row)}
            ref={measure}
            data-index={index}
            className={classes.line}
          >
            {row !== undefined && card(row, index)}
            {group && <div className={classes.group}>{head(group)}</div>}
          </div>
        );
      })}
      <div style={{ height: after }} />
    </div>
  );
}
