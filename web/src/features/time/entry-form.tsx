import { Alert, Button, Group, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { providerName } from "../../../../supabase/functions/_domain/words/providers.ts";
import type { TimeEntry } from "../../api/time-routes.ts";
import { formatExactHours } from "../../format/numbers.ts";
import { explainFailure } from "./failure.ts";
import { parseHours } from "./hours-input.ts";
import type { ProjectTask } from "./lines.ts";
import { ProjectTaskFields } from "./project-task-fields.tsx";
import type { TimeChanges } from "./time-changes.ts";

interface Props {
  changes: TimeChanges;
  /** Absent for a new entry. */
  entry?: TimeEntry | undefined;
  work: ProjectTask | null;
  day: string;
  /** Whether the project and the task can be chosen. */
  hasProjectFields?: boolean;
  onDone: () => void;
}

/** One entry: its hours and note, and on a phone its project and task. */
export function EntryForm({ changes, entry, work: initial, day, hasProjectFields, onDone }: Props) {
  const [work, setWork] = useState(initial);
  const [hours, setHours] = useState(entry ? formatExactHours(entry.hours) : "");
  const [note, setNote] = useState(entry?.note ?? "");
  const [problems, setProblems] = useState<{ hours?: string; project?: string }>({});
  const [failure, setFailure] = useState<unknown>();
  const [isSaving, setSaving] = useState(false);

  async function run(change: () => Promise<void>) {
    setSaving(true);
    setFailure(undefined);
    try {
      await change();
      onDone();
    } catch (error) {
      setFailure(error);
      setSaving(false);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const result = parseHours(hours);
    const isEmpty = result.hours === 0;
    const problems = {
      ...(!work && { project: "Choose a project" }),
      ...(result.problem && { hours: result.problem }),
      ...(isEmpty && { hours: "Enter the hours, such as 1:30" }),
    };
    setProblems(problems);
    if (!work || !result.hours) return;
    const values = { work, day, hours: result.hours, note: note.trim() || null };
    if (!entry) return void run(() => changes.create(values));
    const fieldChanges = {
      ...(values.hours !== entry.hours && { hours: values.hours }),
      ...(values.note !== entry.note && { note: values.note }),
      ...(work.project.id !== entry.project_id && { project_id: work.project.id }),
      ...((work.task?.id ?? null) !== entry.task_id && { task_id: work.task?.id ?? null }),
    };
    if (Object.keys(fieldChanges).length === 0) return onDone();
    void run(() => changes.update(entry, fieldChanges, values));
  }

  if (entry?.managed_by) {
    return (
      <Text>
        {formatExactHours(entry.hours)} h{entry.note && `, ${entry.note}`}.{" "}
        {providerName(entry.managed_by)} manages this entry. Change it there.
      </Text>
    );
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        {hasProjectFields && (
          <ProjectTaskFields
            value={work}
            onChange={setWork}
            problem={problems.project}
            takesFocus={!entry}
          />
        )}
        <TextInput
          data-autofocus={entry !== undefined || undefined}
          label="Hours"
          placeholder="1:30 or 1.5"
          inputMode="decimal"
          autoComplete="off"
          value={hours}
          error={problems.hours}
          onChange={(event) => setHours(event.currentTarget.value)}
        />
        <Textarea
          label="Note"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={2000}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {failure !== undefined && <Failure error={failure} />}
        <Group justify="space-between" gap="xs">
          <Button type="submit" size="xs" loading={isSaving}>
            {entry ? "Save entry" : "Log hours"}
          </Button>
          {entry && initial && (
            <Button
              size="xs"
              variant="subtle"
              color="red"
              disabled={isSaving}
              onClick={() =>
                void run(() => changes.remove(entry, { work: initial, day, hours: entry.hours }))
              }
            >
              Delete entry
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

export function Failure({ error }: { error: unknown }) {
  const { title, detail } = explainFailure(error);
  return (
    <Alert color="red" variant="light" role="alert" title={title}>
      {detail}
    </Alert>
  );
}
