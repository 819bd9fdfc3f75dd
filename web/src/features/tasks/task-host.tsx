import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { focusAgain, useOpener } from "../../ui/opener.ts";
import { useOpenTask } from "./task-link.tsx";
import { closeTaskDialog, useTaskRequest } from "./task-requests.ts";

const TaskPanel = lazyPart(() => import("./task-panel.tsx"));
const CreateTaskDialog = lazyPart(() => import("./create-task-dialog.tsx"));
const ConflictDialog = lazyPart(() => import("./conflict-dialog.tsx"));

const root = getRouteApi("__root__");

/** Opens the panel of a task and the dialogs about tasks over any page of the shell. */
export function TaskHost() {
  const task = root.useSearch({ select: (search) => search.task });
  const openTask = useOpenTask();
  const request = useTaskRequest();
  const opener = useOpener();
  useEffect(() => closeTaskDialog, []);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !task) focusAgain(opener.current);
    wasOpen.current = Boolean(task);
  }, [task, opener]);
  const close = () => {
    closeTaskDialog();
    // The panel under a dialog takes the focus back by itself.
    if (!task) focusAgain(opener.current);
  };

  return (
    <>
      {task && (
        <TaskPanel
          key={task}
          id={task}
          isCovered={request !== null}
          onClose={() => openTask(undefined)}
        />
      )}
      {request?.kind === "create" && (
        <CreateTaskDialog projectId={request.projectId} onClose={close} />
      )}
      {request?.kind === "conflict" && (
        <ConflictDialog key={request.task.id} {...request} onClose={close} />
      )}
    </>
  );
}
