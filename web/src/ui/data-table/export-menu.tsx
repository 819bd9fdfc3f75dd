import { useState } from "react";
import { lazyPart } from "../lazy-part.tsx";
import { ExportButton, type ExportedTable } from "./export-button.tsx";

// The menu, the files and the print sheet, loaded for the first export.
const openedMenu = () => import("./opened-export-menu.tsx");

/** Writes or prints exactly the rows and columns that a table shows, including the rows out of view. */
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
