import { Alert, Anchor, Group, List, Text } from "@mantine/core";
import { TriangleAlertIcon } from "lucide-react";
import type { ImportRun } from "../../api/routes.ts";
import { countOf, formatCount } from "../../format/numbers.ts";
import { ExportRows } from "../../ui/data-table/export-rows.tsx";
import { DispositionLabel, dispositionLabel } from "./disposition.tsx";
import { fieldLabels, type ImportField } from "./fields.ts";
import classes from "./plan.module.css";
import { type Entity, entities, groupProblems } from "./plan-words.ts";
import { dispositions } from "./search-params.ts";

type Kind = Entity | "rows";

interface CountsProps {
  counts: NonNullable<ImportRun["counts"]>;
  isApplied: boolean;
}

/** Counts per kind of row: created, updated, unchanged, skipped. */
export function PlanCounts({ counts, isApplied }: CountsProps) {
  const kinds = ["rows", ...Object.keys(entities)] as Kind[];
  const nameOf = (kind: Kind) => (kind === "rows" ? "Lines of the file" : entities[kind][1]);
  return (
    <>
      <Group justify="flex-end" mb="xs">
        <ExportRows
          label="Counts of the import"
          fileName="import-counts"
          columns={[
            { id: "kind", label: "Rows", value: nameOf },
            ...dispositions.map((disposition) => ({
              id: disposition,
              label: dispositionLabel(disposition, isApplied),
              isNumber: true,
              value: (kind: Kind) => counts[kind]?.[disposition] ?? 0,
            })),
          ]}
          rows={kinds}
          rowId={(kind) => kind}
        />
      </Group>
      {/* On a phone, only the keyboard's focus can scroll it. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls takes the focus. */}
      <section className={classes.scroll} aria-label="Counts of the import" tabIndex={0}>
        <table className={classes.counts}>
          <thead>
            <tr>
              <td />
              {dispositions.map((disposition) => (
                <th key={disposition} scope="col">
                  <DispositionLabel disposition={disposition} isApplied={isApplied} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {kinds.map((kind) => (
              <tr key={kind}>
                <th scope="row">{nameOf(kind)}</th>
                {dispositions.map((disposition) => (
                  <td key={disposition} data-none={!counts[kind]?.[disposition]}>
                    {formatCount(counts[kind]?.[disposition] ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

/** The number of problems that are shown above the lines. */
const SHOWN_KINDS = 5;
const SHOWN_LINES = 6;

interface ProblemsProps {
  run: Pick<ImportRun, "validation">;
  /** Shows the skipped lines in the list. */
  onShow: () => void;
  /** Focuses a field of the mapping; absent if there is no mapping to change. */
  onField?: (field: ImportField) => void;
}

export function PlanProblems({ run, onShow, onField }: ProblemsProps) {
  const validation = run.validation;
  if (!validation || validation.problem_count === 0) return null;
  const kinds = groupProblems(validation.problems);
  return (
    <Alert
      mb="lg"
      color="yellow"
      variant="light"
      icon={<TriangleAlertIcon />}
      title={`${countOf(validation.problem_count, "line")} cannot be read and will be skipped`}
    >
      <List size="sm" mb="xs">
        {kinds.slice(0, SHOWN_KINDS).map(({ message, lines, field }) => (
          <List.Item key={message}>
            {message}
            <Text component="span" c="dimmed" size="sm">
              {" "}
              (line{lines.length > 1 && "s"} {lines.slice(0, SHOWN_LINES).join(", ")}
              {lines.length > SHOWN_LINES && " and more"})
            </Text>
            {field && onField && (
              <>
                {" "}
                <Anchor component="button" type="button" size="sm" onClick={() => onField(field)}>
                  Correct mapping of “{fieldLabels[field]}”
                </Anchor>
              </>
            )}
          </List.Item>
        ))}
      </List>
      <Anchor component="button" type="button" size="sm" onClick={onShow}>
        Show all skipped lines
      </Anchor>
    </Alert>
  );
}
