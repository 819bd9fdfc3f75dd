import { useState } from "react";
import { lazyPart } from "../lazy-part.tsx";
import { ExportButton, type ExportedTable } from "./export-button.tsx";

// The code of the menu, the CSV file and the print sheet, loaded on the first click.
const openedMenu = () => import("./opened-export-menu.tsx");

/** Saves as CSV or prints the columns that a table shows and all its rows, including those out of view. */
export function ExportMenu<Row>({ table }: { table: ExportedTable<Row> }) {
  const [OpenedMenu, setOpenedMenu] = useState<ReturnType<typeof loadable<Row>>>();
  if (OpenedMenu) return <OpenedMenu table={table} />;
  return <ExportButton table={table} onClick={() => setOpenedMenu(() => loadable<Row>(table))} />;
}

/** The menu's code, with the button in its place until it has loaded. */
function loadable<Row>(table: ExportedTable<Row>) {
  return lazyPart<{ table: ExportedTable<Row> }>(openedMenu, {
    waiting: () => <ExportButton table={table} loading />,
  });
}
