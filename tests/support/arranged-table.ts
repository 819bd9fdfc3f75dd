import { type RowData, useTable } from "@tanstack/react-table";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import {
  type Arrangement,
  type Group,
  groupsOf,
  type Line,
  linesOf,
  tableOptionsFor,
} from "../../web/src/ui/data-table/columns.ts";

interface Layout<Row> {
  groups: Group<Row>[];
  lines: Line<Row>[];
}

/** Groups and lines that a table of the console would show, without a page. */
export function arrangedTable<Row extends RowData>(arrangement: Arrangement<Row>): Layout<Row> {
  let layout: Layout<Row> = { groups: [], lines: [] };
  const take = (result: Layout<Row>) => {
    layout = result;
  };
  renderToStaticMarkup(createElement(Probe<Row>, { arrangement, take }));
  return layout;
}

interface Props<Row> {
  arrangement: Arrangement<Row>;
  take: (result: Layout<Row>) => void;
}

function Probe<Row extends RowData>({ arrangement, take }: Props<Row>): null {
  const { rows } = useTable(tableOptionsFor(arrangement)).getRowModel();
  const groups = groupsOf(rows, arrangement.grouping);
  take({ groups, lines: linesOf(rows, groups) });
  return null;
}
