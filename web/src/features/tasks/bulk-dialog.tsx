import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ServiceError } from "../../api/service-error.ts";
import {
  type TaskChangeResult,
  type TaskChanges,
  type TaskRow,
  taskAction,
} from "../../api/task-routes.ts";
import { countOf } from "../../format/numbers.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Problem } from "../../ui/problem.tsx";
import { notifyUndoable } from "../../ui/saved-notice.tsx";
import { type BulkEdit, changesFor, noBulkEdit, problemIn } from "./bulk-changes.ts";
import { BulkFields } from "./bulk-fields.tsx";
import { BulkPreview } from "./bulk-preview.tsx";

/** The maximum number of tasks per request. */
const AT_ONCE = 200;

interface Change {
  id: string;
  version: number;
  changes: TaskChanges;
}

interface Props {
  tasks: TaskRow[];
  onClose: () => void;
  onDone: () => void;
}

/** Changes several tasks: first a preview of each, then the change itself, which can be undone. */
export default function BulkDialog({ tasks, onClose, onDone }: Props) {
  const isNarrow = useMediaQuery("(max-width: 600px)", false, { getInitialValueInEffect: false });
  const [edit, setEdit] = useState(noBulkEdit);
  const [problem, setProblem] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const preview = useMutation({ mutationFn: () => send(changesOf(tasks, edit), true) });
  const apply = useMutation({
    mutationFn: (changes: Change[]) => send(changes, false),
    onSuccess: (results) => {
      const savedResults = results.filter(({ ok }) => ok);
      if (savedResults.length > 0) {
        notifyUndoable(`${countOf(savedResults.length, "task")} changed.`, () =>
          undo(savedResults),
        );
      }
      if (savedResults.length === results.length) onDone();
    },
  });
  const results = apply.data ?? preview.data;
  const isPreview = results !== undefined;
  useEffect(() => {
    if (isPreview) heading.current?.focus();
  }, [isPreview]);
  const acceptedIds = new Set(preview.data?.filter(({ ok }) => ok).map(({ id }) => id));
  const changes = changesOf(tasks, edit).filter(({ id }) => acceptedIds.has(id));
  const startPreview = () => {
    const problem = problemIn(edit);
    setProblem(problem);
    if (!problem) preview.mutate();
  };
  const back = () => {
    preview.reset();
    apply.reset();
  };

  return (
    <Dialog
      onClose={apply.data ? onDone : onClose}
      title={`Edit ${countOf(tasks.length, "task")}`}
      size={680}
      fullScreen={isNarrow}
      closeOnClickOutside={false}
      transitionProps={{ duration: 0 }}
    >
      <Stack gap="sm">
        {results ? (
          <BulkPreview
            heading={heading}
            results={results}
            unchangedCount={tasks.length - results.length}
            isApplied={apply.data !== undefined}
          />
        ) : (
          <BulkFields
            tasks={tasks}
            edit={edit}
            onChange={(next: Partial<BulkEdit>) => {
              setEdit((before) => ({ ...before, ...next }));
              setProblem(null);
            }}
          />
        )}
        {problem && !results && (
          <Alert color="red" variant="light" role="alert">
            {problem}
          </Alert>
        )}
        {(preview.isError || apply.isError) && <Problem error={apply.error ?? preview.error} />}
        <Group justify="flex-end" gap="xs">
          {results && !apply.data && (
            <Text size="xs" c="dimmed" mr="auto">
              Nothing has been changed yet.
            </Text>
          )}
          {apply.data ? (
            <Button onClick={onDone}>Close</Button>
          ) : results ? (
            <>
              <Button variant="default" onClick={back}>
                Back
              </Button>
              <Button
                disabled={changes.length === 0}
                loading={apply.isPending}
                onClick={() => apply.mutate(changes)}
              >
                Change {countOf(changes.length, "task")}
              </Button>
            </>
          ) : (
            <>
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button loading={preview.isPending} onClick={startPreview}>
                Preview changes
              </Button>
            </>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

function changesOf(tasks: TaskRow[], edit: BulkEdit): Change[] {
  return tasks.flatMap((task) => {
    const changes = changesFor(task, edit);
    return changes ? [{ id: task.id, version: task.version, changes }] : [];
  });
}

async function send(tasks: Change[], dry_run: boolean): Promise<TaskChangeResult[]> {
  const results: TaskChangeResult[] = [];
  for (let first = 0; first < tasks.length; first += AT_ONCE) {
    const answer = await taskAction({
      type: "tasks_update",
      tasks: tasks.slice(first, first + AT_ONCE),
      dry_run,
    });
    results.push(...answer.results);
  }
  return results;
}

/** Restores the former values, based on the versions that the change created. */
async function undo(results: TaskChangeResult[]): Promise<void> {
  const inverse = results.flatMap(({ id, version, before }) =>
    version !== null && Object.keys(before).length > 0
      ? [{ id, version, changes: before as TaskChanges }]
      : [],
  );
  const refusal = (await send(inverse, false)).find(({ ok }) => !ok)?.error;
  if (refusal) throw new ServiceError(409, refusal.code, refusal.message, refusal.details);
}
