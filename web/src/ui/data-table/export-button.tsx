import { Button, type ButtonProps } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { ComponentPropsWithRef } from "react";
import type { DataTableModel } from "./use-data-table.ts";

/** A table that can be written or printed. */
export type ExportedTable<Row> = Pick<
  DataTableModel<Row>,
  "label" | "fileName" | "columns" | "rowId" | "count" | "readRows"
>;

type Named = Pick<DataTableModel<unknown>, "count" | "fileName">;

export function ExportButton({
  table,
  ...props
}: { table: Named } & ButtonProps & ComponentPropsWithRef<"button">) {
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconDownload size={14} aria-hidden />}
      disabled={!table.count}
      aria-label={`Export ${table.fileName.replaceAll("-", " ")}`}
      {...props}
    >
      Export
    </Button>
  );
}
