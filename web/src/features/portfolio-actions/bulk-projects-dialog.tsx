import { Alert, Button, Group, NativeSelect, Stack, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import { statusLabels } from "../../entities/project/labels.ts";
import type { ProjectSummary } from "../../entities/project/queries.ts";
import { countOf } from "../../format/numbers.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { statuses } from "../portfolio/search-params.ts";
import classes from "../tasks/bulk.module.css";
import { DueFields } from "../tasks/bulk-fields.tsx";
import {
  changesFor,
  noProjectsEdit,
  type ProjectChanges,
  type ProjectsEdit,
  problemIn,
} from "./bulk-projects.ts";
import { BulkProjectsPreview } from "./bulk-projects-preview.tsx";
import { updateProject } from "./change-project.ts";
import { Lookup } from "./lookups.tsx";
import type { SentChange } from "./send-each.ts";
import { useBulkChange } from "./use-bulk-change.ts";

/** A change to one project, and its result once it has been sent. */
export interface ProjectChange extends SentChange {
  project: ProjectSummary;
  changes: ProjectChanges;
  before: ProjectChanges;
}

interface Props {
  projects: ProjectSummary[];
  onClose: () => void;
  onDone: () => void;
}

const noChange = { value: "", label: "No change" };

/** Changes several projects: first a preview of each, then the change itself, which can be undone. */
export default function BulkProjectsDialog({ projects, onClose, onDone }: Props) {
  const isNarrow = useMediaQuery("(max-width: 600px)", false, { getInitialValueInEffect: false });
  const [edit, setEdit] = useState(noProjectsEdit);
  const [problem, setProblem] = useState<string | null>(null);
  const [plannedChanges, setPlannedChanges] = useState<ProjectChange[]>();
  const heading = useRef<HTMLHeadingElement>(null);
  const apply = useBulkChange<ProjectChange>({
    send: ({ project, changes }) => updateProject(project.id, project.version, changes),
    restore: ({ project, version, before }) =>
      updateProject(project.id, version ?? project.version, before),
    messageOf: (count) => `${countOf(count, "project")} changed.`,
    onDone,
  });
  const results = apply.results ?? plannedChanges;
  const isPreview = results !== undefined;
  useEffect(() => {
    if (isPreview) heading.current?.focus();
  }, [isPreview]);
  const change = (next: Partial<ProjectsEdit>) => {
    setEdit((before) => ({ ...before, ...next }));
    setProblem(null);
  };
  const preview = () => {
    const problem = problemIn(edit);
    setProblem(problem);
    if (problem) return;
    setPlannedChanges(
      projects.flatMap((project) => {
        const changes = changesFor(project, edit);
        return changes ? [{ name: project.name, project, ...changes }] : [];
      }),
    );
  };

  return (
    <Dialog
      // Closing while changes are being sent would hide their results.
      onClose={apply.isSending ? () => {} : apply.results ? onDone : onClose}
      title={`Edit ${countOf(projects.length, "project")}`}
      size={680}
      fullScreen={isNarrow}
      closeOnClickOutside={false}
      transitionProps={{ duration: 0 }}
    >
      <Stack gap="sm">
        {results ? (
          <BulkProjectsPreview
            heading={heading}
            results={results}
            unchangedCount={projects.length - results.length}
            isApplied={apply.results !== undefined}
          />
        ) : (
          <>
            <div className={classes.pair}>
              <NativeSelect
                data-autofocus
                label="Status"
                value={edit.status}
                data={[
                  noChange,
                  ...statuses.map((value) => ({ value, label: statusLabels[value] })),
                ]}
                onChange={(event) =>
                  change({ status: event.currentTarget.value as ProjectsEdit["status"] })
                }
              />
              <Lookup
                list="people"
                label="Lead"
                placeholder="No change"
                clearable
                clearButtonProps={{ "aria-label": "Keep the lead" }}
                value={edit.lead}
                onChange={(lead) => change({ lead })}
              />
            </div>
            <DueFields edit={edit} onChange={change} />
            <NativeSelect
              label="Archive"
              value={edit.archive}
              data={[noChange, { value: "archive", label: "Archive" }]}
              onChange={(event) =>
                change({ archive: event.currentTarget.value as ProjectsEdit["archive"] })
              }
            />
          </>
        )}
        {problem && !results && (
          <Alert color="red" variant="light" role="alert">
            {problem}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          {plannedChanges && !apply.results && (
            <Text size="xs" c="dimmed" mr="auto">
              {apply.isSending
                ? `${apply.sentCount} of ${plannedChanges.length} sent`
                : "Nothing has been changed yet."}
            </Text>
          )}
          {apply.results ? (
            <Button onClick={onDone}>Close</Button>
          ) : plannedChanges ? (
            <>
              <Button
                variant="default"
                disabled={apply.isSending}
                onClick={() => setPlannedChanges(undefined)}
              >
                Back
              </Button>
              <Button
                disabled={plannedChanges.length === 0}
                loading={apply.isSending}
                onClick={() => apply.begin(plannedChanges)}
              >
                Change {countOf(plannedChanges.length, "project")}
              </Button>
            </>
          ) : (
            <>
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button onClick={preview}>Preview changes</Button>
            </>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
