import { Button, type ButtonProps } from "@mantine/core";
import { DownloadIcon } from "lucide-react";
import type { ComponentPropsWithRef } from "react";
import type { DataTableModel } from "./use-data-table.ts";

/** A table that can be written or printed. */
export type ExportedTable<Row> = Pick<
  DataTableModel<Row>,
  "label" | "fileName" | "columns" | "rowId" | "count" | "readRows"
> &
  Pick<Named, "spokenName">;

interface Named extends Pick<DataTableModel<unknown>, "count" | "fileName"> {
  /** Name of the table in the button's label; without it, the words of the file's name. */
  spokenName?: string | undefined;
}

export function ExportButton({
  table,
  ...props
}: { table: Named } & ButtonProps & ComponentPropsWithRef<"button">) {
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<DownloadIcon size={14} aria-hidden />}
      disabled={!table.count}
      aria-label={`Export ${table.spokenName ?? table.fileName.replaceAll("-", " ")}`}
      {...props}
    >
      Export
    </Button>
  );
}
