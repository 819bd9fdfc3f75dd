import { NativeSelect, Title } from "@mantine/core";
import type { ImportRow, ImportRun } from "../../api/routes.ts";
import { formatCount } from "../../format/numbers.ts";
import { usePagedRows } from "../../supabase/paged-rows.ts";
import { type Column, LongTable } from "../../ui/long-table.tsx";
import { DispositionLabel, dispositionLabels } from "./disposition.tsx";
import classes from "./plan.module.css";
import { changesOf } from "./plan-words.ts";
import { readImportRows } from "./queries.ts";
import { type Disposition, dispositions } from "./search-params.ts";

const columns: Column<ImportRow>[] = [
  { key: "line", label: "Line", isNamed: true, width: 72, cell: (row) => formatCount(row.line) },
  {
    key: "disposition",
    label: "What happens",
    width: 128,
    cell: (row) => <DispositionLabel disposition={row.disposition} />,
  },
  {
    key: "project",
    label: "Project",
    width: 120,
    hideBelow: "md",
    cell: (row) => row.project_code,
  },
  { key: "task", label: "Task", width: 140, hideBelow: "md", cell: (row) => row.task_key },
  {
    key: "why",
    label: "Change or reason",
    isMain: true,
    isWrapped: true,
    cell: (row) => <Why row={row} />,
  },
];

interface Props {
  runId: string;
  /** How many lines end how. */
  counts: NonNullable<ImportRun["counts"]>["rows"];
  show: Disposition | undefined;
  onShow: (show: Disposition | undefined) => void;
}

/** Every line of the file, with what happens to it. */
export function PlanRows({ runId, counts, show, onShow }: Props) {
  const rows = usePagedRows<ImportRow>({
    key: ["import-rows", runId, show ?? "all"],
    read: (from, to) => readImportRows(runId, show, from, to),
  });
  return (
    <section aria-labelledby="lines">
      <div className={classes.lines}>
        <Title order={2} id="lines">
          Line by line
        </Title>
        <NativeSelect
          size="xs"
          aria-label="Show lines"
          value={show ?? ""}
          onChange={(event) => {
            const chosen = event.currentTarget.value;
            onShow(dispositions.find((name) => name === chosen));
          }}
          data={[
            { value: "", label: "All lines" },
            ...dispositions.map((name) => ({
              value: name,
              label: `${dispositionLabels[name]} (${formatCount(counts?.[name] ?? 0)})`,
            })),
          ]}
        />
      </div>
      <LongTable
        label="Lines of the file"
        columns={columns}
        rows={rows}
        empty="No line ends like this."
      />
    </section>
  );
}

function Why({ row }: { row: ImportRow }) {
  if (row.reason) return <>{row.reason}</>;
  const changes = changesOf(row);
  if (changes.length === 0) {
    return (
      <span className={classes.quiet}>{row.disposition === "create" ? "New" : "As it is"}</span>
    );
  }
  return changes.map(({ what, from, to }) => (
    <span key={what} className={classes.change}>
      <span className={classes.quiet}>{what}:</span> {from} → {to}
    </span>
  ));
}
