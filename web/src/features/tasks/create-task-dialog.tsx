import { Anchor, Button, Group, Modal, Select, Stack, Text, TextInput } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { type TaskRow, taskAction } from "../../api/task-routes.ts";
import { projectListState } from "../../entities/project/project-list-state.ts";
import { projectSummaries } from "../../entities/project/queries.ts";
import { Problem } from "../../ui/problem.tsx";
import { notifyFailed, notifyUndoable, refreshAll } from "../../ui/saved-notice.tsx";
import { PersonSelect } from "./person-select.tsx";
import type { PersonName } from "./queries.ts";

const LAST_PROJECT = "countersign-task-project";

interface Props {
  projectId?: string | undefined;
  onClose: () => void;
}

const archive = ({ id, version }: TaskRow) =>
  taskAction({ type: "task_update", id, version, changes: { is_archived: true } });

/** A few fields for a new task; the panel has the others. Ctrl/Cmd-Enter creates it and stays for the next. */
export default function CreateTaskDialog({ projectId, onClose }: Props) {
  const isNarrow = useMediaQuery("(max-width: 600px)", false, { getInitialValueInEffect: false });
  const list = useQuery(projectSummaries);
  const projects = list.data ?? [];
  const [project, setProject] = useState(projectId ?? localStorage.getItem(LAST_PROJECT) ?? "");
  const [title, setTitle] = useState("");
  const [assignee, setAssignee] = useState<PersonName | null>(null);
  const [due, setDue] = useState("");
  const [errors, setErrors] = useState<{ title?: string; project?: string }>({});
  const [createdTask, setCreatedTask] = useState<TaskRow | null>(null);
  const titleField = useRef<HTMLInputElement>(null);
  const projectField = useRef<HTMLInputElement>(null);
  const create = useMutation({
    mutationFn: () =>
      taskAction({
        type: "task_create",
        project_id: project,
        title: title.trim(),
        ...(assignee && { assignee_id: assignee.id }),
        ...(due && { due_on: due }),
      }),
  });
  const isKnown = projects.some(({ id }) => id === project);

  const save = async (staysOpen: boolean) => {
    const problems = {
      ...(!title.trim() && { title: "Enter a title" }),
      ...(!isKnown && { project: "Choose a project" }),
    };
    setErrors(problems);
    // Only one of the two buttons submits the form.
    if (problems.title) titleField.current?.focus();
    else if (problems.project) projectField.current?.focus();
    if (create.isPending || Object.keys(problems).length > 0) return;
    const { task } = await create.mutateAsync();
    localStorage.setItem(LAST_PROJECT, project);
    if (!staysOpen) {
      notifyUndoable(`Task created: ${task.title}`, () => archive(task));
      return onClose();
    }
    // A notice would cover the form on a phone: the form itself offers the undo.
    refreshAll();
    setTitle("");
    setCreatedTask(task);
    titleField.current?.focus();
  };
  const undo = async (task: TaskRow) => {
    try {
      await archive(task);
      setCreatedTask(null);
      refreshAll();
    } catch (error) {
      notifyFailed("Not undone", error);
    }
    titleField.current?.focus();
  };
  const submit = (staysOpen: boolean) => void save(staysOpen).catch(() => {});

  return (
    <Modal
      opened
      onClose={onClose}
      title="New task"
      size={520}
      fullScreen={isNarrow}
      closeOnClickOutside={title === ""}
      returnFocus={false}
      closeButtonProps={{ "aria-label": "Close" }}
      transitionProps={{ duration: 0 }}
    >
      <form
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          submit(false);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          submit(true);
        }}
      >
        <Stack gap="sm">
          <TextInput
            ref={titleField}
            data-autofocus
            label="Title"
            maxLength={500}
            required
            value={title}
            error={errors.title}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          <Select
            ref={projectField}
            label="Project"
            required
            searchable
            placeholder="Choose a project"
            {...projectListState(list)}
            limit={50}
            value={isKnown ? project : null}
            error={errors.project}
            data={projects.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(next) => {
              setProject(next ?? "");
              // The assignee may not see the other project.
              setAssignee(null);
            }}
          />
          <Group grow align="flex-start" gap="sm">
            <PersonSelect
              label="Assignee"
              disabled={!isKnown}
              projectId={isKnown ? project : ""}
              person={assignee}
              onChange={setAssignee}
            />
            <TextInput
              label="Due"
              type="date"
              value={due}
              onChange={(event) => setDue(event.currentTarget.value)}
            />
          </Group>
          {create.isError && <Problem error={create.error} />}
          <Text size="sm" c="dimmed" role="status">
            {createdTask && (
              <>
                Created “{createdTask.title}”. Enter the next task, or{" "}
                <Anchor
                  component="button"
                  type="button"
                  inherit
                  onClick={() => void undo(createdTask)}
                >
                  undo
                </Anchor>
                .
              </>
            )}
          </Text>
          <Group justify="flex-end" gap="xs">
            <Text size="xs" c="dimmed" mr="auto">
              Press Ctrl+Enter or ⌘+Enter to add another
            </Text>
            <Button variant="default" onClick={() => submit(true)}>
              Create and add another
            </Button>
            <Button type="submit" loading={create.isPending}>
              Create task
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
