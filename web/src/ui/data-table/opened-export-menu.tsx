import { Menu } from "@mantine/core";
import { PrinterIcon, SheetIcon } from "lucide-react";
import { useCallback, useState } from "react";
import { todayOf } from "../../format/dates.ts";
import { useOpenedMenu } from "../opened-menu.ts";
import { Problem } from "../problem.tsx";
import { csvOf } from "./csv.ts";
import { ExportButton, type ExportedTable } from "./export-button.tsx";
import { PrintSheet } from "./print-sheet.tsx";

/** The export menu, once it is opened. */
export default function OpenedExportMenu<Row>({ table }: { table: ExportedTable<Row> }) {
  const { target, menu } = useOpenedMenu();
  const [printed, setPrinted] = useState<Row[]>();
  const afterPrint = useCallback(() => setPrinted(undefined), []);
  const [isReading, setIsReading] = useState(false);
  const [error, setError] = useState<unknown>();
  const withRows = (use: (rows: Row[]) => void) => async () => {
    setIsReading(true);
    setError(undefined);
    try {
      use(await table.readRows());
    } catch (failure) {
      setError(failure);
    } finally {
      setIsReading(false);
    }
  };
  const save = withRows((rows) =>
    download(`${table.fileName}-${todayOf()}.csv`, csvOf(table.columns, rows)),
  );
  const print = withRows(setPrinted);
  return (
    <>
      <Menu position="bottom-end" {...menu}>
        <Menu.Target>
          <ExportButton table={table} ref={target} loading={isReading} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<SheetIcon size={16} aria-hidden />} onClick={save}>
            Download CSV
          </Menu.Item>
          <Menu.Item leftSection={<PrinterIcon size={16} aria-hidden />} onClick={print}>
            Print table
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {error !== undefined && <Problem error={error} />}
      {printed && <PrintSheet table={table} rows={printed} onPrinted={afterPrint} />}
    </>
  );
}

function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
