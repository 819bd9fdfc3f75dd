import { Alert, Button, Group, NativeSelect, Stack, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { portfolioAction } from "../../api/routes.ts";
import { ServiceError } from "../../api/service-error.ts";
import { statusLabels } from "../../entities/project/labels.ts";
import type { ProjectSummary } from "../../entities/project/queries.ts";
import { countOf } from "../../format/numbers.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Problem } from "../../ui/problem.tsx";
import { notifyUndoable } from "../../ui/saved-notice.tsx";
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
import { Lookup } from "./lookups.tsx";

/** A change of one project, and its result once it was sent. */
export interface ProjectChange {
  project: ProjectSummary;
  changes: ProjectChanges;
  before: ProjectChanges;
  /** The version that the change created. */
  version?: number;
  refusal?: string;
}

interface Props {
  projects: ProjectSummary[];
  onClose: () => void;
  onDone: () => void;
}

const same = { value: "", label: "No change" };

/** Changes several projects: first a preview of each, then the change itself, which can be undone. */
export default function BulkProjectsDialog({ projects, onClose, onDone }: Props) {
  const isNarrow = useMediaQuery("(max-width: 600px)", false, { getInitialValueInEffect: false });
  const [edit, setEdit] = useState(noProjectsEdit);
  const [problem, setProblem] = useState<string | null>(null);
  const [planned, setPlanned] = useState<ProjectChange[]>();
  const heading = useRef<HTMLHeadingElement>(null);
  const apply = useMutation({
    mutationFn: send,
    onSuccess: (results) => {
      const done = results.filter(({ refusal }) => refusal === undefined);
      if (done.length > 0) {
        notifyUndoable(`${countOf(done.length, "project")} changed.`, () => undo(done));
      }
      if (done.length === results.length) onDone();
    },
  });
  const results = apply.data ?? planned;
  const isPreview = results !== undefined;
  useEffect(() => {
    if (isPreview) heading.current?.focus();
  }, [isPreview]);
  const change = (next: Partial<ProjectsEdit>) => {
    setEdit({ ...edit, ...next });
    setProblem(null);
  };
  const show = () => {
    const problem = problemIn(edit);
    setProblem(problem);
    if (problem) return;
    setPlanned(
      projects.flatMap((project) => {
        const changes = changesFor(project, edit);
        return changes ? [{ project, ...changes }] : [];
      }),
    );
  };

  return (
    <Dialog
      onClose={apply.data ? onDone : onClose}
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
            unchanged={projects.length - results.length}
            isApplied={apply.data !== undefined}
          />
        ) : (
          <>
            <div className={classes.pair}>
              <NativeSelect
                data-autofocus
                label="Status"
                value={edit.status}
                data={[same, ...statuses.map((value) => ({ value, label: statusLabels[value] }))]}
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
              data={[same, { value: "archive", label: "Archive" }]}
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
        {apply.isError && <Problem error={apply.error} />}
        <Group justify="flex-end" gap="xs">
          {planned && !apply.data && (
            <Text size="xs" c="dimmed" mr="auto">
              Nothing has been changed yet.
            </Text>
          )}
          {apply.data ? (
            <Button onClick={onDone}>Close</Button>
          ) : planned ? (
            <>
              <Button variant="default" onClick={() => setPlanned(undefined)}>
                Back
              </Button>
              <Button
                disabled={planned.length === 0}
                loading={apply.isPending}
                onClick={() => apply.mutate(planned)}
              >
                Change {countOf(planned.length, "project")}
              </Button>
            </>
          ) : (
            <>
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button onClick={show}>Preview changes</Button>
            </>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

/** One after the other: a refused change does not prevent the others. */
async function send(planned: ProjectChange[]): Promise<ProjectChange[]> {
  const results: ProjectChange[] = [];
  for (const each of planned) {
    const { project, changes } = each;
    try {
      const version = await update(project.id, project.version, changes);
      results.push({ ...each, version });
    } catch (error) {
      const isRefusal = error instanceof ServiceError && error.status >= 400 && error.status < 500;
      // Without an answer, the rest would fail too; the preview is still there to try again.
      if (!isRefusal && results.length === 0) throw error;
      results.push({ ...each, refusal: error instanceof Error ? error.message : String(error) });
    }
  }
  return results;
}

async function update(project_id: string, version: number, changes: ProjectChanges) {
  const answer = await portfolioAction({ type: "project_update", project_id, version, changes });
  if (answer.type !== "project_update") throw new Error(`Not a project: ${answer.type}`);
  return answer.project.version;
}

/** Restores the former values, based on the versions that the change created. */
async function undo(done: ProjectChange[]): Promise<void> {
  for (const { project, version, before } of done) {
    await update(project.id, version ?? project.version, before);
  }
}
