import { Group, NativeSelect, Title } from "@mantine/core";
import type { ImportRow, ImportRun } from "../../api/routes.ts";
import { formatCount } from "../../format/numbers.ts";
import { usePagedRows } from "../../supabase/paged-rows.ts";
import type { Column } from "../../ui/data-table/columns.ts";
import { DataTable } from "../../ui/data-table/data-table.tsx";
import { ExportMenu } from "../../ui/data-table/export-menu.tsx";
import { useDataTable } from "../../ui/data-table/use-data-table.ts";
import { useSort } from "../../ui/data-table/use-sort.ts";
import { DispositionLabel, dispositionLabel } from "./disposition.tsx";
import classes from "./plan.module.css";
import { changesOf } from "./plan-words.ts";
import { type LineSort, readImportRows } from "./queries.ts";
import { type Disposition, dispositions } from "./search-params.ts";

const columnsOf = (isApplied: boolean): Column<ImportRow>[] => [
  {
    id: "line",
    label: "Line",
    sort: "asc",
    isNamed: true,
    width: 72,
    value: ({ line }) => line,
    cell: ({ line }) => formatCount(line),
  },
  {
    id: "disposition",
    label: "Result",
    sort: "asc",
    width: 128,
    value: ({ disposition }) => dispositionLabel(disposition, isApplied),
    cell: (row) => <DispositionLabel disposition={row.disposition} isApplied={isApplied} />,
  },
  {
    id: "project_code",
    label: "Project",
    sort: "asc",
    width: 120,
    hideBelow: 900,
    value: (row) => row.project_code,
  },
  {
    id: "task_key",
    label: "Task",
    sort: "asc",
    width: 140,
    hideBelow: 900,
    value: (row) => row.task_key,
  },
  {
    id: "why",
    label: "Change or reason",
    isMain: true,
    isWrapped: true,
    value: reasonOf,
    cell: (row) => <Why row={row} />,
  },
];

const columnsOfPreview = columnsOf(false);
const columnsOfReceipt = columnsOf(true);

interface Props {
  runId: string;
  isApplied: boolean;
  /** The number of lines per result. */
  counts: NonNullable<ImportRun["counts"]>["rows"];
  show: Disposition | undefined;
  onShow: (show: Disposition | undefined) => void;
}

/** Every line of the file, with what happens to it or happened. */
export function PlanRows({ runId, isApplied, counts, show, onShow }: Props) {
  const sort = useSort<LineSort>("line");
  const selection = { show, sort: sort.key, dir: sort.direction };
  const rows = usePagedRows<ImportRow>({
    key: ["import-rows", runId, selection],
    read: (from, to) => readImportRows(runId, selection, from, to),
  });
  const table = useDataTable({
    label: "Lines of the file",
    fileName: "import-lines",
    columns: isApplied ? columnsOfReceipt : columnsOfPreview,
    rows,
    rowId: ({ line }) => String(line),
    sort,
    empty: "No line has this result.",
  });
  return (
    <section aria-labelledby="lines">
      <div className={classes.lines}>
        <Title order={2} id="lines">
          Line by line
        </Title>
        <Group gap="xs">
          <NativeSelect
            size="xs"
            aria-label="Show lines"
            value={show ?? ""}
            onChange={(event) => {
              const choice = event.currentTarget.value;
              onShow(dispositions.find((name) => name === choice));
            }}
            data={[
              { value: "", label: "All lines" },
              ...dispositions.map((name) => ({
                value: name,
                label: `${dispositionLabel(name, isApplied)} (${formatCount(counts?.[name] ?? 0)})`,
              })),
            ]}
          />
          <ExportMenu table={table} />
        </Group>
      </div>
      <DataTable table={table} />
    </section>
  );
}

/** The reason or the changes of a line in words. */
function reasonOf(row: ImportRow): string {
  if (row.reason) return row.reason;
  const changes = changesOf(row);
  if (changes.length === 0) return row.disposition === "create" ? "New" : "No change";
  return changes.map(({ field, from, to }) => `${field}: ${from} → ${to}`).join("; ");
}

function Why({ row }: { row: ImportRow }) {
  const changes = row.reason ? [] : changesOf(row);
  if (row.reason || changes.length === 0) {
    return <span className={row.reason ? undefined : classes.quiet}>{reasonOf(row)}</span>;
  }
  return changes.map(({ field, from, to }) => (
    <span key={field} className={classes.change}>
      <span className={classes.quiet}>{field}:</span> {from} → {to}
    </span>
  ));
}
