import { findingReason } from "../../../../supabase/functions/_domain/words/findings.ts";
import type { Finding } from "../../api/routes.ts";
import { readerFormat } from "../../format/reader.ts";
import type { Column } from "../../ui/data-table/columns.ts";
import { ExportRows } from "../../ui/data-table/export-rows.tsx";
import { findingKey } from "./search-params.ts";
import { severityLabels, stateLabels } from "./words.ts";

const columns: Column<Finding>[] = [
  { id: "severity", label: "Severity", value: ({ severity }) => severityLabels[severity] },
  { id: "subject", label: "About", value: ({ subject }) => subject.name },
  { id: "title", label: "Finding", value: ({ title }) => title },
  { id: "reason", label: "Reason", value: (finding) => findingReason(finding, readerFormat) },
  { id: "state", label: "State", value: ({ state }) => stateLabels[state] },
];

interface Props {
  /** The findings that are loaded. */
  findings: Finding[];
  readAll: () => Promise<Finding[]>;
}

/** Writes or prints the findings that the filters show. */
export function ExportFindings({ findings, readAll }: Props) {
  return (
    <ExportRows
      label="Health findings"
      fileName="health-findings"
      columns={columns}
      rows={findings}
      rowId={findingKey}
      readRows={readAll}
    />
  );
}
