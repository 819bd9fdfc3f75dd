import { Button, Group, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { changeTime, type Timer } from "../../api/time-routes.ts";
import { formatDayOfYear, formatShortWeekday } from "../../format/dates.ts";
import { Instant } from "../../format/instant.tsx";
import { formatExactHours } from "../../format/numbers.ts";
import { notifySaved, notifyUndoable, refreshAll } from "../../ui/saved-notice.tsx";
import { TaskLink } from "../tasks/task-link.tsx";
import { Elapsed } from "./elapsed.tsx";
import { Failure } from "./entry-form.tsx";
import { nameOf, type ProjectTask } from "./lines.ts";
import { ProjectTaskFields } from "./project-task-fields.tsx";
import { runningTimer } from "./timer-query.ts";

interface Props {
  timer: Timer | null;
  onDone: () => void;
}

/** Starts the timer, or stops or discards the running one. */
export default function TimerPanel({ timer, onDone }: Props) {
  const queryClient = useQueryClient();
  const [failure, setFailure] = useState<unknown>();
  const [isSaving, setSaving] = useState(false);

  async function run(action: () => Promise<Timer | null>) {
    setSaving(true);
    setFailure(undefined);
    try {
      queryClient.setQueryData(runningTimer.queryKey, await action());
      onDone();
    } catch (error) {
      // Another window may have started or stopped it, so the panel reloads.
      refreshAll();
      setFailure(error);
    } finally {
      setSaving(false);
    }
  }

  const parts = { isSaving, run };
  return (
    <Stack gap="sm">
      {failure !== undefined && <Failure error={failure} />}
      {timer ? (
        <RunningTimer key={timer.started_at} timer={timer} {...parts} />
      ) : (
        <NewTimer {...parts} />
      )}
    </Stack>
  );
}

interface PartProps {
  isSaving: boolean;
  run: (action: () => Promise<Timer | null>) => Promise<void>;
}

function NewTimer({ isSaving, run }: PartProps) {
  const [work, setWork] = useState<ProjectTask | null>(null);
  const [note, setNote] = useState("");
  const [problem, setProblem] = useState<string>();

  function start(event: FormEvent) {
    event.preventDefault();
    if (!work) return setProblem("Choose a project");
    void run(async () => {
      const { timer } = await changeTime({
        type: "timer_start",
        project_id: work.project.id,
        task_id: work.task?.id ?? null,
        note: note.trim() || null,
      });
      notifyUndoable(`The timer is running on ${nameOf(work)}.`, () =>
        changeTime({ type: "timer_discard" }),
      );
      return timer;
    });
  }

  return (
    <form onSubmit={start}>
      <Stack gap="xs">
        <ProjectTaskFields
          value={work}
          onChange={setWork}
          problem={work ? undefined : problem}
          isInPopover
        />
        <NoteField value={note} onChange={setNote} />
        <Button type="submit" size="xs" loading={isSaving}>
          Start timer
        </Button>
      </Stack>
    </form>
  );
}

function RunningTimer({ timer, isSaving, run }: PartProps & { timer: Timer }) {
  const [note, setNote] = useState(timer.note ?? "");
  const [end, setEnd] = useState("");
  const [isDiscarding, setDiscarding] = useState(false);

  function stop(event: FormEvent) {
    event.preventDefault();
    void run(async () => {
      const { entries } = await changeTime({
        type: "timer_stop",
        ...(note.trim() && { note: note.trim() }),
        ...(end && { ended_at: new Date(end).toISOString() }),
      });
      const logged = entries.map(
        ({ hours, spent_on }) =>
          `${formatExactHours(hours)} h, ${formatShortWeekday(spent_on)} ${formatDayOfYear(spent_on)}`,
      );
      notifyUndoable(`Logged on ${nameOf(timer)}: ${logged.join("; ")}.`, () =>
        Promise.all(
          entries.map(({ id, version }) => changeTime({ type: "entry_delete", id, version })),
        ),
      );
      return null;
    });
  }

  const discard = () =>
    void run(async () => {
      await changeTime({ type: "timer_discard" });
      notifySaved("The timer was discarded. No hours were logged.");
      return null;
    });

  return (
    <form onSubmit={stop}>
      <Stack gap="xs">
        <div>
          <Text fw={600}>{timer.project.name}</Text>
          {timer.task && (
            <Text>
              <TaskLink id={timer.task.id}>{timer.task.title}</TaskLink>
            </Text>
          )}
          <Text c="dimmed">
            <Elapsed since={timer.started_at} />, started <Instant at={timer.started_at} />
          </Text>
        </div>
        <NoteField value={note} onChange={setNote} />
        <TextInput
          type="datetime-local"
          label="End"
          description="Leave empty to end the timer now"
          value={end}
          onChange={(event) => setEnd(event.currentTarget.value)}
        />
        {isDiscarding ? (
          <Group gap="xs">
            <Text>Discard this time without logging it?</Text>
            <Button size="xs" color="red" loading={isSaving} onClick={discard} autoFocus>
              Discard time
            </Button>
            <Button size="xs" variant="default" onClick={() => setDiscarding(false)}>
              Keep timer
            </Button>
          </Group>
        ) : (
          <Group justify="space-between" gap="xs">
            <Button type="submit" size="xs" loading={isSaving}>
              Stop timer
            </Button>
            <Button
              size="xs"
              variant="subtle"
              color="red"
              disabled={isSaving}
              onClick={() => setDiscarding(true)}
            >
              Discard timer
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

function NoteField({ value, onChange }: { value: string; onChange: (note: string) => void }) {
  return (
    <Textarea
      label="Note"
      autosize
      minRows={1}
      maxRows={5}
      maxLength={2000}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
