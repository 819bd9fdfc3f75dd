import { Button, MantineProvider } from "@mantine/core";
import { useMemo, useState } from "react";
import { cssVariables, theme } from "../../../web/src/theme.ts";
import type { Column, Grouping, Sort } from "../../../web/src/ui/data-table/columns.ts";
import styles from "../../../web/src/ui/data-table/data-table.module.css";
import { DataTable } from "../../../web/src/ui/data-table/data-table.tsx";
import { ExportMenu } from "../../../web/src/ui/data-table/export-menu.tsx";
import { SelectionBar } from "../../../web/src/ui/data-table/selection-bar.tsx";
import { useDataTable } from "../../../web/src/ui/data-table/use-data-table.ts";
import { useSelection } from "../../../web/src/ui/data-table/use-selection.ts";
import type { Item, TableMounting } from "./mounting.ts";

const columns: Column<Item>[] = [
  {
    id: "name",
    label: "Name",
    sort: "asc",
    isMain: true,
    value: ({ name }) => name,
    under: [{ id: "note", label: "Note", sort: "asc", value: ({ note }) => note }],
    cell: ({ name, note }) => (
      <>
        <a className={styles.name} href="#top">
          {name}
        </a>
        <span className={styles.subtitle}>{note}</span>
      </>
    ),
  },
  { id: "team", label: "Team", hideBelow: 900, width: 120, value: ({ team }) => team },
  {
    id: "hours",
    label: "Hours",
    sort: "desc",
    width: 90,
    isNumber: true,
    value: ({ hours }) => hours,
    total: (items) => items.reduce((sum, { hours }) => sum + (hours ?? 0), 0),
  },
  {
    id: "menu",
    label: "Actions",
    isLabelHidden: true,
    width: 90,
    cell: () => <button type="button">More</button>,
  },
];
const idOf = ({ id }: Item) => id;
const nameOf = ({ name }: Item) => name;
const byName = (a: Item, b: Item) => a.name.localeCompare(b.name);

/** A table with everything that the data table does, for its own tests. */
export function TablePage({ items, isGrouped = false }: TableMounting) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <Main items={items} isGrouped={isGrouped} />
    </MantineProvider>
  );
}

function Main({ items, isGrouped }: Required<TableMounting>) {
  const [sort, setSort] = useState<Omit<Sort, "onSort">>({ key: "name", direction: "asc" });
  const [closedGroups, setClosedGroups] = useState<string[]>([]);
  const [filter, setFilter] = useState("");
  const [selectedNames, setSelectedNames] = useState("");
  const rows = useMemo(() => items.filter(({ name }) => name.includes(filter)), [items, filter]);
  const grouping = useMemo((): Grouping<Item> | undefined => {
    const fold = (key: string) =>
      setClosedGroups((before) =>
        before.includes(key) ? before.filter((each) => each !== key) : [...before, key],
      );
    return isGrouped
      ? {
          keyOf: ({ team }) => team,
          compare: (a, b) => a.team.localeCompare(b.team),
          closed: closedGroups,
          head: (group) => (
            <button type="button" onClick={() => fold(group.key)}>
              {group.key} ({group.rows.length})
            </button>
          ),
        }
      : undefined;
  }, [isGrouped, closedGroups]);
  const table = useDataTable({
    label: "Items",
    fileName: "items",
    columns,
    rows,
    rowId: idOf,
    tie: byName,
    grouping,
    sort: { ...sort, onSort: (key, direction) => setSort({ key, direction }) },
    empty: "No items yet. Add the first one.",
  });
  const selection = useSelection(table, filter, nameOf);
  return (
    <main>
      <h1>Items</h1>
      <label>
        Filter <input value={filter} onChange={(event) => setFilter(event.currentTarget.value)} />
      </label>
      <ExportMenu table={table} />
      <DataTable table={table} selection={selection} opensRows foot={`Total: ${rows.length}`} />
      <SelectionBar selection={selection} one="item">
        <Button
          size="xs"
          onClick={() => setSelectedNames(selection.rows.map(({ name }) => name).join(", "))}
        >
          Change items
        </Button>
      </SelectionBar>
      <p>{selectedNames}</p>
    </main>
  );
}
